import type { Check, CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import type { ApiRequest } from '../../client/exchange.ts';
import { widgetRequest } from './protected-requests.ts';

const keyForm = /^svc_[A-Za-z0-9]{32}$/;

/** Bodies without their fields: 400 when the key counts, and nothing can come of them. */
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

function judgeForm(context: CheckContext): void {
  for (const [name, store] of Object.entries(context.target.stores)) {
    if (store === undefined || keyForm.test(store.key)) continue;
    const actual = `the key of the ${name} store has ${store.key.length} characters, or others than these`;
    context.breach({ requirement: 'R-5-03', expected: 'svc_ and 32 letters and digits', actual });
  }
}

async function run(context: CheckContext): Promise<void> {
  judgeForm(context);
  for (const request of requests(context)) {
    const exchange = await context.client.send(request);
    if (exchange.status !== 401) continue;
    const expected = `the key accepted by ${request.method} ${request.path.split('?')[0] ?? ''}`;
    context.breach({ requirement: 'R-5-02', expected, actual: describeAnswer(exchange) }, exchange);
  }
}

/** Source 5.2 and 5.3. */
export const keyIsAccepted: Check = {
  id: 'auth/key-is-accepted',
  title: 'The key has the stated form, and every operation accepts it as a bearer',
  requirements: ['R-5-02', 'R-5-03'],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 4, messages: 0, agents: 0 },
  writes: false,
  run,
};
