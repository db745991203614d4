import {
  contentSchemas,
  listOperations,
  listResponses,
  type ContractOperation,
} from '../contract/contract.ts';
import { asObject, asString } from '../contract/json.ts';
import { html, join, table, inline, markdown, statusBadge } from './html.ts';
import type { Page } from './layout.ts';
import type { DocsSource } from './source.ts';

/** The errors by their `code`, from the table of the schema ErrorCode. */
export function errorsPage(source: DocsSource): Page {
  const { openapi } = source;
  const schemas = asObject(asObject(openapi['components'], 'components')['schemas'], 'schemas');
  const description = asString(asObject(schemas['ErrorCode'], 'ErrorCode')['description'], 'ErrorCode');
  const codes = [...description.matchAll(/^\| `(\w+)` \| (\d+) \| (.*)\. \|$/gm)];
  const rows = codes.map(([, code = '', status = '', when = '']) => {
    const isOnly = codes.filter((other) => other[2] === status).length === 1;
    const links = listOperations(openapi)
      .filter((operation) => hasError(source, operation, Number(status), isOnly ? undefined : { code, when }))
      .map(({ id }) => html`<a href="api.html#${id}">${id}</a>`);
    return html`<tr id="error-${code}">
      <th scope="row"><code>${code}</code></th>
      <td>${statusBadge(Number(status))}</td>
      <td>${inline(`${when}.`)}</td>
      <td>${join(links, ', ')}</td>
    </tr>`;
  });
  return {
    file: 'errors.html',
    title: 'Errors',
    lead: markdown(
      'Every error has a `code`, which names it for programs (decision 0050). The list is open: a client treats a code ' +
        'that it does not know by the `status`.',
    ),
    contents: [],
    body: html`<p>
        Every error has the body of <a href="api.html#schema-Error">Error</a>. Send again what failed with
        408, 429, 502, 503 or 504, after <code>Retry-After</code> where it is there; a message with an
        <code>Idempotency-Key</code> is not answered twice. In a stream that has begun, the
        <a href="events.html#event-error">error event</a> takes the place of a status.
      </p>
      <p>
        The operations of a code are those whose responses or examples in the contract have it. Where none is
        named, the contract names none: the error comes before an operation is found, or from the dashboard.
      </p>
      ${table(['Code', 'Status', 'When', 'Operations'], rows, 'errors')}`,
  };
}

/**
 * Whether an operation has an error of this status: its response has the error body. For one of several codes of a status, the
 * response's description has its words, or an example shows it.
 */
function hasError(
  { openapi, examples }: DocsSource,
  operation: ContractOperation,
  status: number,
  one?: { readonly code: string; readonly when: string },
): boolean {
  const response = listResponses(openapi, operation).find((other) => other.status === status)?.object;
  if (response === undefined) return false;
  if (one === undefined)
    return contentSchemas(response).some(([, schema]) => schema['$ref'] === '#/components/schemas/Error');
  const words = asString(response['description'], operation.id).toLowerCase();
  const shown = examples.filter((example) => example.operation === operation.id && example.status === status);
  return words.includes(one.when.toLowerCase()) || JSON.stringify(shown).includes(`"code":"${one.code}"`);
}
