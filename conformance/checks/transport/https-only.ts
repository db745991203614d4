import { Untested, type Check, type CheckContext } from '../../check.ts';
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

/** The port of a URL, also where it is the default of its protocol. */
function portOf(url: string): string {
  const { port, protocol } = new URL(url);
  return port || (protocol === 'https:' ? '443' : '80');
}

/** Whether a response redirects to HTTPS, which serves nothing: whether that is a rejection is open (decision 0014). */
function redirectsToHttps({ status, headers }: Exchange): boolean {
  return status >= 300 && status < 400 && /^https:/i.test(headers['location'] ?? '');
}

/** The outcome of one request over plain HTTP, for the observations; undefined where it was served. */
function rejectionOf(exchange: Exchange | undefined): string | undefined {
  if (exchange === undefined) return 'no response';
  if (exchange.status >= 400) return `status ${exchange.status}`;
  return redirectsToHttps(exchange) ? `a redirect to HTTPS (${exchange.status})` : undefined;
}

async function run(context: CheckContext): Promise<void> {
  const { httpUrl, baseUrl } = context.target;
  for (const request of requests(context)) {
    const exchange = await send(context, request);
    const rejection = rejectionOf(exchange);
    if (rejection !== undefined) {
      context.observe('R-1-12', `plain HTTP is rejected by ${rejection}`);
      continue;
    }
    if (exchange === undefined) continue;
    const actual = describeResponse(exchange);
    const expected = 'plain HTTP rejected: no response, 4xx, or a redirect to HTTPS';
    context.report({ requirement: 'R-1-09', expected, actual }, exchange);
    context.report({ requirement: 'R-5-07', expected: 'no key accepted over plain HTTP', actual }, exchange);
  }
  // A port that speaks TLS cannot serve plain HTTP: that it does not says nothing about the deployment's other ports.
  if (portOf(httpUrl) === portOf(baseUrl))
    context.untested(
      'only the TLS port was asked: give the address of plain HTTP by --http-url',
      'R-1-09',
      'R-5-07',
    );
}

/** Source 1 and 5.7. */
export const httpsOnly: Check = {
  id: 'transport/https-only',
  title: 'Plain HTTP serves nothing: no response, a 4xx, or a redirect to HTTPS',
  requirements: ['R-1-09', 'R-5-07', 'R-1-12'],
  level: 'stated',
  profile: 'core',
  cost: { requests: 3, messages: 0, agents: 0 },
  writes: false,
  run,
};

/** Our decision 0014: plain HTTP is 403 with the error body. */
export const httpsOnlyReference: Check = {
  id: 'transport/reference',
  title: 'Plain HTTP is 403, and not redirected',
  requirements: ['R-1-12'],
  level: 'open',
  profile: 'reference',
  cost: { requests: 1, messages: 0, agents: 0 },
  writes: false,
  run: async (context) => {
    const { httpUrl, baseUrl } = context.target;
    if (portOf(httpUrl) === portOf(baseUrl))
      throw new Untested('only the TLS port was asked: give --http-url');
    const path = `${httpUrl}/api/agents`;
    const exchange = await send(context, { method: 'GET', path, credential: { type: 'none' } });
    if (exchange?.status === 403) return;
    const actual = exchange === undefined ? 'no response' : describeResponse(exchange);
    context.report({ requirement: 'R-1-12', expected: 'status 403', actual, ...(exchange && { exchange }) });
  },
};
