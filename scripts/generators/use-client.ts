import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bearer, startTestServer, type TestServer } from '../../server/testing/start-test-server.ts';
import { compileTypeScript } from './compile.ts';
import type { Outcome } from './trial.ts';

const run = promisify(execFile);

/** Code that uses what a tool has generated: statements, and four expressions over their exports (`generated`). */
export interface Client {
  readonly setUp: string;
  /** Gives the body of a list. */
  readonly list: string;
  /** Gives the created agent. */
  readonly create: string;
  /** Gives an async iterable of the events of a reply. */
  readonly stream: string;
  /** Gives the body of an error. */
  readonly error: string;
}

/** What is done with each result; a step that prints nothing has failed. */
const steps = {
  list: 'console.log(known(RESULT).agents.map(({ name }) => name).join());',
  create: 'console.log(known(RESULT).id);',
  stream: `let last: unknown;
for await (const event of known(RESULT)) last = known(event).type;
if (last === 'end') console.log(last);`,
  error: 'console.log(known(RESULT).error);',
} as const satisfies Readonly<Record<keyof Omit<Client, 'setUp'>, string>>;

/** What the steps import: the service, and a function that takes documented types alone. */
function serviceModule({ service, shop }: TestServer): string {
  const options = (key: string): string => JSON.stringify({ headers: bearer(key) });
  return `export const service = {
  baseUrl: ${JSON.stringify(service.baseUrl)},
  options: ${options(shop.key)},
  withWrongKey: ${options('svc_wrong')},
  agent: {
    name: 'Generated',
    type: 'customer_support',
    config: { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Be brief.' },
  },
  message: { agent_id: ${JSON.stringify(shop.agentId)}, message: 'Hello', stream: true },
} as const;

type Documented<T> = 0 extends 1 & T ? [never] : unknown extends T ? [never] : [T] extends [void] ? [never] : [];

/** Does not compile for any, unknown and void. */
export function known<T>(value: T, ..._documented: Documented<T>): NonNullable<T> {
  if (value === undefined || value === null) throw new Error('there is no body');
  return value as NonNullable<T>;
}
`;
}

function stepFile(expression: string, code: string): string {
  return `import * as generated from './set-up.ts';
import { known, service } from './service.ts';
${code.replace('RESULT', expression)}
`;
}

let server: Promise<TestServer> | undefined;
const startOnce = (): Promise<TestServer> => (server ??= startTestServer());

/** Ends the service that the clients called. */
export async function stopService(): Promise<void> {
  await (await server)?.close();
}

/** Compiles and runs the four steps; each that cannot be done is a problem. */
export async function useClient({ setUp, ...expressions }: Client, folder: string): Promise<Outcome> {
  const running = await startOnce();
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'service.ts'), serviceModule(running));
  writeFileSync(join(folder, 'set-up.ts'), `import { service } from './service.ts';\n${setUp}\n`);
  const names = Object.keys(steps) as (keyof typeof steps)[];
  for (const name of names)
    writeFileSync(join(folder, `${name}.ts`), stepFile(expressions[name], steps[name]));
  const compilation = compileTypeScript(folder);
  const failed = new Map<string, string>();
  for (const name of names) {
    const problem = await runStep(name, folder, running.service.caFile ?? '');
    if (problem !== undefined) failed.set(name, problem);
  }
  const done = names.filter(
    (name) => !failed.has(name) && !compilation.problems.some((problem) => problem.includes(`${name}.ts`)),
  );
  return {
    gives: done.length === 0 ? 'nothing that runs' : done.join(', '),
    compilation,
    problems: [...failed].map(([name, problem]) => `${name}.ts: ${problem}`),
  };
}

/** Runs a step in a process of its own; returns why it failed. */
async function runStep(name: string, folder: string, ca: string): Promise<string | undefined> {
  const program = join(folder, `${name}.mjs`);
  const banner = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
  try {
    await build({
      entryPoints: [join(folder, `${name}.ts`)],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: banner },
      logLevel: 'silent',
    });
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca };
    const { stdout } = await run(process.execPath, [program], { env, timeout: 60_000 });
    return stdout.trim() === '' ? 'it has no result' : undefined;
  } catch (error) {
    return (
      String(error)
        .split('\n')
        .find((line) => /Error:/.test(line) && !/Command failed/.test(line)) ?? String(error)
    );
  }
}
