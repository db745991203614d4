import { ConfigError, type Environment } from './environment.ts';

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Of input that the vendor has in its prompt cache. */
  readonly cachedInput: number;
  readonly output: number;
}

/** Prices by model id; empty where the operator has set none. */
export type ModelPrices = ReadonlyMap<string, ModelPrice>;

/** Reads MODEL_PRICES: `gpt-5=1.25:10, claude-sonnet-4-5=3:15:0.3`. Throws ConfigError. */
export function loadModelPrices(env: Environment): ModelPrices {
  const entries = (env['MODEL_PRICES'] ?? '').split(/[\s,]+/).filter(Boolean);
  return new Map(entries.map(readPrice));
}

// Ids of models have colons and slashes.
const entryPattern = /^(.+?)=(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?$/;

function readPrice(entry: string): [string, ModelPrice] {
  const [, model, input, output, cachedInput = input] = entryPattern.exec(entry) ?? [];
  if (model !== undefined) {
    return [model, { input: Number(input), output: Number(output), cachedInput: Number(cachedInput) }];
  }
  throw new ConfigError(
    `MODEL_PRICES: "${entry}" must be <model>=<input>:<output> or <model>=<input>:<output>:<cached input>, in US dollars for a million tokens`,
  );
}

/** Tokens of one reply; `cached` is part of `input`. */
export interface PricedTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** The cost of tokens in millionths of a US dollar, rounded; 0 without a price. */
export function costInMicros(price: ModelPrice | undefined, { input, cached, output }: PricedTokens): number {
  if (price === undefined) return 0;
  return Math.round((input - cached) * price.input + cached * price.cachedInput + output * price.output);
}
