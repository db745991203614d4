import { existsSync, readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { plans, type PlanName } from '../../generated/plans.ts';
import { profiles, type Profile } from '../check.ts';
import type { FailingLevel } from '../report/clause-result.ts';
import { releasedVersions } from '../report/scored.ts';

// Beside the command in the package, and at the root of the repository.
const manifests = ['package.json', '../../package.json'].map((path) => new URL(path, import.meta.url));

/** The version of the package that this file belongs to. */
export function ownVersion(): string {
  const manifest = manifests.find((url) => existsSync(url));
  if (manifest === undefined) throw new Error(`no package.json for ${import.meta.url}`);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** The options as given on the command line or in the environment. */
export interface Options {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly apiKeyFile?: string;
  readonly mcpUrl?: string;
  readonly httpUrl?: string;
  readonly agentId?: string;
  readonly failingAgentId?: string;
  readonly chatbotId?: string;
  readonly browser?: string;
  readonly secondApiKey?: string;
  readonly secondAgentId?: string;
  readonly secondChatbotId?: string;
  readonly plan?: PlanName;
  readonly rpm?: number;
  readonly limitedApiKey?: string;
  readonly agentLimit?: number;
  readonly limitedRpm?: number;
  readonly steadyApiKey?: string;
  readonly steadyRpm?: number;
  readonly maxAgents?: number;
  readonly maxMessages?: number;
  readonly maxRequests?: number;
  readonly maxTime?: number;
  readonly readOnly: boolean;
  readonly profile: Profile;
  readonly level: FailingLevel;
  readonly contract?: string;
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
  readonly config?: string;
}

/** The options whose values are secret: no file that is shared and no report contains them. */
export const keyOptions: readonly string[] = ['apiKey', 'secondApiKey', 'limitedApiKey', 'steadyApiKey'];

/** Parses the text of an option; `schema` is the JSON schema of the same value in a configuration file. */
type Parser<T> = ((text: string) => T) & { readonly schema: object };

/** A whole number from `minimum` on. */
export function wholeNumber(minimum: number): Parser<number> {
  const parse = (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= minimum) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum}.`);
  };
  return Object.assign(parse, { schema: { type: 'integer', minimum } });
}

const positive: Parser<number> = Object.assign(
  (text: string): number => {
    const value = Number(text);
    if (Number.isFinite(value) && value > 0) return value;
    throw new InvalidArgumentError('It must be a number above 0.');
  },
  { schema: { type: 'number', exclusiveMinimum: 0 } },
);

const names: Parser<string[]> = Object.assign(
  (text: string): string[] =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  { schema: { type: 'array', items: { type: 'string' } } },
);

/** An option that can also be set in the environment, as CONFORMANCE_ and its name. */
function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  return made.env(`CONFORMANCE_${made.name().toUpperCase().replaceAll('-', '_')}`);
}

/** Named in the environment as elsewhere in the project. */
function browserOption(): Option {
  const description = 'a Chromium for the embed script (default: a usual path); none = not opened';
  return new Option('--browser <path>', description).env('CHROMIUM_PATH');
}

function levelOption(): Option {
  return option('--level <level>', 'fail on what the source states alone, or also on what is derived from it')
    .choices(['stated', 'derived'])
    .default('derived');
}

/** The command with the options that say what to test. */
function targetOptions(): Command {
  return new Command('agent-conformance')
    .description(
      'Checks a deployment of the Conversational Agent Service API, clause by clause. Each option can also be set in ' +
        'the environment (--base-url is CONFORMANCE_BASE_URL), and all but keys in conformance.config.json (baseUrl). ' +
        'Further commands, each with --help: `diff` compares two reports; `certify`, `verify` and `reproduce` are for claims ' +
        'that others can check; `mock` starts a service for those who write clients.',
    )
    .addOption(option('--base-url <url>', "the deployment's origin"))
    .addOption(option('--api-key <key>', 'a key of the store under test'))
    .addOption(option('--api-key-file <file>', 'a file with that key'))
    .addOption(option('--mcp-url <url>', 'the MCP endpoint (default: base URL and /mcp); none = not offered'))
    .addOption(
      option(
        '--http-url <url>',
        'a plain HTTP address that must reject requests (default: the base URL over http)',
      ),
    )
    .addOption(option('--agent-id <id>', 'an agent for messages; default: one of the list, or a created one'))
    .addOption(option('--failing-agent-id <id>', 'an agent whose model fails, to see its error event'))
    .addOption(option('--chatbot-id <id>', 'a chatbot of the store'))
    .addOption(browserOption())
    .addOption(option('--second-api-key <key>', 'a key of another store, for the checks of isolation'))
    .addOption(option('--second-agent-id <id>', "the other store's agent"))
    .addOption(option('--second-chatbot-id <id>', "the other store's chatbot"))
    .addOption(option('--plan <plan>', 'the plan whose rate limit applies').choices(Object.keys(plans)))
    .addOption(option('--rpm <n>', 'the rate limit in requests a minute').argParser(wholeNumber(1)))
    .addOption(option('--limited-api-key <key>', 'a key of a store whose limits may be exhausted'))
    .addOption(option('--agent-limit <n>', 'how many agents that store may hold').argParser(wholeNumber(0)))
    .addOption(option('--limited-rpm <n>', "that store's rate limit").argParser(wholeNumber(1)))
    .addOption(
      option(
        '--steady-api-key <key>',
        'a key of another limited store, which nothing else uses: a client just below the limit must be admitted',
      ),
    )
    .addOption(
      option('--steady-rpm <n>', "that store's rate limit, better a small one").argParser(wholeNumber(1)),
    );
}

/** The command line of the suite; parsing throws CommanderError and prints nothing but --help and --version. */
export function createProgram(): Command {
  return targetOptions()
    .addOption(option('--max-agents <n>', 'create no more agents than this').argParser(wholeNumber(0)))
    .addOption(option('--max-messages <n>', 'send no more messages than this').argParser(wholeNumber(0)))
    .addOption(option('--max-requests <n>', 'send no more requests than this').argParser(wholeNumber(1)))
    .addOption(
      option(
        '--max-time <seconds>',
        'end after this time (default: twice the planned, at least 600)',
      ).argParser(positive),
    )
    .addOption(option('--read-only', 'create no agent and send no message').default(false))
    .addOption(
      option(
        '--profile <profile>',
        'core: at most 60 requests; full: 800; exhaustive: all cases; reference: our decisions too',
      )
        .choices(profiles)
        .default('full'),
    )
    .addOption(levelOption())
    .addOption(
      option(
        '--contract <version>',
        'score what a released version requires, by the checks that there were; the rest is a warning',
      ).choices(releasedVersions),
    )
    .addOption(option('--seed <n>', 'the same seed sends the same requests').argParser(wholeNumber(0)))
    .addOption(option('--runs <n>', 'multiplies the random cases').argParser(positive).default(1))
    .addOption(option('--replay <string>', 'repeat one failure alone'))
    .addOption(option('--only <ids>', 'requirement or check ids, with commas').argParser(names))
    .option('--list', 'list every clause with its checks, and exit', false)
    .addOption(option('--baseline <file>', 'known failures, which do not fail the run; a stale entry does'))
    .addOption(option('--ca <file>', 'a private certificate authority, PEM'))
    .addOption(option('--insecure', 'accept any certificate').default(false))
    .addOption(
      option('--idle-timeout <seconds>', 'silence after which a response times out')
        .argParser(positive)
        .default(30),
    )
    .addOption(
      option('--report-dir <dir>', 'write report.html, report.json, junit.xml, exchanges.har, baseline.json'),
    )
    .addOption(option('--require-complete', 'fail when a clause was not checked').default(false))
    .option('--config <file>', 'options in a file (default: conformance.config.json, where there is one)')
    .version(ownVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this')
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
}
