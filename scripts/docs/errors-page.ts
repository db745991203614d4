import { listOperations, listResponses } from '../contract/contract.ts';
import { asObject, asString } from '../contract/json.ts';
import { html, join, table, inline, markdown } from './html.ts';
import type { Page } from './layout.ts';
import type { DocsSource } from './source.ts';

/** The errors by their `code`, from the table of the schema ErrorCode. */
export function errorsPage({ openapi }: DocsSource): Page {
  const schemas = asObject(asObject(openapi['components'], 'components')['schemas'], 'schemas');
  const description = asString(asObject(schemas['ErrorCode'], 'ErrorCode')['description'], 'ErrorCode');
  const operations = listOperations(openapi).map(({ id, ...operation }) => ({
    id,
    statuses: new Set(listResponses(openapi, { id, ...operation }).map(({ status }) => String(status))),
  }));
  const rows = [...description.matchAll(/^\| `(\w+)` \| (\d+) \| (.*) \|$/gm)].map(
    ([, code = '', status = '', when = '']) => {
      const links = operations
        .filter(({ statuses }) => statuses.has(status))
        .map(({ id }) => html`<a href="api.html#${id}">${id}</a>`);
      return html`<tr id="error-${code}">
        <th scope="row"><code>${code}</code></th>
        <td><span class="status s${status.slice(0, 1)}">${status}</span></td>
        <td>${inline(when)}</td>
        <td>${join(links, ', ')}</td>
      </tr>`;
    },
  );
  return {
    file: 'errors.html',
    title: 'Errors',
    lead: markdown(description.split('\n\n|')[0] ?? ''),
    contents: [],
    body: html`<p>
        Every error has the body of <a href="api.html#schema-Error">Error</a>. Send again what failed with
        408, 429, 502, 503 or 504, after <code>Retry-After</code> where it is there; a message with an
        <code>Idempotency-Key</code> is not answered twice. In a stream that has begun, the
        <a href="events.html#event-error">error event</a> takes the place of a status.
      </p>
      ${table('errors', ['Code', 'Status', 'When', 'Operations'], rows)}`,
  };
}
