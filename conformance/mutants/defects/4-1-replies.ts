import { beforeOperation, onEventsOf } from '../changes/changes.ts';
import { atMost, onLeave, sentObject, unavailable } from '../changes/replies.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, JsonObject } from '../server/deployment.ts';
import { overlap } from '../server/overlap.ts';
import { isObject, without } from '../server/responses.ts';

function slotsThatLeak(): Change {
  let left = 0;
  return onLeave(
    () => (left += 1),
    ({ deployment }) => (left >= 3 ? deployment.errorResponse(500, 'no slot is free') : undefined),
  );
}

/** A message to some agents is a 500. */
function chatFailsFor(
  when: (agent: JsonObject, capabilities: readonly unknown[] | undefined) => boolean,
): Change {
  return beforeOperation('streamAgentChat', (call) => {
    const id = isObject(call.body) ? call.body['agent_id'] : undefined;
    const agent = call.deployment.findAgent(id, call);
    const config = agent?.['config'];
    const list = isObject(config) ? config['mcp_capabilities'] : undefined;
    const capabilities = Array.isArray(list) ? (list as readonly unknown[]) : undefined;
    return agent !== undefined && when(agent, capabilities)
      ? call.deployment.errorResponse(500, 'the model failed')
      : undefined;
  });
}

function isRepeated(capabilities: readonly unknown[] = []): boolean {
  return new Set(capabilities.map((item) => isObject(item) && item['type'])).size < capabilities.length;
}

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

function rejectsMessage(status: number, when: (message: string) => boolean): Change {
  return beforeOperation('streamAgentChat', ({ body, deployment }) =>
    isObject(body) && typeof body['message'] === 'string' && when(body['message'])
      ? deployment.errorResponse(status, 'not accepted')
      : undefined,
  );
}

/** A connection of a pool is held as long as a reply takes. */
const poolOfConnections: Change = () => {
  let inUse = 0;
  return {
    around: async (call, respond) => {
      if (call.operation !== 'streamAgentChat') return respond();
      if (inUse >= poolSize) return call.deployment.errorResponse(500, 'no free connection in the pool');
      inUse += 1;
      try {
        await overlap();
        return respond();
      } finally {
        inUse -= 1;
      }
    },
  };
};

const poolSize = 20;

/** Mutants of section 4.1 of the source. */
export const repliesMutants: readonly Mutant[] = [
  ...mutantsOf({
    'R-4.1-08 chat-stream/hostile-message event-type-missing': onEventsOf('text', (event) =>
      without(event, 'type'),
    ),
    'R-4.1-08 chat-stream/hostile-message stream-without-blank-lines': () => ({
      encodeEvent: (event) => `data: ${JSON.stringify(event)}\n`,
    }),
    'R-4.1-08 chat-stream/reply event-over-several-data-lines': () => ({
      encodeEvent: (event) => `data: ${JSON.stringify(event, null, 1).replaceAll('\n', '\ndata: ')}\n\n`,
    }),
    'R-4.1-16 responses/every-response one-chat-at-a-time': atMost(1, 'streamAgentChat', unavailable),
    'R-4.1-16 chat-stream/client-leaves slots-leak-when-clients-leave': slotsThatLeak(),
    'R-4.1-16 json/messages conversation-id-of-another-form-500': beforeOperation(
      'streamAgentChat',
      (call) => {
        const id = sentObject(call)['conversation_id'];
        return typeof id === 'string' && !/^cnv_\w{12}$/.test(id)
          ? call.deployment.errorResponse(500, 'invalid input syntax')
          : undefined;
      },
    ),
    'R-4.1-16 chat-stream/generated-messages agent-name-with-braces-chat-500': chatFailsFor(({ name }) =>
      /[{}]/.test(String(name)),
    ),
    'R-4.1-16 chat-stream/generated-messages agent-with-two-tools-chat-500': chatFailsFor(
      (_agent, capabilities) => isRepeated(capabilities),
    ),
    'R-4.1-16 chat-stream/generated-messages message-500-beyond-255': failsOnMessage(
      502,
      (text) => text.length > 255,
    ),
    'R-4.1-16 chat-stream/generated-messages agent-of-provider-two-404': failsOnAgent(
      404,
      (_agent, config) => config['model_provider'] === 'provider_two',
    ),
    'R-4.1-16 chat-stream/generated-messages agent-of-temperature-1-500': failsOnAgent(
      500,
      (_agent, config) => config['temperature'] === 1,
    ),
    'R-4.1-16 chat-stream/generated-messages agent-with-a-disabled-tool-500': failsOnAgent(
      500,
      (_agent, { mcp_capabilities: items }) => JSON.stringify(items ?? []).includes('"enabled":false'),
    ),
    'R-4.1-16 chat-stream/generated-messages message-of-emoji-rejected': rejectsMessage(
      400,
      (text) =>
        text !== '' &&
        !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll(/\p{Extended_Pictographic}|\p{M}|\u200D/gu, '')),
    ),
    'R-4.1-16 chat-stream/generated-messages firewall-rejects-select-from': rejectsMessage(403, (text) =>
      /\bselect\b.*\bfrom\b/i.test(text),
    ),
    'R-4.1-16 limits/agents full-store-rejects-messages': beforeOperation(
      'streamAgentChat',
      ({ store, deployment }) =>
        store.agents.length >= store.agentLimit
          ? deployment.errorResponse(403, 'the agent limit of the plan is reached')
          : undefined,
    ),
    'R-4.1-16 chat-stream/long-conversation chat-beyond-20-at-once-500': poolOfConnections,
  }),
];
