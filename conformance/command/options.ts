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

/** An option by its name in camel case. Without `value` it is a flag. */
interface Definition<Value> {
  /** What the help has in place of a value: `<url>`. */
  readonly value?: string;
  readonly description: string;
  readonly parser?: Parser<Value>;
  readonly choices?: readonly (Value & string)[];
  readonly byDefault?: Value;
  /** Its name in the environment where it is not CONFORMANCE_ and its own; null: it has none. */
  readonly variable?: string | null;
}

function textOf(value: string, description: string): Definition<string> {
  return { value, description };
}

function parsed<Value>(value: string, description: string, parser: Parser<Value>): Definition<Value> {
  return { value, description, parser };
}

function flag(description: string) {
  return { description, byDefault: false } satisfies Definition<boolean>;
}

const definitions = {
  baseUrl: textOf('<url>', "the deployment's origin"),
  apiKey: textOf('<key>', 'a key of the store under test'),
  apiKeyFile: textOf('<file>', 'a file with that key'),
  mcpUrl: textOf('<url>', 'the MCP endpoint (default: base URL and /mcp); none = not offered'),
  httpUrl: textOf(
    '<url>',
    'a plain HTTP address that must reject requests (default: the base URL over http)',
  ),
  agentId: textOf('<id>', 'an agent for messages; default: one of the list, or a created one'),
  failingAgentId: textOf('<id>', 'an agent whose model fails, to see its error event'),
  chatbotId: textOf('<id>', 'a chatbot of the store'),
  // Named in the environment as elsewhere in the project.
  browser: {
    ...textOf('<path>', 'a Chromium for the embed script (default: a usual path); none = not opened'),
    variable: 'CHROMIUM_PATH',
  },
  secondApiKey: textOf('<key>', 'a key of another store, for the checks of isolation'),
  secondAgentId: textOf('<id>', "the other store's agent"),
  secondChatbotId: textOf('<id>', "the other store's chatbot"),
  plan: {
    value: '<plan>',
    description: 'the plan whose rate limit applies',
    choices: Object.keys(plans) as readonly PlanName[],
  } as Definition<PlanName>,
  rpm: parsed('<n>', 'the rate limit in requests a minute', wholeNumber(1)),
  limitedApiKey: textOf('<key>', 'a key of a store whose limits may be exhausted'),
  agentLimit: parsed('<n>', 'how many agents that store may hold', wholeNumber(0)),
  limitedRpm: parsed('<n>', "that store's rate limit", wholeNumber(1)),
  steadyApiKey: textOf(
    '<key>',
    'a key of another limited store, which nothing else uses: a client just below the limit must be admitted',
  ),
  steadyRpm: parsed('<n>', "that store's rate limit, better a small one", wholeNumber(1)),
  maxAgents: parsed('<n>', 'create no more agents than this', wholeNumber(0)),
  maxMessages: parsed('<n>', 'send no more messages than this', wholeNumber(0)),
  maxRequests: parsed('<n>', 'send no more requests than this', wholeNumber(1)),
  maxTime: parsed('<seconds>', 'end after this time (default: twice the planned, at least 600)', positive),
  readOnly: flag('create no agent and send no message'),
  profile: {
    value: '<profile>',
    description: 'core: at most 60 requests; full: 800; exhaustive: all cases; reference: our decisions too',
    choices: profiles,
    byDefault: 'full' as Profile,
  },
  level: {
    value: '<level>',
    description: 'fail on what the source states alone, or also on what is derived from it',
    choices: ['stated', 'derived'],
    byDefault: 'derived' as FailingLevel,
  },
  contract: {
    ...textOf(
      '<version>',
      'score what a released version requires, by the checks that there were; the rest is a warning',
    ),
    choices: releasedVersions,
  },
  seed: parsed('<n>', 'the same seed sends the same requests', wholeNumber(0)),
  runs: { ...parsed('<n>', 'multiplies the random cases', positive), byDefault: 1 },
  replay: textOf('<string>', 'repeat one failure alone'),
  only: parsed('<ids>', 'requirement or check ids, with commas', names),
  list: { ...flag('list every clause with its checks, and exit'), variable: null },
  baseline: textOf('<file>', 'known failures, which do not fail the run; a stale entry does'),
  ca: textOf('<file>', 'a private certificate authority, PEM'),
  insecure: flag('accept any certificate'),
  idleTimeout: {
    ...parsed('<seconds>', 'silence after which a response times out', positive),
    byDefault: 30,
  },
  reportDir: textOf('<dir>', 'write report.html, report.json, junit.xml, exchanges.har, baseline.json'),
  requireComplete: flag('fail when a clause was not checked'),
  config: {
    ...textOf('<file>', 'options in a file (default: conformance.config.json, where there is one)'),
    variable: null,
  },
} satisfies Readonly<Record<string, Definition<unknown>>>;

type Definitions = typeof definitions;
type ValueOf<Of> = Of extends { readonly byDefault: infer Value }
  ? Value extends boolean
    ? boolean
    : Value
  : Of extends Definition<infer Value>
    ? Value
    : never;
type Defaulted = {
  [Name in keyof Definitions]: Definitions[Name] extends { byDefault: unknown } ? Name : never;
}[keyof Definitions];

/** The options as given on the command line, in the environment or in a file. */
export type Options = { readonly [Name in Defaulted]: ValueOf<Definitions[Name]> } & {
  readonly [Name in Exclude<keyof Definitions, Defaulted>]?: ValueOf<Definitions[Name]>;
};

/** The options whose values are secret: no file that is shared and no report contains them. */
export const keyOptions: readonly string[] = ['apiKey', 'secondApiKey', 'limitedApiKey', 'steadyApiKey'];

function optionOf(name: string, definition: Definition<unknown>): Option {
  const { value, description, parser, choices, byDefault, variable } = definition;
  const long = `--${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`;
  const option = new Option(value === undefined ? long : `${long} ${value}`, description);
  if (parser !== undefined) option.argParser(parser);
  if (choices !== undefined) option.choices(choices);
  if (byDefault !== undefined) option.default(byDefault);
  if (variable === null) return option;
  return option.env(variable ?? `CONFORMANCE_${long.slice(2).replaceAll('-', '_').toUpperCase()}`);
}

/** The command line of the suite; parsing throws CommanderError and prints nothing but --help and --version. */
export function createProgram(): Command {
  const program = new Command('agent-conformance').description(
    'Checks a deployment of the Conversational Agent Service API, clause by clause. Each option can also be set in ' +
      'the environment (--base-url is CONFORMANCE_BASE_URL), and all but keys in conformance.config.json (baseUrl). ' +
      'Further commands, each with --help: `diff` compares two reports; `certify`, `verify` and `reproduce` are for claims ' +
      'that others can check; `mock` starts a service for those who write clients.',
  );
  for (const [name, definition] of Object.entries(definitions)) program.addOption(optionOf(name, definition));
  return program
    .version(ownVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this')
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
}
