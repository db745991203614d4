import { plans } from '../../../generated/plans.ts';
import { createAgents } from '../fill-service.ts';
import { startService, type MeasuredService } from '../start-service.ts';
import { median } from '../statistics.ts';
import { runSuite, type SuiteRun } from '../suite-run.ts';
import type { Workload, WorkloadResult } from '../workload.ts';

interface CreatedStore {
  readonly id: string;
  readonly api_key: { readonly key: string };
}

/** The same requests in each round. */
const everything = ['--profile', 'reference', '--seed', '1'];

interface Shop {
  readonly key: string;
  readonly agent: string;
  readonly chatbot: string;
}

function createStore(service: MeasuredService, ...plan: readonly string[]): CreatedStore {
  return service.operate('stores', 'create', '--name', 'Judged', '--plan', ...plan) as CreatedStore;
}

/** A store of its own with an agent and a chatbot. */
async function createShop(service: MeasuredService): Promise<Shop> {
  const store = createStore(service, 'enterprise', '--requests-per-minute', '1000000');
  const { key } = store.api_key;
  const agent = await createAgents({ ...service, apiKey: key }, 1);
  const made = service.operate('chatbots', 'create', store.id, '--agent', agent, '--name', 'Front page');
  return { key, agent, chatbot: (made as { chatbot_id: string }).chatbot_id };
}

/**
 * What the suite is told, by its environment so that no key is on a command line. The stores are new ones: the
 * agents of the run before would make each list longer.
 */
async function prepare(service: MeasuredService): Promise<Record<string, string>> {
  const [main, second] = [await createShop(service), await createShop(service)];
  return {
    CONFORMANCE_BASE_URL: service.url,
    CONFORMANCE_HTTP_URL: service.httpUrl,
    CONFORMANCE_CA: service.caFile,
    CONFORMANCE_API_KEY: main.key,
    CONFORMANCE_AGENT_ID: main.agent,
    CONFORMANCE_CHATBOT_ID: main.chatbot,
    CONFORMANCE_SECOND_API_KEY: second.key,
    CONFORMANCE_SECOND_AGENT_ID: second.agent,
    CONFORMANCE_SECOND_CHATBOT_ID: second.chatbot,
  };
}

/** A store whose limits may be exhausted. */
function prepareLimited(service: MeasuredService): Record<string, string> {
  return {
    CONFORMANCE_LIMITED_API_KEY: createStore(service, 'free').api_key.key,
    CONFORMANCE_LIMITED_RPM: String(plans.free.requestsPerMinute),
    CONFORMANCE_AGENT_LIMIT: String(plans.free.agents),
  };
}

function tableOf(whole: SuiteRun, runs: readonly SuiteRun[]): WorkloadResult {
  const middle = (value: (run: SuiteRun) => number): number => median(runs.map(value));
  return {
    headings: ['measure', 'median', 'goal'],
    rows: [
      ['cases a second, from the first request to the last answer', middle(rateOf).toFixed(0), '300'],
      ['cases', middle(({ requests }) => requests).toFixed(0), ''],
      ['the whole command, s', middle(({ command }) => command).toFixed(1), ''],
      ['with limits, on a service just started: cases a second between waits', rateOf(whole).toFixed(0), ''],
      ['cases', whole.requests.toFixed(0), ''],
      ['the whole command, s', whole.command.toFixed(1), ''],
      ["of it waiting for a limit's window, s", whole.waiting.toFixed(1), ''],
    ],
    data: { whole, runs },
    notes: [
      'A case is a request with its answer judged. The command starts Node and the test runner before the first and',
      'writes its reports after the last. The run with limits is made once, before the others: it exhausts a Free',
      'store too, and has to see a minute pass.',
    ],
  };
}

function rateOf({ requests, sending }: SuiteRun): number {
  return requests / sending;
}

/** The conformance suite against our server, as `npm run conformance` runs it. */
export const conformanceWorkload: Workload = {
  title: 'Conformance suite, profile reference',
  async run({ rounds }) {
    const service = await startService();
    try {
      const limited = { ...(await prepare(service)), ...prepareLimited(service) };
      const whole = await runSuite([...everything, '--require-complete'], limited);
      const runs: SuiteRun[] = [];
      for (let round = 0; round < rounds; round++)
        runs.push(await runSuite(everything, await prepare(service)));
      return tableOf(whole, runs);
    } finally {
      await service.stop();
    }
  },
};
