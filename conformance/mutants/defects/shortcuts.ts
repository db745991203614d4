import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, HttpResponse, JsonObject } from '../server/deployment.ts';
import { changeJson, isObject, jsonResponse, textResponse } from '../server/responses.ts';
import {
  acceptConfig,
  beforeOperation,
  onCapabilities,
  onConfigNumber,
  onConfigText,
  onErrorResponses,
  onEvents,
  onList,
  onText,
} from './changes.ts';

const halfBits = 10;

/** A number in half precision, as some stores of vectors have it. */
function inHalfPrecision(value: number): number {
  if (value === 0) return 0;
  const step = 2 ** (Math.floor(Math.log2(value)) - halfBits);
  return Math.round(value / step) * step;
}

/** An error status of a message as an event of a stream that began with 200. */
function asEvent(status: number): Change {
  return onErrorResponses([status], (response, request) =>
    request.path.endsWith('/stream')
      ? {
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          frames: [
            { type: 'bytes', bytes: `data: ${JSON.stringify({ type: 'error', error: 'no', status })}\n\n` },
          ],
        }
      : response,
  );
}

/** The body of the error before, on the same connection. */
const lastError: Change = (base) => {
  const last = new Map<number, HttpResponse>();
  return {
    finish: (response, request, call) => {
      const finished = base.finish(response, request, call);
      if (finished.status < 400 || call === undefined) return finished;
      const known = last.get(request.connection);
      last.set(request.connection, finished);
      return known === undefined ? finished : { ...finished, frames: known.frames };
    },
  };
};

/** Shortcuts of code that is right for the plainest requests: source 2, 4, 6 and 7. */
export const shortcutMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.1-04', 'agents/keeps-text', {
    'name-trailing-dots-removed': onText('name', (text) => text.replace(/[. ]+$/, '') || text),
  }),
  ...mutantsOf('R-2.2-18', 'agents/keeps-text', {
    'prompt-truncated-at-16-kb': onConfigText('system_prompt', (text) => text.slice(0, 16_384)),
  }),
  ...mutantsOf('R-2.1-08', 'agents/keeps-text', {
    'description-first-line-only': onText('description', (text) => text.split('\n')[0] ?? text),
  }),
  ...mutantsOf('R-2.2-19', 'agents/defaults', {
    'temperature-half-precision': onConfigNumber(
      'temperature',
      (value) => Math.round(inHalfPrecision(value) * 10_000) / 10_000,
    ),
  }),
  ...mutantsOf('R-2.2-20', 'agents/keeps-numbers', {
    'tokens-as-multiple-of-64': onConfigNumber('max_tokens', (value) =>
      value > 1024 ? Math.ceil(value / 64) * 64 : value,
    ),
  }),
  ...mutantsOf('R-2.2-21', 'agents/keeps-capabilities', {
    'capabilities-enabled-first': onCapabilities((items) =>
      items.toSorted((a, b) => Number(b['enabled']) - Number(a['enabled'])),
    ),
  }),
  ...mutantsOf('R-2.2-10', 'agents/required-fields', {
    'capability-default-enabled': acceptConfig((config) => {
      const items = config['mcp_capabilities'];
      const withDefault = (item: unknown, index: number): unknown =>
        index > 0 && isObject(item) ? { enabled: true, ...item } : item;
      return Array.isArray(items) ? { ...config, mcp_capabilities: items.map(withDefault) } : config;
    }),
  }),
  ...mutantsOf('R-4.3-06', 'agents/create-and-list', {
    'create-with-empty-capabilities-gets-defaults': onCapabilities((items) =>
      items.length === 0 ? [{ type: 'product_catalog', enabled: true }] : items,
    ),
  }),
  ...mutantsOf('R-4.2-02', 'agents/keeps-numbers', {
    'list-drops-agents-of-provider-three': onList((all) =>
      all.filter(({ config }) => (config as JsonObject)['model_provider'] !== 'provider_three'),
    ),
    'list-agents-of-same-second-once': onList((all) => [
      ...new Map(all.map((a) => [`${String(a['created_at']).slice(0, 19)}${String(a['name'])}`, a])).values(),
    ]),
  }),
  ...mutantsOf('R-4.2-07', 'agents/defaults', {
    'list-shows-previous-description': onList((all) =>
      all.map((a, i) =>
        a['description'] === undefined && i > 0 ? { ...a, description: all[i - 1]?.['description'] } : a,
      ),
    ),
  }),
  ...mutantsOf('R-7-06', 'agents/wrong-values', {
    'array-of-one-agent-creates-it': (base) => ({
      readJson: (request) => {
        const body = base.readJson(request);
        const isOne = request.path === '/api/agents' && Array.isArray(body) && body.length === 1;
        return isOne ? (body as unknown[])[0] : body;
      },
    }),
  }),
  ...mutantsOf('R-7-01', 'chat-stream/invalid-messages', {
    'chat-body-in-query': (base) => ({
      readJson: (request) => {
        const body = base.readJson(request);
        const { path, query } = request;
        return path.endsWith('/stream') && isObject(body) ? { ...Object.fromEntries(query), ...body } : body;
      },
    }),
  }),
  ...mutantsOf('R-7-03', 'tenancy/foreign-agent', { 'chat-404-as-stream-for-unknown-agent': asEvent(404) }),
  ...mutantsOf('R-7-02', 'auth/writes-need-a-key', { 'chat-401-after-stream-began': asEvent(401) }),
  ...mutantsOf('R-4.1-19', 'responses/every-response', {
    'conversation-id-of-the-agent': (base) => ({
      findConversation: (id, agent, call) => {
        const found = base.findConversation(id, agent, call);
        if (id !== undefined || found === undefined) return found;
        const key = `cnv_${String(agent['id'])}_${Math.floor(Date.now() / 1000)}`;
        const known = call.store.conversations.get(key) ?? { ...found, id: key };
        call.store.conversations.set(key, known);
        return known;
      },
    }),
  }),
  ...mutantsOf('R-6-02', 'agents/stateful-model', {
    'text-event-empty-content-missing': onEvents((events) =>
      events.flatMap((e) => (e['type'] === 'tool_result' ? [e, { type: 'text' }] : [e])),
    ),
  }),
  ...mutantsOf('R-6-03', 'responses/every-response', {
    'tool-input-null-without-arguments': onEvents((events, { message }) =>
      events.map((e) => (e['type'] === 'tool_use' && message.length < 12 ? { ...e, input: null } : e)),
    ),
  }),
  ...mutantsOf('R-2.5-02', 'limits/free', {
    'error-status-in-429-missing': onErrorResponses([429], (response) =>
      changeJson(response, ({ error }) => ({ error })),
    ),
  }),
  ...mutantsOf('R-2.5-03', 'widget/missing-chatbot-id', {
    'error-body-cached-between-operations': lastError,
  }),
  ...mutantsOf('R-7-10', 'widget/other-forms-of-id', {
    'unknown-chatbot-as-default': (base) => ({
      findChatbot: (id, call) =>
        base.findChatbot(id, call) ?? (/^[0-9a-f-]{36}$/.test(id) ? call.store.chatbots[0] : undefined),
    }),
  }),
  ...mutantsOf('R-2.3-06', 'responses/every-response', {
    'widget-theme-null-for-second-read': (base) => {
      let reads = 0;
      return {
        showChatbot: (chatbot, call) => {
          reads += 1;
          const shown = base.showChatbot(chatbot, call);
          const config = shown['config'] as JsonObject;
          return reads === 2 ? { ...shown, config: { ...config, theme: null } } : shown;
        },
      };
    },
  }),
  ...mutantsOf('R-1-09', 'transport/https-only-reads', {
    'http-serves-the-list-with-a-slash': () => ({
      plainHttp: {
        type: 'fixed',
        respond: (path) =>
          /^\/api\/agents\/(?!chat)/.test(path)
            ? jsonResponse(200, { agents: [] })
            : jsonResponse(403, { error: 'HTTPS only', status: 403 }),
      },
    }),
  }),
  ...mutantsOf('R-8-05', 'limits/agents', {
    'agent-limit-of-all-stores': beforeOperation('createAgent', ({ state, store, deployment }) =>
      Number.isFinite(store.agentLimit) &&
      state.stores.flatMap(({ agents }) => agents).length >= store.agentLimit
        ? deployment.errorResponse(403, 'limit')
        : undefined,
    ),
  }),
  ...mutantsOf('R-4.5-05', 'embed/script', {
    'embed-script-truncated': (base) => ({
      embed: (request, state) => {
        const script = base.embed(request, state);
        const [frame] = script.frames;
        return frame?.type === 'bytes'
          ? textResponse(200, 'text/javascript', frame.bytes.toString().slice(0, -40))
          : script;
      },
    }),
  }),
];
