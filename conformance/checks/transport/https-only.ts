import type { Check, CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import { NoAnswer, type ApiRequest, type Exchange } from '../../client/exchange.ts';

const patienceMs = 5000;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/;

/** The answer over plain HTTP, or undefined where the connection was refused, reset or ignored. */
async function send({ client }: CheckContext, request: ApiRequest): Promise<Exchange | undefined> {
  try {
    return await client.send({ ...request, idleTimeoutMs: patienceMs });
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/** A key never goes over a network in the clear: only a loopback address is asked with it. */
function requests({ target }: CheckContext): readonly ApiRequest[] {
  const list = { method: 'GET', path: `${target.httpUrl}/api/agents` };
  const script = { method: 'GET', path: `${target.httpUrl}/embed/chatbot.js` };
  const keyless: readonly ApiRequest[] = [
    { ...list, credential: { type: 'none' } },
    { ...script, credential: { type: 'none' } },
  ];
  return loopback.test(new URL(target.httpUrl).hostname) ? [...keyless, list] : keyless;
}

async function run(context: CheckContext): Promise<void> {
  for (const request of requests(context)) {
    const exchange = await send(context, request);
    if (exchange === undefined || exchange.status >= 400) continue;
    const actual = describeAnswer(exchange);
    context.breach(
      { requirement: 'R-1-09', expected: 'plain HTTP refused: no answer, or 4xx', actual },
      exchange,
    );
    context.breach({ requirement: 'R-5-07', expected: 'no key accepted over plain HTTP', actual }, exchange);
  }
}

/** Source 1 and 5.7. A redirect is an acceptance: the client has sent its key by then. */
export const httpsOnly: Check = {
  id: 'transport/https-only',
  title: 'Plain HTTP is refused: no answer or a 4xx, never a success and never a redirect',
  requirements: ['R-1-09', 'R-5-07'],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 3, messages: 0, agents: 0 },
  writes: false,
  run,
};
