import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext } from '../../check.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';
import { verifyErrorBody, verifyErrorResponse, withReason } from './verify-error.ts';

/** A request whose response the source leaves open, and the status of our decisions. */
interface OpenCase {
  readonly what: string;
  readonly request: ApiRequest;
  readonly status: number;
  readonly requirement: RequirementId;
}

const maxBodyBytes = 262_144;
const noKey = { type: 'none' } as const;
const chatPath = '/api/agents/chat/stream';

const reads: readonly OpenCase[] = [
  {
    what: 'an unknown path',
    request: { method: 'GET', path: '/api/nothing' },
    status: 404,
    requirement: 'R-7-14',
  },
  {
    what: 'an unknown method',
    request: { method: 'DELETE', path: '/api/agents' },
    status: 405,
    requirement: 'R-7-14',
  },
  {
    what: 'an unknown path without a key',
    request: { method: 'GET', path: '/api/nothing', credential: noKey },
    status: 401,
    requirement: 'R-7-15',
  },
];

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

const writes: readonly OpenCase[] = [
  {
    what: 'a form in place of JSON',
    request: { method: 'POST', path: '/api/agents', headers: form, body: 'name=Shop' },
    status: 415,
    requirement: 'R-7-14',
  },
  {
    what: 'a body beyond 256 kB',
    request: {
      method: 'POST',
      path: chatPath,
      headers: json,
      body: `{"message":"${'x'.repeat(maxBodyBytes)}"}`,
    },
    status: 413,
    requirement: 'R-8-08',
  },
  {
    what: 'an invalid body without a key',
    request: { method: 'POST', path: '/api/agents', headers: json, body: '{', credential: noKey },
    status: 401,
    requirement: 'R-7-15',
  },
];

function cases({ target }: CheckContext): readonly OpenCase[] {
  return target.readOnly ? reads : [...reads, ...writes];
}

function describe(exchange: Exchange): string {
  if (exchange.status < 400) return `${exchange.status}, not an error`;
  return `${exchange.status} with ${verifyErrorBody(exchange).length === 0 ? 'the error body' : 'another body'}`;
}

const common = {
  requirements: ['R-7-14', 'R-7-15', 'R-8-08'],
  level: 'open',
  cost: { requests: 6, messages: 0, agents: 0 },
  writes: false,
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
      const found = withReason(verifyErrorResponse(exchange, requirement, status), ` for ${what}`);
      context.report(found.map((finding) => ({ ...finding, requirement })));
      if (exchange.status === 405 && exchange.headers['allow'] === undefined) {
        context.report({ requirement, expected: 'an Allow header with 405', actual: 'none' }, exchange);
      }
    }
  },
};
