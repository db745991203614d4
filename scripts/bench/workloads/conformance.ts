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

/** Stores, an agent and a chatbot, told to the suite by its environment so that no key is on a command line. */
async function prepare(service: MeasuredService): Promise<Record<string, string>> {
  const agent = await createAgents(service, 1);
  const chatbot = createChatbot(service, service.storeId, agent);
  const second = createStore(service, 'pro');
  const other = { ...service, apiKey: second.api_key.key };
  const secondAgent = await createAgents(other, 1);
  return {
    CONFORMANCE_BASE_URL: service.url,
    CONFORMANCE_HTTP_URL: service.httpUrl,
    CONFORMANCE_CA: service.caFile,
    CONFORMANCE_API_KEY: service.apiKey,
    CONFORMANCE_AGENT_ID: agent,
    CONFORMANCE_CHATBOT_ID: chatbot,
    CONFORMANCE_SECOND_API_KEY: second.api_key.key,
    CONFORMANCE_SECOND_AGENT_ID: secondAgent,
    CONFORMANCE_SECOND_CHATBOT_ID: createChatbot(service, second.id, secondAgent),
  };
}

function createStore(service: MeasuredService, plan: string): CreatedStore {
  return service.operate('stores', 'create', '--name', `Bench ${plan}`, '--plan', plan) as CreatedStore;
}

function createChatbot(service: MeasuredService, storeId: string, agent: string): string {
  const made = service.operate('chatbots', 'create', storeId, '--agent', agent, '--name', 'Bench');
  return (made as { chatbot_id: string }).chatbot_id;
}

/** A run against a service of its own: the agents of the run before would make each list longer. */
async function runOnce(withLimits: boolean): Promise<SuiteRun> {
  const service = await startService();
  try {
    const known = await prepare(service);
    if (!withLimits) return await runSuite(everything, known);
    const limited = { CONFORMANCE_LIMITED_API_KEY: createStore(service, 'free').api_key.key };
    const limits = { CONFORMANCE_LIMITED_RPM: '20', CONFORMANCE_AGENT_LIMIT: '3' };
    return await runSuite([...everything, '--require-complete'], { ...known, ...limited, ...limits });
  } finally {
    await service.stop();
  }
}

function tableOf(runs: readonly SuiteRun[], whole: SuiteRun): WorkloadResult {
  const middle = (value: (run: SuiteRun) => number): number => median(runs.map(value));
  return {
    headings: ['measure', 'median', 'goal'],
    rows: [
      ['cases a second', middle(({ requests, sending }) => requests / sending).toFixed(0), '300'],
      ['cases', middle(({ requests }) => requests).toFixed(0), ''],
      ['sending them, s', middle(({ sending }) => sending).toFixed(2), ''],
      ['the command, s', middle(({ command }) => command).toFixed(2), ''],
      ['cases a second of the command', middle(({ requests, command }) => requests / command).toFixed(0), ''],
      ['whole run with limits: cases', whole.requests.toFixed(0), ''],
      ['whole run with limits: the command, s', whole.command.toFixed(1), ''],
      ["of it waiting for a limit's window, s", whole.waiting.toFixed(1), ''],
    ],
    data: { runs, whole },
    notes: [
      'A case is a request with its answer judged. Sending is from the first request to the last answer; the command',
      'starts Node and the test runner before, and writes the reports after. The whole run is measured once: it also',
      'exhausts a Free store, and has to see the minute of its rate limit pass.',
    ],
  };
}

/** The conformance suite against our server, as `npm run conformance` runs it. */
export const conformanceWorkload: Workload = {
  title: 'Conformance suite, profile reference',
  async run({ rounds }) {
    const runs: SuiteRun[] = [];
    for (let round = 0; round < rounds; round++) runs.push(await runOnce(false));
    return tableOf(runs, await runOnce(true));
  },
};
