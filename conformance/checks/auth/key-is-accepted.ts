import type { Check, CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { ApiRequest } from '../../exchange.ts';
import { widgetRequest } from './protected-requests.ts';

const keyForm = /^svc_[A-Za-z0-9]{32}$/;

/** A request for each operation. Writes have no fields: 400 when the key is accepted, and nothing is created. */
function requests(context: CheckContext): readonly ApiRequest[] {
  const writes: readonly ApiRequest[] = [
    { method: 'POST', path: '/api/agents', json: {} },
    { method: 'POST', path: '/api/agents/chat/stream', json: {} },
  ];
  const reads: readonly ApiRequest[] = [
    { method: 'GET', path: '/api/agents' },
    widgetRequest(context).request,
  ];
  return context.target.readOnly ? reads : [...reads, ...writes];
}

/** The keys have the stated form. */
function verifyForm(context: CheckContext): void {
  for (const [name, store] of Object.entries(context.target.stores)) {
    if (store === undefined || keyForm.test(store.key)) continue;
    const actual = `the key of the ${name} store has ${store.key.length} characters, or other ones`;
    context.report({ requirement: 'R-5-03', expected: 'svc_ and 32 letters and digits', actual });
  }
}

async function run(context: CheckContext): Promise<void> {
  verifyForm(context);
  for (const request of requests(context)) {
    const exchange = await context.client.send(request);
    if (exchange.status !== 401) continue;
    const expected = `the key accepted by ${request.method} ${request.path.split('?')[0] ?? ''}`;
    context.report({ requirement: 'R-5-02', expected, actual: describeResponse(exchange) }, exchange);
  }
}

/** Source 5.2 and 5.3. */
export const keyIsAccepted: Check = {
  id: 'auth/key-is-accepted',
  title: 'The key has the stated form, and every operation accepts it as a bearer token',
  requirements: ['R-5-02', 'R-5-03'],
  level: 'stated',
  profile: 'full',
  cost: { requests: 4, messages: 0, agents: 0 },
  writes: false,
  run,
};
