/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting is missing or invalid: one line for the operator that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  /** Whether fractions are invalid. */
  readonly whole: boolean;
}

/** The number in a variable, or `fallback` where it is unset or empty. Throws ConfigError. */
export function readNumber(env: Environment, name: string, fallback: number, range: NumberRange): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  const { min, max, whole } = range;
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
  throw new ConfigError(
    `${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, not "${text}"`,
  );
}

/** The value of a variable that allows these only, or `fallback` where it is unset or empty. Throws ConfigError. */
export function readChoice<Choice extends string>(
  env: Environment,
  name: string,
  fallback: Choice,
  choices: readonly Choice[],
): Choice {
  const text = env[name] || fallback;
  const choice = choices.find((allowed) => allowed === text);
  if (choice === undefined) {
    throw new ConfigError(`${name} must be ${choices.join(' or ')}, not "${text}"`);
  }
  return choice;
}

/** Whether a variable is `on`; `fallback` where it is unset or empty. Throws ConfigError for other than on and off. */
export function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  return readChoice(env, name, fallback ? 'on' : 'off', ['on', 'off']) === 'on';
}

/** Whether NODE_ENV is production. It changes defaults only. Throws ConfigError for an unknown value. */
export function isProduction(env: Environment): boolean {
  // Reject a misspelt "production": its defaults would let the built-in model talk to shoppers.
  return readChoice(env, 'NODE_ENV', 'development', ['production', 'development']) === 'production';
}
