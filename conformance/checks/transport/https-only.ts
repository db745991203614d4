import type { Check, CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { NoResponse, type ApiRequest, type Exchange } from '../../exchange.ts';

const timeoutMs = 5000;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/;

/** The response over plain HTTP, or undefined where the connection was rejected, reset or timed out. */
async function send({ client }: CheckContext, request: ApiRequest): Promise<Exchange | undefined> {
  try {
    return await client.send({ ...request, idleTimeoutMs: timeoutMs });
  } catch (error) {
    if (error instanceof NoResponse) return undefined;
    throw error;
  }
}

/** Requests with the key only for a loopback address: it is never sent over a network unencrypted. */
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
    const actual = describeResponse(exchange);
    const expected = 'plain HTTP rejected: no response, or 4xx';
    context.report({ requirement: 'R-1-09', expected, actual }, exchange);
    context.report({ requirement: 'R-5-07', expected: 'no key accepted over plain HTTP', actual }, exchange);
  }
}

/** Source 1 and 5.7. A redirect is no rejection: the client has sent its key by then. */
export const httpsOnly: Check = {
  id: 'transport/https-only',
  title: 'Plain HTTP is rejected: no response or a 4xx, never a success and never a redirect',
  requirements: ['R-1-09', 'R-5-07'],
  level: 'stated',
  profile: 'core',
  cost: { requests: 3, messages: 0, agents: 0 },
  writes: false,
  run,
};
