import { lenient } from '../conforming/lenient.ts';
import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import type { Call, Change, HttpResponse, JsonObject } from '../server/deployment.ts';
import { bytes, isObject, jsonResponse } from '../server/responses.ts';
import { beforeOperation, onErrorResponses, onOperation } from './changes.ts';

/** Finds an agent by comparing ids in another way. */
function findsAgent(matches: (sent: string, id: string) => boolean): Change {
  return () => ({
    findAgent: (sent, call) =>
      typeof sent === 'string' ? call.store.agents.find(({ id }) => matches(sent, String(id))) : undefined,
  });
}

/** Whether a text matches a pattern of SQL's LIKE. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}

/** Responds with a server error to some chats. */
function failsOnChat(when: (body: JsonObject) => boolean): Change {
  return beforeOperation('streamAgentChat', ({ body, deployment }) =>
    isObject(body) && when(body) ? deployment.errorResponse(500, 'internal server error') : undefined,
  );
}

/** A 404 whose JSON is concatenated with the id. */
function echoed(response: HttpResponse, { body }: Call): HttpResponse {
  const id = isObject(body) ? String(body['agent_id']) : '';
  return response.status === 404
    ? { ...response, frames: [bytes(`{"error":"no agent ${id}","status":404}`)] }
    : response;
}

/** A widget configuration that each read changes. */
const promptsShift: Change = (base) => {
  let reads = 0;
  return {
    showChatbot: (chatbot, call) => {
      const shown = base.showChatbot(chatbot, call);
      const config = shown['config'] as JsonObject;
      const prompts = (config['suggested_prompts'] as unknown[]).slice(reads);
      reads += 1;
      return { ...shown, config: { ...config, suggested_prompts: prompts } };
    },
  };
};

/** The first configuration that was read, for every chatbot. */
const firstForAll: Change = (base) => {
  let first: JsonObject | undefined;
  return {
    showChatbot: (chatbot, call) => {
      first ??= base.showChatbot(chatbot, call);
      return { ...first, chatbot_id: chatbot['chatbot_id'] };
    },
  };
};

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const ofAgents: readonly Mutant[] = [
  ...mutantsWith({ base: lenient }, 'R-7-03', 'chat-stream/unknown-agent', {
    'nul-in-agent-id-500': failsOnChat(({ agent_id: id }) => typeof id === 'string' && id.includes('\0')),
  }),
  ...mutantsOf('R-7-01', 'json/messages', {
    'chat-null-conversation-500': failsOnChat(({ conversation_id: id }) => id === null),
  }),
  ...mutantsOf('R-7-13', 'chat-stream/unknown-agent', {
    'error-echoes-id-unescaped': onOperation('streamAgentChat', echoed),
  }),
  ...mutantsOf('R-7-03', 'chat-stream/unknown-agent', {
    'agent-id-as-like-pattern': findsAgent((sent, id) => isLike(id, sent)),
  }),
];

const ofChatbots: readonly Mutant[] = [
  ...mutantsOf('R-7-09', 'widget/other-forms-of-id', {
    'widget-parameter-as-object': beforeOperation('getWidgetConfig', ({ request, store, deployment }) => {
      const isNested = [...request.query.keys()].some((name) => name.startsWith('chatbot_id['));
      if (!isNested) return undefined;
      const [chatbot] = store.chatbots;
      return chatbot ? jsonResponse(200, chatbot) : deployment.errorResponse(404, 'not found');
    }),
  }),
  ...mutantsOf('R-7-10', 'widget/unknown-chatbot', {
    'widget-500-for-a-percent-sign': beforeOperation('getWidgetConfig', ({ request, deployment }) =>
      isPercentEncoded(request.query.get('chatbot_id') ?? '')
        ? undefined
        : deployment.errorResponse(500, 'URI malformed'),
    ),
  }),
  ...mutantsOf('R-1-03', 'responses/every-response', { 'widget-cached-over-stores': firstForAll }),
  ...mutantsOf('R-4.4-01', 'responses/every-response', { 'widget-prompts-shift': promptsShift }),
];

const ofErrors: readonly Mutant[] = [
  ...mutantsOf('R-1-07', 'responses/every-response', {
    'responses-begin-with-a-byte-order-mark': (base) => ({
      finish: (response, request, call) => {
        const finished = base.finish(response, request, call);
        return /json/.test(finished.headers['content-type'] ?? '')
          ? { ...finished, frames: [bytes('\uFEFF'), ...finished.frames] }
          : finished;
      },
    }),
  }),
  ...mutantsOf('R-2.5-03', 'responses/every-response', {
    'error-with-status-twice': onErrorResponses([400, 401, 403, 404], (response) => ({
      ...response,
      frames: [bytes(`{"status":"error","error":"rejected","status":${response.status}}`)],
    })),
  }),
];

/** Ids that a lookup or an error text takes for more than they are, and JSON made by hand: source 1, 4.4 and 7. */
export const lookupMutants: readonly Mutant[] = [...ofAgents, ...ofChatbots, ...ofErrors];
