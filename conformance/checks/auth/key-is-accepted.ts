import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';
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

/** The clause that a rejected key violates; 403 for a create may be the agent limit. */
function clauseOfRejection(request: ApiRequest, { status }: Exchange): RequirementId | undefined {
  if (status === 401) return 'R-5-02';
  const isCreate = request.method === 'POST' && request.path === '/api/agents';
  return status === 403 && !isCreate ? 'R-5-09' : undefined;
}

/** Source 5.2, 5.3 and 5.9. */
export const keyIsAccepted: Check = {
  id: 'auth/key-is-accepted',
  title: 'The key has the stated form, and every operation accepts it as a bearer token',
  requirements: ['R-5-02', 'R-5-03', 'R-5-09'],
  profile: 'full',
  cost: { requests: 4, messages: 0, agents: 0 },
  costFor: ({ readOnly }) =>
    readOnly ? { requests: 2, messages: 0, agents: 0 } : { requests: 4, messages: 0, agents: 0 },
  isReadOnly: true,
  run: async (context) => {
    verifyForm(context);
    for (const request of requests(context)) {
      const exchange = await context.client.send(request);
      const requirement = clauseOfRejection(request, exchange);
      if (requirement === undefined) continue;
      const expected = `the key accepted by ${request.method} ${request.path.split('?')[0] ?? ''}`;
      context.report({ requirement, expected, actual: describeResponse(exchange) }, exchange);
    }
  },
};
