import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Call, Change, JsonObject } from '../server/deployment.ts';
import { bytes, changeJson, isObject } from '../server/responses.ts';
import { minuteMs } from '../server/limits.ts';
import {
  beforeOperation,
  onConfigText,
  onErrorResponses,
  onEvents,
  onList,
  onListed,
  onStored,
  onText,
} from './changes.ts';
import { overlap } from '../server/overlap.ts';

function inConfig(agent: JsonObject, name: string, change: (value: unknown) => unknown): JsonObject {
  const config = agent['config'] as JsonObject;
  return { ...agent, config: { ...config, [name]: change(config[name]) } };
}

const texts: readonly Mutant[] = [
  ...mutantsOf('R-2.1-04', 'agents/keeps-text', {
    'name-utf8mb3-truncated': onText('name', (text) => text.replace(/[\u{10000}-\u{10FFFF}].*$/su, '')),
  }),
  ...mutantsOf('R-2.1-08', 'agents/keeps-text', {
    'description-bold-to-html': onText('description', (text) =>
      text.replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>'),
    ),
  }),
  ...mutantsOf('R-2.2-18', 'agents/keeps-text', {
    'prompt-line-ends-doubled': onConfigText('system_prompt', (text) => text.replaceAll('\r\n', '\r\r\n')),
  }),
];

/** Another create in flight gives its type. */
const typeInFlight: Change = (base) => {
  let type: unknown;
  return {
    around: async (call, respond) => {
      if (call.operation !== 'createAgent') return respond();
      if (isObject(call.body)) type = call.body['type'];
      await overlap();
      return respond();
    },
    ...onStored((agent) => ({ ...agent, type: typeof type === 'string' ? type : agent['type'] }))(base),
  };
};

const rolledBack: Change = (base) => ({
  operations: {
    ...base.operations,
    createAgent: (call) => {
      const response = base.operations.createAgent(call);
      if (response.status === 201 && call.state.nextNumber('mutant create') % 20 === 0)
        call.store.agents.pop();
      return response;
    },
  },
});

const lists: readonly Mutant[] = [
  ...mutantsOf('R-2.1-16', 'agents/keeps-numbers', { 'type-of-create-in-flight': typeInFlight }),
  ...mutantsOf('R-4.2-07', 'agents/keeps-text', {
    'list-model-id-percent-encoded': onListed((agent) =>
      inConfig(agent, 'model_id', (value) => encodeURIComponent(String(value).toWellFormed())),
    ),
    'list-temperature-as-text': onListed((agent) =>
      inConfig(agent, 'temperature', (value) => Number(value).toFixed(2)),
    ),
    'list-null-for-default-tokens': onListed((agent) =>
      inConfig(agent, 'max_tokens', (value) => (value === 4096 ? null : value)),
    ),
    'list-created-at-of-another-zone': onListed((agent) => {
      const at = new Date(Date.parse(String(agent['created_at'])) + 2 * 60 * minuteMs).toISOString();
      return { ...agent, created_at: at, updated_at: at };
    }),
  }),
  ...mutantsOf('R-4.2-02', 'agents/keeps-text', {
    'list-hides-names-with-a-leading-dot': onList((agents) =>
      agents.filter(({ name }) => !/^[._]/.test(String(name))),
    ),
    'create-rolled-back-every-20th': rolledBack,
  }),
  ...mutantsOf('R-4.3-10', 'agents/keeps-text', {
    'create-500-for-a-name-beyond-255-bytes': beforeOperation('createAgent', ({ body, deployment }) =>
      isObject(body) && Buffer.byteLength(String(body['name'])) > 255
        ? deployment.errorResponse(500, 'index row size exceeds maximum')
        : undefined,
    ),
  }),
  ...mutantsOf('R-7-06', 'json/created-values', {
    'field-named-hasownproperty-500': beforeOperation('createAgent', ({ body, deployment }) =>
      isObject(body) && Object.hasOwn(body, 'hasOwnProperty')
        ? deployment.errorResponse(500, 'body.hasOwnProperty is not a function')
        : undefined,
    ),
  }),
];

/** A cache that the first lookup of a new agent fills. */
const cachedAgents: Change = (base) => {
  const unseen = new Set<unknown>();
  return {
    ...onStored((agent) => {
      unseen.add(agent['id']);
      return agent;
    })(base),
    findAgent: (id, call) => (unseen.delete(id) ? undefined : base.findAgent(id, call)),
  };
};

const reusedAfterRejection: Change = (base) => {
  let last: string | undefined;
  let isReused = false;
  return {
    validateChat: (body) => {
      const problem = base.validateChat(body);
      if (problem !== undefined) isReused = true;
      return problem;
    },
    eventsOf: (turn) =>
      base.eventsOf(turn).map((event) => {
        if (event['type'] !== 'end') return event;
        const id = isReused && last !== undefined ? last : turn.conversation.id;
        isReused = false;
        last = id;
        return { ...event, conversation_id: id };
      }),
  };
};

const isToolUsed = (events: readonly JsonObject[]): boolean => events.some(({ type }) => type === 'tool_use');

function rejectsMessage(status: number, when: (message: string) => boolean): Change {
  return beforeOperation('streamAgentChat', ({ body, deployment }) =>
    isObject(body) && typeof body['message'] === 'string' && when(body['message'])
      ? deployment.errorResponse(status, 'not accepted')
      : undefined,
  );
}

const maxStreamBytes = 65_536;

const cutStream: Change = (base) => ({
  framesOf: (events, turn) => {
    let size = 0;
    return base.framesOf(events, turn).filter((frame) => {
      size += frame.type === 'bytes' ? Buffer.byteLength(frame.bytes.toString()) : 0;
      return size <= maxStreamBytes;
    });
  },
});

const chats: readonly Mutant[] = [
  ...mutantsOf('R-4.1-16', 'chat-stream/several-at-once', { 'new-agent-404-at-first': cachedAgents }),
  ...mutantsOf('R-4.1-16', 'chat-stream/generated-messages', {
    'message-of-emoji-rejected': rejectsMessage(
      400,
      (text) =>
        text !== '' &&
        !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll(/\p{Extended_Pictographic}|\p{M}|\u200D/gu, '')),
    ),
    'firewall-rejects-select-from': rejectsMessage(403, (text) => /\bselect\b.*\bfrom\b/i.test(text)),
  }),
  ...mutantsOf('R-4.1-19', 'responses/every-response', {
    'conversation-id-of-rejected-message-reused': reusedAfterRejection,
  }),
  ...mutantsOf('R-6-09', 'agents/stateful-model', {
    'end-twice-when-a-tool-ran': onEvents((events) => {
      const end = events.at(-1);
      const at = events.findIndex(({ type }) => type === 'tool_result');
      return isToolUsed(events) && end ? events.toSpliced(at + 1, 0, end) : events;
    }),
  }),
  ...mutantsOf('R-6-14', 'agents/stateful-model', {
    'tool-result-first-on-follow-up': onEvents((events, { conversation }) => {
      const use = events.findIndex(({ type }) => type === 'tool_use');
      const result = events.findIndex(({ type }) => type === 'tool_result');
      const [one, other] = [events[use], events[result]];
      return one && other && conversation.messages.length > 0
        ? events.with(use, other).with(result, one)
        : events;
    }),
  }),
  ...mutantsOf('R-1-08', 'chat-stream/generated-messages', {
    'event-folded-at-2048': (base) => ({
      encodeEvent: (event, index) =>
        base
          .encodeEvent(event, index)
          .toString()
          .replaceAll(/.{2048}/g, '$&\n'),
    }),
  }),
  ...mutantsOf('R-6-10', 'chat-stream/generated-messages', { 'stream-cut-at-64-kb': cutStream }),
];

const errors: readonly Mutant[] = [
  ...mutantsOf('R-2.5-01', 'chat-stream/missing-fields', {
    'error-list-of-two-problems': onErrorResponses([400], (response, { body }) =>
      body.toString().trim() === '{}'
        ? changeJson(response, (problem) => ({ ...problem, error: ['name is missing', 'type is missing'] }))
        : response,
    ),
  }),
  ...mutantsOf('R-2.5-03', 'agents/wrong-values', {
    'error-500-in-body-of-broken-json': (base) => ({
      finish: (response, request, call) => {
        const finished = base.finish(response, request, call);
        return finished.status === 400 && request.method === 'POST' && call?.body === undefined
          ? changeJson(finished, (problem) => ({ ...problem, status: 500 }))
          : finished;
      },
    }),
  }),
  ...mutantsOf('R-4.2-06', 'http/reads', {
    'malformed-cookie-500': beforeOperation('listAgents', ({ request, deployment }) => {
      try {
        decodeURIComponent(request.headers.cookie ?? '');
        return undefined;
      } catch {
        return deployment.errorResponse(500, 'URI malformed');
      }
    }),
  }),
];

/** Creates of one kind are not counted, or more than those that succeed are. */
function countsAgents(countOf: (call: Call) => number): Change {
  return beforeOperation('createAgent', (call) => {
    if (!Number.isFinite(call.store.agentLimit) || call.deployment.validateCreate(call.body) !== undefined)
      return undefined;
    return countOf(call) >= call.store.agentLimit
      ? call.deployment.errorResponse(403, 'the agent limit of the plan is reached')
      : undefined;
  });
}

/** A store without an agent limit of its own, for a count that replaces it. */
function withoutLimit(change: Change): Change {
  return (base) => {
    const unlimited = {
      ...base,
      operations: {
        ...base.operations,
        createAgent: (call: Call) =>
          base.operations.createAgent({
            ...call,
            store: { ...call.store, agentLimit: Number.POSITIVE_INFINITY },
          }),
      },
    };
    return { ...change(unlimited) };
  };
}

const countingRejected: Change = (base) => {
  let rejected = 0;
  return {
    ...countsAgents(({ store }) => store.agents.length + rejected)(base),
    finish: (response, request, call) => {
      if (
        call?.operation === 'createAgent' &&
        response.status === 400 &&
        Number.isFinite(call.store.agentLimit)
      )
        rejected += 1;
      return base.finish(response, request, call);
    },
  };
};

const limits: readonly Mutant[] = [
  ...mutantsOf('R-8-05', 'limits/agents', {
    'agent-limit-counts-one-type': withoutLimit(
      countsAgents(({ store }) => store.agents.filter(({ type }) => type === 'customer_support').length),
    ),
    'agent-limit-counts-rejected-creates': countingRejected,
  }),
  ...mutantsOf('R-8-11', 'limits/free', {
    'retry-after-date-without-gmt': () => ({
      retryAfter: (waitMs, now) => new Date(now + waitMs).toString().slice(0, 24),
    }),
  }),
  ...mutantsOf('R-5-06', 'mcp/key', {
    'mcp-key-cut-to-36': () => ({
      identifyMcp: ({ query }, { stores }) =>
        stores.find(({ key }) => key === query.get('api_key')?.slice(0, 36)),
    }),
  }),
  ...mutantsOf('R-4.5-01', 'embed/script', {
    'embed-304-for-any-tag': (base) => ({
      embed: (request, state) =>
        request.headers['if-none-match'] === undefined
          ? base.embed(request, state)
          : { status: 304, headers: {}, frames: [bytes('')] },
    }),
  }),
];

/** Defects that few requests reach: rare texts, calls in flight, follow-ups, cached versions, other types. */
export const rarePathMutants: readonly Mutant[] = [...texts, ...lists, ...chats, ...errors, ...limits];
