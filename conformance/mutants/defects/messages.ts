import type { Change, JsonObject, Turn } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { isObject, jsonResponse } from '../server/responses.ts';
import { beforeOperation, onEvents, onEventsOf } from './changes.ts';

const check = 'chat-stream/generated-messages';

/** Responds with an error to some valid messages. */
function failsOnMessage(status: number, when: (message: string) => boolean): Change {
  return (base) =>
    beforeOperation('streamAgentChat', ({ body, deployment }) =>
      base.validateChat(body) === undefined && when(String((body as JsonObject)['message']))
        ? deployment.errorResponse(status, 'not accepted')
        : undefined,
    )(base);
}

/** Responds with an error to messages to some agents. */
function failsOnAgent(status: number, when: (agent: JsonObject, config: JsonObject) => boolean): Change {
  return (base) =>
    beforeOperation('streamAgentChat', (call) => {
      const id = isObject(call.body) ? call.body['agent_id'] : undefined;
      const agent = call.store.agents.find((one) => one['id'] === id);
      return agent !== undefined && when(agent, agent['config'] as JsonObject)
        ? base.errorResponse(status, 'not accepted')
        : undefined;
    })(base);
}

/** Changes the events of replies to some messages, or of some agents. */
function onReplies(
  when: (turn: Turn) => boolean,
  change: (events: readonly JsonObject[]) => readonly JsonObject[],
): Change {
  return onEvents((events, turn) => (when(turn) ? change(events) : events));
}

const withoutEnd = (events: readonly JsonObject[]): readonly JsonObject[] =>
  events.filter(({ type }) => type !== 'end');

function configOf({ agent }: Turn): JsonObject {
  return agent['config'] as JsonObject;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ofMessages: readonly Mutant[] = [
  ...mutantsOf('R-4.1-16', check, {
    'message-500-for-percent': failsOnMessage(500, (text) => /%[sd]/.test(text)),
    'message-500-for-braces': failsOnMessage(500, (text) => /\$\{|\{\{/.test(text)),
    'message-500-for-a-quote-in-sql': failsOnMessage(500, (text) => /'\s*;/.test(text)),
    'message-500-for-right-to-left': failsOnMessage(500, (text) => /[\u0590-\u06FF]/.test(text)),
    'message-500-for-combining-marks': failsOnMessage(500, (text) => /[\u0300-\u036F]/.test(text)),
    'message-500-for-zero-width': failsOnMessage(500, (text) => /\u200B/.test(text)),
    'message-500-beyond-4096': failsOnMessage(500, (text) => text.length > 4096),
    'message-500-beyond-10000': failsOnMessage(500, (text) => text.length > 10_000),
    'message-500-beyond-255': failsOnMessage(502, (text) => text.length > 255),
    'message-0-missing': failsOnMessage(400, (text) => Number(text) === 0),
    'message-false-missing': failsOnMessage(400, (text) => ['false', 'null', 'undefined'].includes(text)),
    'message-parsed-as-json': failsOnMessage(400, isJson),
    'message-command-unknown': failsOnMessage(404, (text) => text.startsWith('/')),
    'message-of-one-character-rejected': failsOnMessage(400, (text) => text.length < 2),
    'message-markup-rejected': failsOnMessage(403, (text) => text.includes('&lt;')),
    'message-resets-for-a-euro': failsOnMessage(503, (text) => text.includes('€')),
  }),
  ...mutantsOf('R-6-09', check, {
    'long-reply-without-end': onReplies(({ message }) => message.length > 8000, withoutEnd),
    'reply-to-a-command-without-end': onReplies(({ message }) => message.startsWith('/'), withoutEnd),
  }),
  ...mutantsOf('R-6-10', check, {
    'long-reply-reset': (base) => ({
      framesOf: (events, turn) => {
        const frames = base.framesOf(events, turn);
        return turn.message.length > 20_000 ? [...frames.slice(0, -1), { type: 'reset' }] : frames;
      },
    }),
  }),
  ...mutantsOf('R-6-07', check, {
    'text-chunks-of-13-code-units': onEvents((events) =>
      events.flatMap((event) => {
        const content = String(event['content'] ?? '');
        const parts = content.match(/[\s\S]{1,13}/g) ?? [];
        return event['type'] === 'text'
          ? parts.map((part) => ({ type: 'text', content: part.replaceAll(/[\uDC00-\uDFFF]$/g, '') }))
          : [event];
      }),
    ),
  }),
  ...mutantsOf('R-1-08', check, {
    'control-characters-unescaped': ({ encodeEvent }) => ({
      encodeEvent: (event, index) =>
        encodeEvent(event, index)
          .toString()
          .replaceAll(/(?<!\\)\\t/g, '\t'),
    }),
    'reply-to-event-syntax-raw': ({ encodeEvent }) => ({
      encodeEvent: (event, index) =>
        /data: \{/.test(String(event['content']))
          ? `data: ${String(event['content'])}\n\n`
          : encodeEvent(event, index),
    }),
    'short-reply-as-json': (base) =>
      beforeOperation('streamAgentChat', ({ body }) =>
        base.validateChat(body) === undefined && (body as JsonObject)['message'] === '?'
          ? { ...jsonResponse(200, { content: 'Hello' }), headers: { 'content-type': 'text/plain' } }
          : undefined,
      )(base),
  }),
];

const ofAgents: readonly Mutant[] = [
  ...mutantsOf('R-4.1-16', check, {
    'agent-of-provider-three-500': failsOnAgent(
      500,
      (_agent, config) => config['model_provider'] === 'provider_three',
    ),
    'agent-of-provider-two-404': failsOnAgent(
      404,
      (_agent, config) => config['model_provider'] === 'provider_two',
    ),
    'agent-that-recommends-501': failsOnAgent(501, ({ type }) => type === 'product_recommendation'),
    'agent-of-temperature-0-500': failsOnAgent(
      500,
      ({ name }, config) => name !== undefined && config['temperature'] === 0,
    ),
    'agent-of-temperature-1-500': failsOnAgent(500, (_agent, config) => config['temperature'] === 1),
    'agent-of-one-token-400': failsOnAgent(400, (_agent, config) => config['max_tokens'] === 1),
    'agent-of-many-tokens-400': failsOnAgent(400, (_agent, config) => Number(config['max_tokens']) > 65_536),
    'agent-without-description-500': failsOnAgent(500, ({ description }) => description === undefined),
    'agent-of-a-long-prompt-500': failsOnAgent(
      500,
      (_agent, config) => String(config['system_prompt']).length > 4096,
    ),
    'agent-of-a-prompt-with-line-ends-500': failsOnAgent(500, (_agent, config) =>
      /\r/.test(String(config['system_prompt'])),
    ),
    'agent-with-a-disabled-tool-500': failsOnAgent(500, (_agent, { mcp_capabilities: items }) =>
      JSON.stringify(items ?? []).includes('"enabled":false'),
    ),
  }),
  ...mutantsOf('R-6-09', check, {
    'provider-two-without-end': onReplies(
      (turn) => configOf(turn)['model_provider'] === 'provider_two',
      withoutEnd,
    ),
    'one-token-without-end': onReplies((turn) => configOf(turn)['max_tokens'] === 1, withoutEnd),
  }),
  ...mutantsOf('R-6-02', check, {
    'provider-three-text-as-parts': onEventsOf('text', (event, turn) =>
      configOf(turn)['model_provider'] === 'provider_three'
        ? { ...event, content: [{ text: event['content'] }] }
        : event,
    ),
    'provider-two-null-text-at-the-end': onReplies(
      (turn) => configOf(turn)['model_provider'] === 'provider_two',
      (events) =>
        events.flatMap((event) =>
          event['type'] === 'end' ? [{ type: 'text', content: null }, event] : [event],
        ),
    ),
  }),
];

/** Defects of the replies to rare messages, and of agents that the fixture is not. */
export const messageMutants: readonly Mutant[] = [...ofMessages, ...ofAgents];
