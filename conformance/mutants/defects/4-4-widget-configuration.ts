import { setTimeout as wait } from 'node:timers/promises';
import { widgetFrom } from '../changes/agents.ts';
import { beforeOperation, onOperation, rejectCalls } from '../changes/changes.ts';
import { onEvery } from '../changes/replies.ts';
import { asksForGzip, gzipped, isFull } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, Store } from '../server/deployment.ts';
import { jsonResponse } from '../server/responses.ts';

/** Finds a chatbot by another comparison of ids. */
function findsChatbot(change: (id: string) => string): Change {
  return (base) => ({
    findChatbot: (id, call) =>
      base.findChatbot(id, call) ??
      call.store.chatbots.find((chatbot) => change(String(chatbot['chatbot_id'])) === change(id)),
  });
}

/** The store of a request in a variable, which other requests set before the configuration is read. */
const storeOfLastRequest: Change = (base) => {
  let current: Store | undefined;
  let next = Promise.withResolvers<void>();
  return {
    around: async (call, respond) => {
      current = call.store;
      next.resolve();
      next = Promise.withResolvers();
      if (call.operation !== 'getWidgetConfig') return respond();
      // A request that is sent beside this one arrives, however slow; after one that is sent alone comes none.
      await Promise.race([next.promise, wait(300)]);
      return base.operations.getWidgetConfig({ ...call, store: current });
    },
  };
};

/** Compression middleware whose header a proxy removes. */
const gzipUnnamed = onOperation('getWidgetConfig', (response, { request }) => {
  return response.status === 200 && asksForGzip(request) ? gzipped(response) : response;
});

/** Mutants of section 4.4 of the source. */
export const widgetConfigurationMutants: readonly Mutant[] = mutantsOf({
  'R-4.4-01 responses/every-response widget-empty-every-3rd-time': onEvery(3, 'getWidgetConfig', () => ({})),
  'R-4.4-02 widget/generated-ids widget-id-without-accents': findsChatbot((id) =>
    id.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  ),
  'R-4.4-02 widget/other-forms-of-id chatbot-id-array-parameter': widgetFrom(
    ({ request }) => request.query.get('chatbot_id[]') ?? undefined,
  ),
  'R-4.4-02 limits/agents widget-403-of-a-full-store': rejectCalls('getWidgetConfig', 403, isFull),
  'R-4.4-02 widget/missing-chatbot-id widget-first-by-default': beforeOperation(
    'getWidgetConfig',
    ({ request, store }) =>
      request.query.has('chatbot_id') ? undefined : jsonResponse(200, store.chatbots[0]),
  ),
  'R-4.4-02 widget/unknown-chatbot widget-id-by-prefix': (base) => ({
    findChatbot: (id, call) =>
      base.findChatbot(id, call) ??
      call.store.chatbots.find((chatbot) => id.startsWith(String(chatbot['chatbot_id']))),
  }),
  'R-4.4-04 tenancy/strangers widget-of-the-last-store': storeOfLastRequest,
  'R-4.4-04 http/reads widget-gzip-without-encoding': gzipUnnamed,
  'R-4.4-04 responses/every-response widget-500-after-an-unknown-one': (base) => ({
    findChatbot: (id, call) => {
      const found = base.findChatbot(id, call);
      if (found === undefined) call.state.nextNumber('unknown chatbot');
      return found;
    },
    ...onOperation('getWidgetConfig', (response, { state, deployment }) =>
      response.status === 200 && state.nextNumber('unknown chatbot') > 3
        ? deployment.errorResponse(500, 'null is no chatbot')
        : response,
    )(base),
  }),
});
