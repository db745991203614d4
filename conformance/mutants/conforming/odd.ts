import type { Call, Deployment, JsonObject, Turn } from '../server/deployment.ts';
import { admitByBucket, retryAfterDate } from '../server/limits.ts';
import { continueOrStart, operations } from '../server/operations.ts';
import { eventsWithParallelTools } from '../server/replying.ts';
import { bytes, changeJson, isObject, jsonReply, textReply } from '../server/replies.ts';
import { maximal } from './maximal.ts';

const zone = 2;
const modulePrelude = '/* chatbot */ "use strict"; var o = document.currentScript; ';
const script = `${modulePrelude}var id = o.getAttribute("data-chatbot-id"); if (id) { console.log(id); }`;

/** ISO 8601 with an offset and no fraction. */
function localTimestamp(milliseconds: number): string {
  const shifted = new Date(milliseconds + zone * 3_600_000).toISOString();
  return `${shifted.slice(0, 19)}+0${zone}:00`;
}

function idOf(kind: 'agent' | 'conversation', count: number): string {
  return kind === 'agent'
    ? `stores/3/agents/${1000 + count}`
    : `${count}c0ffee-0000-4000-8000-00000000000${count % 10}`;
}

function withExtras(value: JsonObject): JsonObject {
  return { object: 'thing', ...value, links: { self: '/api' }, revision: 7 };
}

/** An optional field that was not sent is answered all the same, as nothing. */
function newAgent(input: JsonObject, call: Call): JsonObject {
  const agent = maximal.newAgent(input, call);
  const config = { mcp_capabilities: null, ...(agent['config'] as JsonObject) };
  return { description: null, ...agent, config };
}

/** The fields of the SSE grammar that carry no data, and no space after the colon. */
function encodeOddly(event: JsonObject, index: number): string {
  const comment = index % 2 === 0 ? ': still here\r\n\r\n' : '';
  const retry = index === 0 ? 'retry: 3000\r\n' : '';
  const name = `event: ${String(event['type'])}\r\nid: ${index}\r\n`;
  return `${comment}${retry}${name}data:${JSON.stringify({ seq: index, ...event })}\r\n\r\n`;
}

const longestMessage = 4000;

/** A long message is a failed reply: an error event, with a payload of its own. */
function eventsOrError(turn: Turn): readonly JsonObject[] {
  if (turn.message.length <= longestMessage) return eventsWithParallelTools(turn);
  return [
    { type: 'text', content: 'Let me see' },
    { type: 'error', message: 'the model gave up', code: 'overloaded', retryable: true },
  ];
}

function createAgent(call: Call) {
  const reply = operations.createAgent(call);
  return reply.status === 201 ? { ...changeJson(reply, withExtras), status: 200 } : reply;
}

/** Looks for an agent by whatever was sent as its id, and finds none: 404 where others say 400. */
function problemOfChatBeyondIds(body: unknown): string | undefined {
  const id = isObject(body) ? body['agent_id'] : undefined;
  return maximal.problemOfChat(
    id === undefined || id === null ? body : { ...(body as JsonObject), agent_id: 'any' },
  );
}

/** Odd, and legal: everything that the source leaves open is done in another way. */
export const odd: Deployment = {
  ...maximal,
  name: 'odd',
  plainHttp: { type: 'answer', reply: () => textReply(400, 'text/html', '<h1>400 speak TLS</h1>') },
  counts: (call) => call.operation === 'streamAgentChat',
  admit: admitByBucket,
  retryAfter: retryAfterDate,
  newId: idOf,
  timestamp: localTimestamp,
  newAgent,
  showListed: (agents) => agents.map((agent) => withExtras({ ...agent, status: 'draft' })).toReversed(),
  showChatbot: withExtras,
  problemOfChat: problemOfChatBeyondIds,
  findConversation: continueOrStart,
  eventsOf: eventsOrError,
  encodeEvent: encodeOddly,
  framesOf: (events, turn) => [
    bytes('\uFEFF: welcome\r\n\r\n'),
    ...maximal.framesOf(events, turn),
    bytes(': bye\r\n\r\n'),
  ],
  operations: { ...operations, createAgent },
  embed: () => textReply(200, 'application/x-javascript', script),
  refuse: (status, error, headers) =>
    jsonReply(
      status,
      { trace: 'f3', error: `Fehler: ${error}`, status },
      { ...headers, 'content-type': 'application/json; charset=utf-8' },
    ),
  finish: (reply) => ({ ...reply, headers: { ...reply.headers, 'x-powered-by': 'oddness' } }),
};
