import type { Call, Change, Frame, HttpResponse, JsonObject, OperationName } from '../server/deployment.ts';
import { overlap, isObject } from '../server/responses.ts';
import { onSuccess, replaceOperation } from './changes.ts';

/** Changes the frames of a stream after its events were encoded. */
export function onFrames(change: (frames: readonly Frame[]) => readonly Frame[]): Change {
  return ({ framesOf }) => ({ framesOf: (events, turn) => change(framesOf(events, turn)) });
}

/** Runs calls of one operation in their own time, as a server does that waits for a database or a model. */
export function slowly(
  operation: Call['operation'],
  around: (call: Call, respond: () => HttpResponse) => Promise<HttpResponse>,
): Change {
  return () => ({
    around: (call, respond) => (call.operation === operation ? around(call, respond) : respond()),
  });
}

/** Counts the calls of an operation that are in flight, and responds to those beyond a maximum. */
export function atMost(
  max: number,
  operation: Call['operation'],
  reject: (call: Call) => HttpResponse,
): Change {
  let inFlight = 0;
  return slowly(operation, async (call, respond) => {
    if (inFlight >= max) return reject(call);
    inFlight += 1;
    try {
      await overlap();
      return respond();
    } finally {
      inFlight -= 1;
    }
  });
}

export const unavailable = ({ deployment }: Call): HttpResponse =>
  deployment.errorResponse(500, 'database is locked');

/** Streams slowly, and runs when a client leaves before the end. */
export function onLeave(
  left: (call: Call) => void,
  before: (call: Call) => HttpResponse | undefined,
): Change {
  return (base) => ({
    framesOf: (events, turn) =>
      base.framesOf(events, turn).flatMap((frame): Frame[] => [frame, { type: 'pause' }]),
    ...replaceOperation('streamAgentChat', (call, respond) => {
      const closed = (isComplete: boolean): void => (isComplete ? undefined : left(call));
      return before(call) ?? { ...respond(call), closed };
    })(base),
  });
}

export function bodyOf({ body }: Pick<Call, 'body'>): JsonObject {
  return isObject(body) ? body : {};
}

export function sentConversation({ body, operation }: Call): unknown {
  return operation === 'streamAgentChat' && isObject(body) ? body['conversation_id'] : undefined;
}

/** Changes every nth successful response of an operation. */
export function onEvery(
  nth: number,
  name: OperationName,
  change: (body: JsonObject, call: Call) => unknown,
): Change {
  return onSuccess(name, (body, call) =>
    call.state.nextNumber(`mutant ${name}`) % nth === 0 ? change(body, call) : body,
  );
}
