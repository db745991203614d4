import type { Example } from '../../spec/read-examples.ts';
import { contentSchemas, listOperations, listResponses } from '../contract/contract.ts';
import { asObject, asString, type JsonObject } from '../contract/json.ts';
import { html, join, table, type Html, inline, markdown } from './html.ts';
import type { Page } from './layout.ts';
import type { DocsSource } from './source.ts';

interface ErrorCode {
  readonly code: string;
  readonly status: number;
  readonly when: string;
}

/** The errors by their `code`, from the table of the schema ErrorCode. */
export function errorsPage({ openapi, examples }: DocsSource): Page {
  const codes = readCodes(openapi);
  const rows = codes.map((error) => {
    const sharesStatus = codes.filter(({ status }) => status === error.status).length > 1;
    return errorRow(error, operationsWith(error, sharesStatus, openapi, examples));
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
      ${table('errors', ['Code', 'Status', 'When', 'Operations'], rows)}`,
  };
}

function readCodes(openapi: JsonObject): readonly ErrorCode[] {
  const schemas = asObject(asObject(openapi['components'], 'components')['schemas'], 'schemas');
  const description = asString(asObject(schemas['ErrorCode'], 'ErrorCode')['description'], 'ErrorCode');
  return [...description.matchAll(/^\| `(\w+)` \| (\d+) \| (.*) \|$/gm)].map(
    ([, code = '', status = '', when = '']) => ({ code, status: Number(status), when }),
  );
}

/**
 * The ids of the operations that have a code: their response of its status has the error body. Of a status with several
 * codes, the response's description has the words of the code, or an example shows it.
 */
function operationsWith(
  { code, status, when }: ErrorCode,
  sharesStatus: boolean,
  openapi: JsonObject,
  examples: readonly Example[],
): readonly string[] {
  const words = when.toLowerCase().replace(/\.$/, '');
  return listOperations(openapi)
    .filter((operation) => {
      const response = listResponses(openapi, operation).find((one) => one.status === status)?.object;
      if (response === undefined) return false;
      if (!sharesStatus)
        return contentSchemas(response).some(([, schema]) => schema['$ref'] === '#/components/schemas/Error');
      if (asString(response['description'], operation.id).toLowerCase().includes(words)) return true;
      return examples.some((one) => one.operation === operation.id && codeOf(one) === code);
    })
    .map(({ id }) => id);
}

function codeOf({ response: { body } }: Example): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}

function errorRow({ code, status, when }: ErrorCode, operations: readonly string[]): Html {
  const links = operations.map((id) => html`<a href="api.html#${id}">${id}</a>`);
  return html`<tr id="error-${code}">
    <th scope="row"><code>${code}</code></th>
    <td><span class="status s${Math.floor(status / 100)}">${status}</span></td>
    <td>${inline(when)}</td>
    <td>${join(links, ', ')}</td>
  </tr>`;
}
