import type { Call, Deployment, Reply } from '../server/deployment.ts';
import { continueOrRefuse, operations } from '../server/operations.ts';
import { jsonReply } from '../server/replies.ts';
import { problemOfChat, problemOfCreate, type Strictness } from '../server/validation.ts';
import { maximal } from './maximal.ts';

const strictness: Strictness = {
  knownAgentTypes: ['customer_support', 'product_recommendation'],
  knownCapabilities: ['catalog'],
  unknownFields: 'refused',
  longestString: 120,
  emptyStrings: 'refused',
  wholeTokens: true,
};

const largestBody = 16_384;

/** The media type and the size are judged first, as the errors beyond the source's table allow. */
function guarded(operation: (call: Call) => Reply): (call: Call) => Reply {
  return (call) => {
    if (!/^application\/json\b/.test(call.incoming.headers['content-type'] ?? '')) {
      return call.deployment.refuse(415, 'send application/json');
    }
    if (call.incoming.body.length > largestBody) return call.deployment.refuse(413, 'too large');
    return operation(call);
  };
}

/** With `stream: false`, one JSON object; a UUID where the source says string. */
function chat(call: Call): Reply {
  const reply = operations.streamAgentChat(call);
  const body = call.body as { stream?: boolean } | undefined;
  return body?.stream === false && reply.status === 200
    ? jsonReply(200, { reply: 'Hello', ok: true })
    : reply;
}

function uuid(count: number): string {
  return `8f14e45f-ceea-467f-a9ba-${(0xabc000000000 + count * 7919).toString(16)}`;
}

/** Refuses all that the source lets it refuse: unknown types and fields, empty and long strings, other media. */
export const strict: Deployment = {
  ...maximal,
  name: 'strict',
  problemOfCreate: problemOfCreate(strictness),
  problemOfChat: problemOfChat(strictness),
  newId: (_kind, count) => uuid(count),
  timestamp: (milliseconds) =>
    new Date(milliseconds)
      .toISOString()
      .replace('.', ',')
      .replace(/(\d{3})Z$/, '$1000Z'),
  findConversation: continueOrRefuse,
  operations: { ...operations, createAgent: guarded(operations.createAgent), streamAgentChat: guarded(chat) },
  encodeEvent: (event) => `data:   ${JSON.stringify(event)}\r\r`,
};
