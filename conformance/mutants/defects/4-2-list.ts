import { reads, configOf } from '../changes/agents.ts';
import {
  inPlace,
  onFinished,
  onListed,
  onOperation,
  onEvents,
  onList,
  rejectCalls,
} from '../changes/changes.ts';
import { failsWithoutAccept, withHeaders, isList, respondTo } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, HttpRequest, JsonObject, Store, HttpResponse } from '../server/deployment.ts';
import { readUtf8Json } from '../server/read-json.ts';
import { bytes, isObject, without, overlap, textOf } from '../server/responses.ts';

function hasLoneSurrogate(agent: JsonObject): boolean {
  return typeof agent['name'] === 'string' && !agent['name'].isWellFormed();
}

/** Session middleware before the one of keys. */
const sessions: Change = (base) => {
  const begun = new Map<string, Store>();
  const idIn = (cookie: string | undefined): string | undefined => /\bsid=(\w+)/.exec(cookie ?? '')?.[1];
  return {
    identify: (request, state) =>
      begun.get(idIn(request.headers.cookie) ?? '') ?? base.identify(request, state),
    finish: (response, request, call) => {
      const finished = base.finish(response, request, call);
      if (call === undefined || idIn(request.headers.cookie) !== undefined) return finished;
      const id = `s${begun.size + 1}`;
      begun.set(id, call.store);
      return withHeaders(finished, { 'set-cookie': `sid=${id}; Path=/; Secure; HttpOnly` });
    },
  };
};

const capabilitiesAsText: Change = onListed((agent) => {
  const config = isObject(agent['config']) ? agent['config'] : {};
  const isOld = config['mcp_capabilities'] === undefined;
  return isOld ? { ...agent, config: { ...config, mcp_capabilities: '[]' } } : agent;
});

/** Rejects requests with some headers. */
function rejects(status: number, when: (request: HttpRequest) => boolean): Change {
  return (base) =>
    inPlace((_response, request, call) =>
      call !== undefined && when(request) ? base.errorResponse(status, 'not accepted') : undefined,
    )(base);
}

/** A connection that had an error of some status is rejected from then on. */
function remembersError(status: number): Change {
  return (base) => {
    const failed = new Set<number>();
    return {
      finish: (response, request, call) => {
        if (failed.has(request.connection) && response.status < 300)
          return base.errorResponse(400, 'bad stream');
        if (response.status === status) failed.add(request.connection);
        return base.finish(response, request, call);
      },
    };
  };
}

/** Stores all that a body has; an agent with this field is of another store, or deleted. */
const listedWithout = (field: string): Change =>
  onList((agents) => agents.filter((agent) => agent[field] === undefined));

/** A validator that changes do not change. */
const constantTag: Change = respondTo(isList, (response, { headers }) =>
  headers['if-none-match'] === '"agents"'
    ? { status: 304, headers: { etag: '"agents"' }, frames: [] }
    : withHeaders(response, { etag: '"agents"' }),
);

/** Changes a stored agent when someone talks to it. */
function onTalkedTo(change: (agent: JsonObject) => JsonObject): Change {
  return onEvents((events, { agent, call }) => {
    const at = call.store.agents.findIndex(({ id }) => id === agent['id']);
    if (at !== -1) call.store.agents[at] = change(agent);
    return events;
  });
}

/** The list's cache is invalidated before a create's insert, and not after it. */
const listCachedBesideCreates: Change = () => {
  const cache = new Map<Store, HttpResponse>();
  return {
    around: async (call, respond) => {
      if (call.operation === 'createAgent') {
        cache.delete(call.store);
        await overlap();
        return respond();
      }
      const response = respond();
      if (call.operation !== 'listAgents' || response.status !== 200) return response;
      const cached = cache.get(call.store) ?? response;
      cache.set(call.store, cached);
      return cached;
    },
  };
};

/** The list joins prompts by a key without composed characters. */
const listedByNormalForm: Change = onList((agents) => {
  const keyOf = (agent: JsonObject): string => String(configOf(agent)['system_prompt']).normalize('NFC');
  const prompts = new Map(agents.map((agent) => [keyOf(agent), configOf(agent)['system_prompt']]));
  return agents.map((agent) => ({
    ...agent,
    config: { ...configOf(agent), system_prompt: prompts.get(keyOf(agent)) },
  }));
});

function listedWith(name: string, change: (value: unknown) => unknown): Change {
  return onListed((agent) => ({
    ...agent,
    config: { ...configOf(agent), [name]: change(configOf(agent)[name]) },
  }));
}

function latin1(response: HttpResponse): HttpResponse {
  return { ...response, frames: [bytes(Buffer.from(textOf(response), 'latin1'))] };
}

/** Mutants of section 4.2 of the source. */
export const listMutants: readonly Mutant[] = mutantsOf({
  'R-4.2-01 json/created-values python-lone-surrogate-breaks-the-list': (base) => ({
    ...reads(({ body }) => readUtf8Json(body))(base),
    ...onOperation('listAgents', (response, { store, deployment }) =>
      store.agents.some(hasLoneSurrogate)
        ? deployment.errorResponse(500, 'surrogates not allowed')
        : response,
    )(base),
  }),
  'R-4.2-03 http/one-connection session-cookie-wins-over-key': sessions,
  'R-4.2-03 responses/every-response list-of-another-store-every-third-time': (base) => ({
    showListed: (agents, call) => {
      const other = call.state.stores.find((store) => store !== call.store);
      const isForeign = call.state.nextNumber('list') % 3 === 0 && other !== undefined;
      return base.showListed(isForeign ? [...agents, ...other.agents] : agents, call);
    },
  }),
  'R-4.2-04 agents/create-and-list list-without-prompt': onListed((agent) => ({
    ...agent,
    config: without(agent['config'] as JsonObject, 'system_prompt'),
  })),
  'R-4.2-04 agents/list old-capabilities-as-text': capabilitiesAsText,
  'R-4.2-06 http/reads list-without-accept-500': failsWithoutAccept('listAgents'),
  'R-4.2-06 agents/create-and-list list-missing': rejectCalls('listAgents', 404),
  'R-4.2-06 http/generated-headers http-header-names-limited': rejects(400, ({ headerNames }) =>
    headerNames.some((name) => /[!#$|~]/.test(name)),
  ),
  'R-4.2-06 http/one-connection http-error-of-connection-400': remembersError(400),
  'R-4.2-06 responses/every-response list-500-with-60-agents': rejectCalls(
    'listAgents',
    500,
    ({ store }) => store.agents.length > 60,
  ),
  'R-4.2-02 agents/assigned-fields create-takes-sent-deleted-at': listedWithout('deleted_at'),
  'R-4.2-02 http/cached-list http-tag-constant': constantTag,
  'R-4.2-02 responses/every-response message-hides-its-agent': onTalkedTo((agent) =>
    agent['type'] === 'x' ? agent : { ...agent, id: 'gone' },
  ),
  'R-4.2-02 agents/list-after-create list-cached-beside-creates': listCachedBesideCreates,
  'R-4.2-07 agents/keeps-text prompt-listed-by-normal-form': listedByNormalForm,
  'R-4.2-07 agents/keeps-text list-model-id-percent-encoded': listedWith('model_id', (value) =>
    encodeURIComponent(String(value).toWellFormed()),
  ),
  'R-4.2-07 agents/keeps-text list-temperature-as-text': listedWith('temperature', (value) =>
    Number(value).toFixed(2),
  ),
  'R-4.2-07 agents/keeps-text list-null-for-default-tokens': listedWith('max_tokens', (value) =>
    value === 4096 ? null : value,
  ),
  'R-4.2-07 http/reads list-localised-timestamps': onListed((agent, { request }) => {
    if (!String(request.headers['accept-language']).startsWith('de')) return agent;
    const at = new Date(String(agent['created_at'])).toLocaleString('de');
    return { ...agent, created_at: at, updated_at: at };
  }),
  'R-4.2-07 responses/every-response message-touches-updated-at': onTalkedTo((agent) => ({
    ...agent,
    updated_at: '2030-01-01T00:00:00Z',
  })),
  'R-4.2-07 http/generated-headers list-latin1-for-accept-charset': onFinished((finished, request) =>
    /iso-8859-1/.test(String(request.headers['accept-charset'])) ? latin1(finished) : finished,
  ),
  'R-4.2-07 agents/defaults list-shows-previous-description': onList((all) =>
    all.map((a, i) =>
      a['description'] === undefined && i > 0 ? { ...a, description: all[i - 1]?.['description'] } : a,
    ),
  ),
});
