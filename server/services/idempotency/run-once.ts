import { beginOnce } from './begin-once.ts';
import type { OnceDeps, OnceRequest } from './begin-once.ts';

/**
 * Runs `work` for the first request with an Idempotency-Key and answers every later one as that was answered
 * (decision 0030). A failure frees the key. Throws what beginOnce and `work` throw.
 */
export async function runOnce<Answer>(
  deps: OnceDeps,
  request: OnceRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const once = await beginOnce(deps, request);
  // Only the line below writes answers for this operation.
  if (once.type === 'again') return JSON.parse(once.answer) as Answer;
  try {
    const answer = await work();
    await once.keep(JSON.stringify(answer));
    return answer;
  } catch (error) {
    await once.forget();
    throw error;
  }
}
