import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext } from '../../check.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';
import { verifyErrorBody, verifyErrorResponse, withReason } from '../../model/verify-error.ts';

/** A request whose response the source leaves open, and the status of our decisions. */
interface OpenCase {
  readonly what: string;
  readonly request: ApiRequest;
  readonly status: number;
  readonly requirement: RequirementId;
}

// Beyond the 256 kB of our decision, and below the 1 MB at which proxies respond with a page of their own.
const bodyBytes = 900_000;
const noKey = { type: 'none' } as const;
const chatPath = '/api/agents/chat/stream';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const plainMessage: ApiRequest = {
  method: 'POST',
  path: chatPath,
  headers: { 'content-type': 'text/plain' },
  body: '{"message":"Hello"}',
};
const invalidBody = { headers: { 'content-type': 'application/json' }, body: '{' };
const create = { method: 'POST', path: '/api/agents' };
const unknown: ApiRequest = { method: 'GET', path: '/api/nothing' };
const largeMessage = { method: 'POST', path: chatPath, json: { message: 'x'.repeat(bodyBytes) } };

function openCase(what: string, requirement: RequirementId, status: number, request: ApiRequest): OpenCase {
  return { what, request, status, requirement };
}

const reads: readonly OpenCase[] = [
  openCase('an unknown path', 'R-7-14', 404, unknown),
  openCase('an unknown path without a key', 'R-7-15', 401, { ...unknown, credential: noKey }),
];

const writes: readonly OpenCase[] = [
  openCase('an unknown method', 'R-7-14', 405, { ...create, method: 'DELETE' }),
  openCase('JSON as text/plain', 'R-4.1-17', 415, plainMessage),
  openCase('a form in place of JSON', 'R-4.3-11', 415, { ...create, headers: form, body: 'name=Shop' }),
  openCase('a body beyond 256 kB', 'R-8-08', 413, largeMessage),
  openCase('an invalid body without a key', 'R-7-15', 401, { ...create, ...invalidBody, credential: noKey }),
];

function cases({ target }: CheckContext): readonly OpenCase[] {
  return target.readOnly ? reads : [...reads, ...writes];
}

function describe(exchange: Exchange): string {
  if (exchange.status < 400) return `${exchange.status}, not an error`;
  return `${exchange.status} with ${verifyErrorBody(exchange).length === 0 ? 'the error body' : 'another body'}`;
}

const common = {
  requirements: ['R-7-14', 'R-7-15', 'R-8-08', 'R-4.1-17', 'R-4.3-11'],
  isReadOnly: true,
} as const;

/** Observes errors that the table of source 7 does not have. */
export const beyondTheTable: Check = {
  ...common,
  id: 'errors/beyond-the-table',
  title: 'How unknown paths and methods, other media types and large bodies are handled',
  profile: 'full',
  run: async (context) => {
    for (const { what, request, requirement } of cases(context)) {
      context.observe(requirement, `${what} returns ${describe(await context.client.send(request))}`);
    }
  },
};

/** Decisions 0011, 0018 and 0004. */
export const errorsReference: Check = {
  ...common,
  id: 'errors/reference',
  title: 'Unknown paths are 404, methods 405 with Allow, forms 415, large bodies 413; 401 comes first',
  profile: 'reference',
  run: async (context) => {
    for (const { what, request, status, requirement } of cases(context)) {
      const exchange = await context.client.send(request);
      const found = withReason(
        [...verifyErrorResponse(exchange, requirement, status), ...verifyErrorBody(exchange)],
        ` for ${what}`,
      );
      context.report(found.map((finding) => ({ ...finding, requirement })));
      if (exchange.status === 405 && exchange.headers['allow'] === undefined) {
        context.report({ requirement, expected: 'allow-header', actual: 'none' }, exchange);
      }
    }
  },
};
