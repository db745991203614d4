import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check } from '../../check.ts';
import { NoResponse } from '../../exchange.ts';
import type { OperationName } from '../../model/valid-request.ts';

/** The clauses that the successful responses of an operation may violate. */
const clausesOf: Readonly<Record<OperationName, readonly RequirementId[]>> = {
  listAgents: ['R-4.2-01', 'R-4.2-02', 'R-4.2-03', 'R-4.2-04', 'R-4.2-06', 'R-4.2-07'],
  createAgent: ['R-4.3-01', 'R-2.1-01', 'R-2.1-10', 'R-2.1-11', 'R-2.1-12', 'R-4.3-02', 'R-4.3-10'],
  streamAgentChat: [
    'R-1-02',
    'R-1-08',
    'R-4.1-05',
    'R-4.1-08',
    'R-4.1-16',
    'R-4.1-18',
    'R-4.1-19',
    'R-6-09',
    'R-6-10',
  ],
  getWidgetConfig: ['R-5-10', 'R-4.4-01', 'R-4.4-04', 'R-2.3-13', 'R-1-03'],
};

/** Source 1 to 7: what the checks of a run received, whatever they asked for. Reports what the others do not look at. */
export const everyResponse: Check = {
  id: 'responses/every-response',
  title:
    'Every response of the run keeps to the contract, ids stay unique, and lists have all that was created',
  requirements: [
    ...new Set([
      ...Object.values(clausesOf).flat(),
      'R-1-07',
      'R-2.2-16',
      'R-2.5-03',
      'R-5-01',
      'R-5-02',
      'R-5-14',
    ] as const),
  ],
  profile: 'core',
  isLast: true,
  cost: { requests: 1, messages: 0, agents: 0 },
  isReadOnly: true,
  run: async (context) => {
    const { model } = context;
    // The last list of a run has everything that the run created. Where none comes any more, that is a finding.
    const failure: unknown = await context.client.contract.listAgents().then(
      () => undefined,
      (error: unknown) => error,
    );
    for (const found of model.relations()) context.report(found);
    for (const { text, exchange } of model.warnings()) context.warn(text, exchange);
    for (const found of model.notShown()) context.notShown(found);
    for (const [operation, clauses] of Object.entries(clausesOf)) {
      if (model.succeeded(operation)) continue;
      context.untested(`no check of this run had a response of ${operation}`, ...clauses);
    }
    if (failure !== undefined && !(failure instanceof NoResponse)) throw failure;
  },
};
