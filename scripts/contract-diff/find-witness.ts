import { createRequire } from 'node:module';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../contract/json.ts';
import { edgeValues, buildMessage } from './minimal-value.ts';
import type { Witness } from './change.ts';
import { schemaAt, type Side, type Step } from './schema-tree.ts';

// TypeScript and Node resolve the default export of this CommonJS module differently.
const addFormats = createRequire(import.meta.url)('ajv-formats') as (ajv: Ajv2020) => void;

/** The two schemas of one message, inlined. */
export interface SchemaPair {
  readonly old: JsonObject;
  readonly new: JsonObject;
}

/** Compiles schemas with Ajv, as the generator of the validators does, but for keywords that it does not know. */
export class MessageValidator {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  private readonly compiled = new WeakMap<JsonObject, ValidateFunction>();

  constructor() {
    addFormats(this.ajv);
  }

  allows(schema: JsonObject, message: Json): boolean {
    return this.compile(schema)(message);
  }

  /** The first rule of the schema that the message breaks; null for a valid one. */
  errorOf(schema: JsonObject, message: Json): string | null {
    const validate = this.compile(schema);
    if (validate(message)) return null;
    const errors = validate.errors ?? [];
    const error = errors.find(({ schemaPath }) => !isOfOtherBranch(schemaPath, errors)) ?? errors[0];
    return `${error?.instancePath.slice(1).replaceAll('/', '.') || 'the message'} ${error?.message ?? 'is invalid'}`;
  }

  private compile(schema: JsonObject): ValidateFunction {
    const known = this.compiled.get(schema);
    if (known !== undefined) return known;
    const validate = this.ajv.compile(schema);
    this.compiled.set(schema, validate);
    return validate;
  }
}

/** Whether an error comes from an alternative for another `type` than the message has. */
function isOfOtherBranch(schemaPath: string, errors: readonly ErrorObject[]): boolean {
  const branch = /^.*\/(?:oneOf|anyOf)\/\d+\//.exec(schemaPath)?.[0];
  return (
    branch !== undefined &&
    errors.some(
      ({ keyword, instancePath, schemaPath: path }) =>
        keyword === 'enum' && instancePath.endsWith('/type') && path.startsWith(branch),
    )
  );
}

export interface WitnessSearch {
  readonly pair: SchemaPair;
  /** Where the schemas differ. */
  readonly steps: readonly Step[];
  /** The side that allows the message. */
  readonly side: Side;
  /** The schema of `side` without this difference: it must reject the message, or another difference is the cause. */
  readonly undone: JsonObject;
}

/** A smallest message that one side allows and the other does not, because of one difference; undefined if none is found. */
export function findWitness(validator: MessageValidator, search: WitnessSearch): Witness | undefined {
  const { pair, steps, side, undone } = search;
  const other: Side = side === 'old' ? 'new' : 'old';
  const at = schemaAt(pair[side], steps, side) ?? {};
  const against = schemaAt(pair[other], steps, other) ?? {};
  const isWitness = (message: Json): boolean =>
    validator.allows(pair[side], message) &&
    !validator.allows(pair[other], message) &&
    !validator.allows(undone, message);
  const toMessage = (value: Json): Json => onTheWire(buildMessage(pair[side], steps, side, value));
  const passes = (value: Json): boolean => isWitness(toMessage(value));
  const value = edgeValues(at, against).find((edge) => passes(edge));
  if (value === undefined) return undefined;
  const message = toMessage(value);
  // The message may break rules of other differences, too: without this one only its own rule rejects it.
  return { ...replay(validator, pair, message), error: validator.errorOf(undone, message) };
}

/** A message that has the property, by the side that knows it; undefined where its schema allows none. */
export function findMessageWith(
  validator: MessageValidator,
  pair: SchemaPair,
  steps: readonly Step[],
  side: Side,
): Witness | undefined {
  const values = edgeValues(schemaAt(pair[side], steps, side) ?? {});
  const messages = values.map((value) => onTheWire(buildMessage(pair[side], steps, side, value)));
  const message = messages.find((value) => validator.allows(pair[side], value));
  return message === undefined ? undefined : replay(validator, pair, message);
}

/** Validates the message by both sides, so that the report says what Ajv says. */
export function replay(validator: MessageValidator, pair: SchemaPair, message: Json): Witness {
  const sides: readonly Side[] = ['old', 'new'];
  const validIn = sides.filter((side) => validator.allows(pair[side], message));
  const rejecting = sides.find((side) => !validIn.includes(side));
  const error = rejecting === undefined ? null : validator.errorOf(pair[rejecting], message);
  return { validIn, message, error };
}

function onTheWire(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
