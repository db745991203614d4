import { onErrorResponses } from '../changes/changes.ts';
import { errorStatuses } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, HttpResponse, JsonObject } from '../server/deployment.ts';
import { bytes, changeJson, without } from '../server/responses.ts';

function onBodies(
  change: (body: JsonObject) => unknown,
  statuses: readonly number[] = errorStatuses,
): Change {
  return onErrorResponses(statuses, (response) => changeJson(response, change));
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

/** Mutants of section 2.5 of the source. */
export const errorBodyMutants: readonly Mutant[] = mutantsOf({
  'R-2.5-01 errors/bodies error-wrapped': onBodies((body) => ({ errors: [body] })),
  'R-2.5-01 widget/unknown-chatbot error-as-message-for-404': onErrorResponses([404], (response) =>
    changeJson(response, ({ error, status }) => ({ message: error, status })),
  ),
  'R-2.5-02 errors/bodies error-status-missing': onBodies((body) => without(body, 'status')),
  'R-2.5-02 limits/free error-status-in-429-missing': onErrorResponses([429], (response) =>
    changeJson(response, ({ error }) => ({ error })),
  ),
  'R-2.5-03 errors/bodies error-status-500': onBodies((body) => ({ ...body, status: 500 })),
  'R-2.5-03 responses/every-response error-with-status-twice': onErrorResponses(
    [400, 401, 403, 404],
    (response) => ({
      ...response,
      frames: [bytes(`{"status":"error","error":"rejected","status":${response.status}}`)],
    }),
  ),
  'R-2.5-03 widget/missing-chatbot-id error-body-cached-between-operations': lastError,
});
