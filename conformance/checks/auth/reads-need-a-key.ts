import type { Check } from '../../check.ts';
import { listRequest, widgetRequest } from './protected-requests.ts';
import { verifyUnauthorized } from './verify-unauthorized.ts';

/** Source 5.1 and 5.6 for the operations that read. */
export const readsNeedAKey: Check = {
  id: 'auth/reads-need-a-key',
  title: 'Without a key, the list and the widget configuration are rejected with 401',
  requirements: [
    ...(['R-7-12', 'R-7-10', 'R-5-01', 'R-5-06', 'R-4-01', 'R-7-13', 'R-2.5-01', 'R-2.5-02'] as const),
    'R-2.5-03',
  ],
  profile: 'core',
  cost: { requests: 2, messages: 0, agents: 0 },
  isReadOnly: true,
  run: async (context) => {
    for (const request of [listRequest(), widgetRequest(context)]) {
      await verifyUnauthorized(context, request, { what: 'no key', credential: { type: 'none' } });
    }
  },
};
