import { embeddable, workingScript } from '../conforming/embeddable.ts';
import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import type { Change, HttpRequest, JsonObject, ServerState, Store } from '../server/deployment.ts';
import { admitByLog } from '../server/limits.ts';
import { bytes, isObject, jsonResponse, textResponse } from '../server/responses.ts';

/** Serves the list, or another body, without a key on a spelling of its path. */
function servesKeyless(isSpelling: (path: string) => boolean, body: JsonObject = { agents: [] }): Change {
  return (base) => ({
    finish: (response, request, call) =>
      request.method === 'GET' && isSpelling(request.path)
        ? jsonResponse(200, body)
        : base.finish(response, request, call),
  });
}

const methods = ['initialize', 'tools/list', 'tools/call'];

/** A store for MCP requests without a key whose method no guard knows. */
function forUnguarded({ method, body }: HttpRequest, { stores }: ServerState): Store | undefined {
  if (method !== 'POST') return undefined;
  const message = JSON.parse(body.toString() || 'null') as unknown;
  return isObject(message) && !methods.includes(String(message['method'])) ? stores[0] : undefined;
}

const keys: readonly Mutant[] = [
  ...mutantsOf('R-5-01', 'auth/every-near-miss', {
    'auth-path-in-another-case-keyless': servesKeyless(
      (path) => path !== '/api/agents' && path.toLowerCase() === '/api/agents',
    ),
    'auth-widget-with-a-slash-keyless': servesKeyless((path) => path === '/api/widget/config/', {
      chatbot_id: 'bot',
      config: {},
    }),
    'auth-double-slash-keyless': servesKeyless((path) => path === '/api//agents'),
  }),
  ...mutantsOf('R-4.6-02', 'mcp/tools-key', {
    'mcp-get-keyless': (base) => ({
      identifyMcp: (request, state) =>
        request.method === 'GET' ? state.stores[0] : base.identifyMcp(request, state),
      mcp: (deployment, request, store) =>
        request.method === 'GET'
          ? { status: 200, headers: { 'content-type': 'text/event-stream' }, frames: [bytes(': open\n\n')] }
          : base.mcp(deployment, request, store),
    }),
    'mcp-other-methods-keyless': (base) => ({
      identifyMcp: (request, state) => base.identifyMcp(request, state) ?? forUnguarded(request, state),
    }),
  }),
  ...mutantsOf('R-1-09', 'transport/https-only', {
    'http-serves-the-embed-script': () => ({
      plainHttp: { type: 'serve', only: (_method, path) => path === '/embed/chatbot.js' },
    }),
  }),
  ...mutantsOf('R-1-09', 'transport/https-only-reads', {
    'http-served-with-forged-proto': () => ({
      plainHttp: {
        type: 'serve',
        only: (_method, _path, headers) => headers['x-forwarded-proto'] === 'https',
      },
    }),
  }),
];

/** Messages alone are counted, for each agent by itself. */
const chatPerAgent: Change = () => {
  const logs = new Map<string, number[]>();
  const admit = admitByLog(({ store }) => store.requestsPerMinute);
  return {
    counts: ({ operation }) => operation === 'streamAgentChat',
    admit: (call) => {
      const key = `${call.store.key} ${isObject(call.body) ? String(call.body['agent_id']) : ''}`;
      const admissions = logs.get(key) ?? [];
      logs.set(key, admissions);
      return admit({ ...call, store: { ...call.store, admissions } });
    },
  };
};

const waits: readonly Mutant[] = [
  ...mutantsOf('R-8-11', 'limits/free', {
    'retry-after-in-milliseconds': () => ({ retryAfter: (waitMs) => String(waitMs) }),
    'retry-after-as-epoch': () => ({
      retryAfter: (waitMs, now) => String(Math.ceil((now + waitMs) / 1000)),
    }),
    'limit-extended-by-rejections': (base) => ({
      admit: (call) => {
        const waitMs = base.admit(call);
        if (waitMs !== undefined) call.store.admissions.fill(call.state.now());
        return waitMs;
      },
    }),
  }),
  ...mutantsOf('R-8-06', 'limits/free', {
    'retry-after-missing-on-creates': (base) => ({
      finish: (response, request, call) => {
        const { 'retry-after': _left, ...headers } = response.headers;
        const isCreate = response.status === 429 && call?.operation === 'createAgent';
        return base.finish(isCreate ? { ...response, headers } : response, request, call);
      },
    }),
  }),
  ...mutantsOf('R-8-01', 'limits/free', { 'limit-of-chat-per-agent': chatPerAgent }),
];

function script(source: string): Change {
  return () => ({ embed: () => textResponse(200, 'text/javascript', source) });
}

const base = { base: embeddable };

const embed: readonly Mutant[] = [
  ...mutantsWith(base, 'R-4.5-03', 'embed/in-browser', {
    'embed-id-unencoded': script(
      workingScript
        .replace("'/api/widget/config'", "'/api/widget/config?chatbot_id=' + dataset.chatbotId")
        .replace("address.searchParams.set('chatbot_id', dataset.chatbotId);", ''),
    ),
  }),
];

/** Keys, paths, limits and pages that a guard does not see: source 4.5, 4.6, 5 and 8. */
export const guardMutants: readonly Mutant[] = [...keys, ...waits, ...embed];
