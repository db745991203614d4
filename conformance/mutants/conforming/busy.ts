import { overlap } from '../server/overlap.ts';
import type { Call, Deployment, Frame, HttpResponse } from '../server/deployment.ts';
import { maximal } from './maximal.ts';

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
