import { ConfigError, type Environment } from './environment.ts';

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** Prices by model id; empty where the operator has set none. */
export type ModelPrices = ReadonlyMap<string, ModelPrice>;

/** Reads MODEL_PRICES: `gpt-5=1.25:10, claude-sonnet-4-5=3:15`. Throws ConfigError. */
export function loadModelPrices(env: Environment): ModelPrices {
  const entries = (env['MODEL_PRICES'] ?? '').split(/[\s,]+/).filter(Boolean);
  return new Map(entries.map(readPrice));
}

// Ids of models have colons and slashes.
const entryPattern = /^(.+)=(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/;

function readPrice(entry: string): [string, ModelPrice] {
  const [, model, input, output] = entryPattern.exec(entry) ?? [];
  if (model !== undefined) return [model, { input: Number(input), output: Number(output) }];
  throw new ConfigError(
    `MODEL_PRICES: "${entry}" must be <model>=<input>:<output> in US dollars for a million tokens`,
  );
}
