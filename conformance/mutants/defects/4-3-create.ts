import { someConfig } from '../changes/agents.ts';
import {
  beforeOperation,
  onCapabilities,
  onCreated,
  onOperation,
  onStored,
  rejectCalls,
  rejectCreate,
} from '../changes/changes.ts';
import { atMost, bodyOf, onEvery, unavailable } from '../changes/replies.ts';
import { hasJson } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Call, Change, HttpResponse, JsonObject, Store } from '../server/deployment.ts';
import { textResponse, without } from '../server/responses.ts';

const limitedAfterwards: Change = (base) => ({
  around: (call, respond) => {
    const response = respond();
    if (call.operation === 'createAgent' && response.status === 429) base.operations.createAgent(call);
    return response;
  },
});

/** Fails on valid creates. */
function failsOnCreate(when: (body: JsonObject, config: JsonObject) => boolean): Change {
  return rejectCalls('createAgent', 500, ({ body, deployment }) => {
    if (deployment.validateCreate(body) !== undefined) return false;
    const valid = body as JsonObject;
    return when(valid, valid['config'] as JsonObject);
  });
}

function blocked({ body }: Call): HttpResponse | undefined {
  return firewall.test(JSON.stringify(body)) ? textResponse(403, 'text/html', '<h1>Blocked</h1>') : undefined;
}

const firewall = /\bselect\b.+\bfrom\b|\bdrop\s+table\b|\bunion\s+select\b|<script/i;

/** Rejects a create in the millisecond of another one. */
const uniqueMilliseconds: Change = (base) => {
  let last = 0;
  return rejectCalls('createAgent', 409, () => {
    const isSame = Date.now() === last;
    last = Date.now();
    return isSame;
  })(base);
};

function sameName(status: number): Change {
  return rejectCalls('createAgent', status, ({ store, state, body }) => {
    const name = (body as { name?: unknown } | undefined)?.name;
    const others = state.stores.filter((one) => one.key !== store.key);
    return others.some(({ agents }) => agents.some((agent) => agent['name'] === name));
  });
}

/** A second request with the same idempotency key is a conflict, whichever store sends it. */
const idempotencyConflict: Change = (base) => {
  const stores = new Map<string, Store>();
  return rejectCalls('createAgent', 409, ({ request, store }) => {
    const key = String(request.headers['idempotency-key']);
    const isUsed = key !== 'undefined' && (stores.get(key) ?? store) !== store;
    if (!isUsed) stores.set(key, store);
    return isUsed;
  })(base);
};

/** Mutants of section 4.3 of the source. */
export const createMutants: readonly Mutant[] = mutantsOf({
  'R-4.3-01 agents/create-and-list create-missing': rejectCalls('createAgent', 405),
  'R-4.3-02 agents/create-and-list create-returns-202': onOperation('createAgent', (response) =>
    response.status < 300 ? { ...response, status: 202 } : response,
  ),
  'R-4.3-02 agents/create-and-list create-returns-no-config': onCreated((agent) => without(agent, 'config')),
  'R-4.3-02 agents/create-and-list create-returns-no-content': onOperation('createAgent', (response) =>
    response.status < 300 ? { ...response, status: 204, frames: [] } : response,
  ),
  'R-4.3-02 responses/every-response create-wrapped-every-20th-time': onEvery(20, 'createAgent', (agent) => ({
    agent,
  })),
  'R-4.3-03 agents/defaults description-required': rejectCreate((body) => body['description'] === undefined),
  'R-4.3-04 agents/defaults create-returns-sent-config': onStored((agent, call) => ({
    ...agent,
    config: (call.body as JsonObject)['config'],
  })),
  'R-4.3-05 agents/create-and-list create-rejects-json': rejectCalls('createAgent', 415, hasJson),
  'R-4.3-06 agents/create-and-list create-with-empty-capabilities-gets-defaults': onCapabilities((items) =>
    items.length === 0 ? [{ type: 'product_catalog', enabled: true }] : items,
  ),
  'R-4.3-06 agents/keeps-values description-empty-dropped': onStored((agent) =>
    agent['description'] === '' ? without(agent, 'description') : agent,
  ),
  'R-4.3-09 limits/free limited-create-executes': limitedAfterwards,
  'R-4.3-09 agents/required-fields rejected-create-stores-agent': onOperation(
    'createAgent',
    (response, call) => {
      if (response.status === 400) {
        const agent = { ...(call.body as JsonObject | undefined), config: someConfig };
        call.store.agents.push(call.deployment.newAgent(agent, call));
      }
      return response;
    },
  ),
  'R-4.3-05 agents/keeps-values create-other-order-of-fields-400': rejectCreate((body) => {
    const names = Object.keys(body);
    return names.indexOf('config') < names.indexOf('name');
  }),
  // An object in place of a map of names.
  'R-4.3-10 agents/keeps-text name-constructor-500': rejectCalls(
    'createAgent',
    500,
    (call) => bodyOf(call)['name'] === 'constructor',
  ),
  'R-4.3-10 agents/keeps-text create-400-name-zero': rejectCreate(({ name }) => name === '0'),
  'R-4.3-10 agents/keeps-text create-500-for-a-name-beyond-255-bytes': rejectCalls(
    'createAgent',
    500,
    (call) => Buffer.byteLength(String(bodyOf(call)['name'])) > 255,
  ),
  'R-4.3-10 agents/keeps-text create-500-for-astral-characters': failsOnCreate(({ name }) =>
    /[\u{10000}-\u{10FFFF}]/u.test(String(name)),
  ),
  'R-4.3-10 responses/every-response one-create-at-a-time': atMost(1, 'createAgent', unavailable),
  'R-4.3-10 responses/every-response create-403-waf-sql': beforeOperation('createAgent', blocked),
  'R-4.3-10 agents/keeps-values creates-in-one-millisecond': uniqueMilliseconds,
  'R-4.3-10 tenancy/strangers isolation-names-unique-over-stores': sameName(409),
  'R-4.3-10 tenancy/strangers stores-idempotency-conflict': idempotencyConflict,
});
