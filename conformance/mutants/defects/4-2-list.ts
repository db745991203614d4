import { reads } from '../changes/agents.ts';
import { beforeOperation, onListed, onOperation } from '../changes/changes.ts';
import { failsWithoutAccept, withHeaders } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, HttpRequest, JsonObject, Store } from '../server/deployment.ts';
import { readUtf8Json } from '../server/read-json.ts';
import { isObject, without } from '../server/responses.ts';

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
  return (base) => ({
    finish: (response, request, call) =>
      call !== undefined && when(request)
        ? base.errorResponse(status, 'not accepted')
        : base.finish(response, request, call),
  });
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
  'R-4.2-06 agents/create-and-list list-missing': beforeOperation('listAgents', ({ deployment }) =>
    deployment.errorResponse(404, 'not found'),
  ),
  'R-4.2-06 http/generated-headers http-header-names-limited': rejects(400, ({ headerNames }) =>
    headerNames.some((name) => /[!#$|~]/.test(name)),
  ),
  'R-4.2-06 http/one-connection http-error-of-connection-400': remembersError(400),
  'R-4.2-06 responses/every-response list-500-with-60-agents': beforeOperation(
    'listAgents',
    ({ store, deployment }) =>
      store.agents.length > 60 ? deployment.errorResponse(500, 'internal server error') : undefined,
  ),
});
