import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
interface Command<Own extends Options> {
  /** Stands before an error, which is one line. */
  readonly name: string;
  /** What `--help` prints. */
  readonly help: string;
  /** Beside `--help`, as `parseArgs` takes them. */
  readonly options: Own;
  readonly allowPositionals?: true;
  /** The exit code of an error. */
  readonly errorCode?: 1 | 2;
}
type Given<Own extends Options> = ReturnType<typeof parseArgs<{ options: Own; allowPositionals: true }>>;

/** Runs a command of package.json with the arguments of this process: `work` returns the exit code, 0 by default. */
export async function runCommand<Own extends Options>(
  { name, help, options, allowPositionals, errorCode = 1 }: Command<Own>,
  work: (given: Given<Own>) => Promise<number | void> | number | void,
): Promise<void> {
  try {
    if (process.argv.includes('--help')) return console.log(help);
    const given = parseArgs({ options, allowPositionals: allowPositionals === true });
    process.exitCode = (await work(given as Given<Own>)) ?? 0;
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = errorCode;
  }
}

/** The value of an option that is a whole number from `min`. Throws an Error that names the option. */
export function wholeNumber(option: string, text: string, min = 0): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= min) return value;
  throw new Error(`${option} must be a whole number from ${min}, not "${text}"`);
}
