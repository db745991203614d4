import { Command, InvalidArgumentError, Option } from 'commander';
import type { Profile } from '../check.ts';
import { plans, type PlanName } from '../../generated/plans.ts';
import { ownVersion } from './own-version.ts';

/** The options as they were typed, or set in the environment. */
export interface Options {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly apiKeyFile?: string;
  readonly mcpUrl?: string;
  readonly httpUrl?: string;
  readonly agentId?: string;
  readonly chatbotId?: string;
  readonly secondApiKey?: string;
  readonly secondAgentId?: string;
  readonly secondChatbotId?: string;
  readonly plan?: PlanName;
  readonly rpm?: number;
  readonly limitedApiKey?: string;
  readonly agentLimit?: number;
  readonly limitedRpm?: number;
  readonly maxAgents?: number;
  readonly maxMessages?: number;
  readonly maxRequests?: number;
  readonly readOnly: boolean;
  readonly profile: Profile;
  readonly seed?: number;
  readonly runs: number;
  readonly replay?: string;
  readonly only?: readonly string[];
  readonly list: boolean;
  readonly baseline?: string;
  readonly ca?: string;
  readonly insecure: boolean;
  readonly idleTimeout: number;
  readonly reportDir?: string;
  readonly requireComplete: boolean;
}

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
  };
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0.');
}

function names(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** An option that the environment may set too, as CONFORMANCE_ and its name. */
function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  return made.env(`CONFORMANCE_${made.name().toUpperCase().replaceAll('-', '_')}`);
}

/** The command line of the suite; parsing throws a CommanderError and prints nothing by itself. */
export function createProgram(): Command {
  return new Command('agent-conformance')
    .description(
      'Judges a deployment of the Conversational Agent Service API, clause by clause. Without options it judges the ' +
        'server that `npm start` runs here. Each option can be set in the environment: --base-url is CONFORMANCE_BASE_URL.',
    )
    .addOption(option('--base-url <url>', "the deployment's origin"))
    .addOption(option('--api-key <key>', 'a key of the store under test'))
    .addOption(option('--api-key-file <file>', 'a file with that key').conflicts('apiKey'))
    .addOption(option('--mcp-url <url>', 'the MCP endpoint (default: base URL and /mcp); none = not offered'))
    .addOption(
      option('--http-url <url>', 'a plain HTTP address that is to refuse (default: the base URL over http)'),
    )
    .addOption(option('--agent-id <id>', 'an agent to talk to; without one the suite takes or creates one'))
    .addOption(option('--chatbot-id <id>', 'a chatbot of the store'))
    .addOption(option('--second-api-key <key>', 'a key of another store, to judge isolation'))
    .addOption(option('--second-agent-id <id>', "the other store's agent"))
    .addOption(option('--second-chatbot-id <id>', "the other store's chatbot"))
    .addOption(option('--plan <plan>', 'the plan whose rate limit is to hold').choices(Object.keys(plans)))
    .addOption(option('--rpm <n>', 'the rate limit that is to hold').argParser(wholeNumber(1)))
    .addOption(
      option('--limited-api-key <key>', 'a key of a store that may be filled up and driven into its limits'),
    )
    .addOption(option('--agent-limit <n>', 'how many agents that store may hold').argParser(wholeNumber(0)))
    .addOption(option('--limited-rpm <n>', "that store's rate limit").argParser(wholeNumber(1)))
    .addOption(option('--max-agents <n>', 'create no more agents than this').argParser(wholeNumber(0)))
    .addOption(
      option('--max-messages <n>', 'have no more messages answered than this').argParser(wholeNumber(0)),
    )
    .addOption(option('--max-requests <n>', 'send no more requests than this').argParser(wholeNumber(1)))
    .addOption(option('--read-only', 'create nothing').default(false))
    .addOption(
      option('--profile <profile>', 'core: at most 60 requests; reference: our decisions too')
        .choices(['core', 'full', 'reference'])
        .default('full'),
    )
    .addOption(option('--seed <n>', 'the same seed sends the same requests').argParser(wholeNumber(0)))
    .addOption(option('--runs <n>', 'multiplies the random cases').argParser(positive).default(1))
    .addOption(option('--replay <string>', 'repeat one failure alone'))
    .addOption(option('--only <ids>', 'requirement or check ids, with commas').argParser(names))
    .option('--list', 'list every clause with the checks that judge it, and stop', false)
    .addOption(option('--baseline <file>', 'known failures, which do not fail the run; a stale entry does'))
    .addOption(option('--ca <file>', 'a private certificate authority, PEM'))
    .addOption(option('--insecure', 'accept any certificate').default(false))
    .addOption(
      option('--idle-timeout <seconds>', 'silence after which an answer counts as hanging')
        .argParser(positive)
        .default(30),
    )
    .addOption(
      option('--report-dir <dir>', 'write report.html, report.json, junit.xml, exchanges.har, baseline.json'),
    )
    .addOption(option('--require-complete', 'fail when a stated clause was not judged').default(false))
    .version(ownVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this')
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
}
