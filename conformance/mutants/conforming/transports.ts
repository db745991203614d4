import type { Deployment, Frame, Call, HttpResponse, HttpRequest } from '../server/deployment.ts';
import { maximal } from './maximal.ts';
import { minimal } from './minimal.ts';
import { overlap } from '../server/responses.ts';
import { createHash } from 'node:crypto';
import { asksForGzip, gzipped, withHeaders } from '../changes/requests.ts';
import { operationOf } from '../server/handle.ts';

/** A Date that stays what it was at the first response of a connection, as some servers cache it. */
const datesOfConnections = new Map<number, string>();
const staleDate: Deployment = {
  ...maximal,
  name: 'stale-date',
  finish: (response, request, call) => {
    const date = datesOfConnections.get(request.connection);
    const own = date ?? new Date(call?.state.now() ?? Date.now()).toUTCString();
    datesOfConnections.set(request.connection, own);
    return withHeaders(response, { date: own });
  },
};

const ipv6: Deployment = { ...maximal, name: 'ipv6', host: '::1' };

const closing: Deployment = { ...minimal, name: 'closing', endsByClosing: true };

const slowReplies = 30;
const firstWordMs = 2000;

/** A model that takes two seconds to the first word of each of the first replies, and a moment for the others. */
const slow: Deployment = {
  ...maximal,
  name: 'slow-model',
  framesOf: (events, turn): Frame[] => {
    const isSlow = turn.call.state.nextNumber('reply') <= slowReplies;
    const pause: Frame = { type: 'pause', ...(isSlow && { milliseconds: firstWordMs }) };
    return [pause, ...maximal.framesOf(events, turn)];
  },
};

/** Servers whose clocks, addresses, connections or models are unusual. */
export const transports: readonly Deployment[] = [staleDate, ipv6, closing, slow];

const inUse = new WeakMap<object, Set<string>>();

/** Rejects a message to a conversation whose reply is not over (409), and an overlong one (413). */
function chat(call: Call): HttpResponse {
  const response = maximal.operations.streamAgentChat(call);
  const { conversation_id: id, message } = (call.body ?? {}) as {
    conversation_id?: string;
    message?: string;
  };
  if ((message?.length ?? 0) > 5000) return call.deployment.errorResponse(413, 'too long');
  const busy = inUse.get(call.state) ?? new Set<string>();
  inUse.set(call.state, busy);
  if (id === undefined || response.status !== 200) return response;
  if (busy.has(id)) return call.deployment.errorResponse(409, 'the reply before is not over');
  busy.add(id);
  return { ...response, closed: () => busy.delete(id) };
}

/** Streams in its own time: a pause in each reply, and responses that overtake each other. */
export const busy: Deployment = {
  ...maximal,
  name: 'busy',
  // Local time without an offset is ISO 8601, too.
  timestamp: (milliseconds) => new Date(milliseconds + 5.5 * 3_600_000).toISOString().slice(0, 19),
  around: async (call, respond) => {
    await overlap((call.state.nextNumber('busy') % 3) * 10);
    return respond();
  },
  framesOf: (events, turn) =>
    maximal
      .framesOf(events, turn)
      .flatMap((frame, index): Frame[] => (index === 1 ? [{ type: 'pause' }, frame] : [frame])),
  operations: { ...maximal.operations, streamAgentChat: chat },
};

/** Compresses what was asked for compressed, streams included. */
function compressed(response: HttpResponse, request: HttpRequest): HttpResponse {
  if (!asksForGzip(request) || response.frames.length === 0) return response;
  return withHeaders(gzipped(response), { 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
}

/** A validator of the whole list, by which a cache of the client's own stays right. */
function validated(response: HttpResponse, request: HttpRequest): HttpResponse {
  if (operationOf(request) !== 'listAgents' || response.status !== 200) return response;
  const etag = `W/"${createHash('sha1').update(JSON.stringify(response.frames)).digest('hex')}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization' };
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, frames: [] };
  return withHeaders(response, headers);
}

/** Behind a proxy that closes each connection, compresses, lets clients cache, and rejects methods by itself. */
export const proxied: Deployment = {
  ...maximal,
  name: 'proxied',
  finish: (response, request, call) => {
    const finished = compressed(validated(maximal.finish(response, request, call), request), request);
    const isOther = call === undefined && !['GET', 'POST'].includes(request.method);
    const { headers, ...rest } = isOther ? maximal.errorResponse(405, 'use GET or POST') : finished;
    return { ...rest, headers: { ...headers, connection: 'close' } };
  },
};
