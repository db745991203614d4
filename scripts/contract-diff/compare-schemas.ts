import type { Json, JsonObject } from '../contract/json.ts';
import { createChange, quote, type Change, type ChangeDetails, type Witness } from './change.ts';
import { findMessageWith, findWitness, MessageValidator, type SchemaPair } from './find-witness.ts';
import type { RuleName } from './rules.ts';
import { extensibleEnum, findDifferences, type SchemaDifference } from './schema-differences.ts';
import {
  branchesOf,
  editSchema,
  inlineSchema,
  propertiesOf,
  requiredOf,
  schemaAt,
  toObject,
  unions,
  type Direction,
  type Side,
  type Step,
} from './schema-tree.ts';

/** A message that both versions have: a body, a parameter, a header or an event. */
export interface MessageSchemas {
  readonly direction: Direction;
  /** Such as `createAgent request` or `event text`. */
  readonly use: string;
  /** What a line of the change log may call a message whose schema has no name. */
  readonly names: readonly string[];
  readonly old: { readonly document: JsonObject; readonly schema: Json };
  readonly new: { readonly document: JsonObject; readonly schema: Json };
  /** Whether the message exists at our deployments only. */
  readonly ours: boolean;
  /** The types of event that end a stream. */
  readonly terminal?: readonly string[];
}

interface Found {
  readonly message: MessageSchemas;
  readonly pair: SchemaPair;
  readonly difference: SchemaDifference;
  readonly uses: string[];
}

/** Compares the schemas of messages. A difference of a schema that many messages share is one change, with one witness. */
export function compareSchemas(messages: readonly MessageSchemas[]): Change[] {
  const validator = new MessageValidator();
  const found = new Map<string, Found>();
  for (const group of Map.groupBy(messages, (message) => schemaKey(message)).values()) {
    const [first] = group;
    if (first === undefined) continue;
    const pair = { old: inline(first, 'old'), new: inline(first, 'new') };
    for (const difference of findDifferences(pair.old, pair.new, first.ours))
      for (const message of group) {
        const key = keyOf(message, difference);
        const known = found.get(key);
        if (known === undefined) found.set(key, { message, pair, difference, uses: [message.use] });
        else if (!known.uses.includes(message.use)) known.uses.push(message.use);
      }
  }
  return [...found.values()].flatMap((item) => changesOf(validator, item));
}

/** Messages with one key have equal schemas: most errors are one component. */
function schemaKey({ direction, old, new: now, ours }: MessageSchemas): string {
  const file = typeof now.document['asyncapi'] === 'string' ? 'asyncapi' : 'openapi';
  return JSON.stringify([file, direction, ours, old.schema, now.schema]);
}

function inline(message: MessageSchemas, side: Side): JsonObject {
  return inlineSchema(message[side].document, message[side].schema, message.direction);
}

function keyOf(message: MessageSchemas, { kind, place, name, old, new: now }: SchemaDifference): string {
  const where = place.component ?? message.use;
  const direction = kind === 'note' || kind === 'binding' ? '' : message.direction;
  return JSON.stringify([direction, where, place.path, kind, name, old ?? null, now ?? null]);
}

function changesOf(validator: MessageValidator, found: Found): Change[] {
  const { kind } = found.difference;
  if (kind === 'note') return [describe(found, 'schema-described')];
  if (kind === 'binding') return [describe(found, found.difference.rule ?? 'binding-described')];
  if (kind === 'discriminator') return [describe(found, 'discriminator-changed')];
  if (kind === 'default')
    return [describe(found, `${found.message.direction}-default-changed`, defaultWitness(validator, found))];
  if (kind.startsWith('property')) return [propertyChange(validator, found)];
  if (found.message.direction === 'event' && kind.startsWith('branch')) return [eventType(validator, found)];
  return searched(validator, found);
}

function describe(
  found: Found,
  rule: RuleName,
  witness?: Witness,
  more: Partial<ChangeDetails> = {},
): Change {
  const { message, difference, uses } = found;
  const { component, path, ours } = difference.place;
  const property = difference.kind.startsWith('property') ? difference.name : null;
  const full = [path, property].filter((part) => part !== null && part !== '').join('.');
  const where = [component ?? message.use, full]
    .filter((part) => part !== '')
    .join(component === null ? ' ' : '.');
  const own = full.split('.').at(-1)?.replaceAll('[]', '');
  const names = [...(component === null ? message.names : [component]), where, ...(own ? [own] : [])];
  return createChange(rule, { where, what: sentence(difference), names, uses, ours, witness, ...more });
}

function sentence({ kind, name, old, new: now }: SchemaDifference): string {
  switch (kind) {
    case 'property-added':
    case 'property-removed':
      return `property ${name} ${kind.replace('property-', '')}`;
    case 'required-added':
      return `${name} is required now`;
    case 'required-removed':
      return `${name} is no longer required`;
    case 'branch-added':
    case 'branch-removed':
      return `alternative ${name} ${kind.replace('branch-', '')}`;
    default:
      return `${name}: ${quote(old)} -> ${quote(now)}`;
  }
}

/** A message without the property: both versions allow it, and it means something else. */
function defaultWitness(validator: MessageValidator, { pair, difference }: Found): Witness | undefined {
  const steps = difference.steps.slice(0, -1);
  return findMessageWith(validator, pair, steps, 'new');
}

/** A property more or less. */
function propertyChange(validator: MessageValidator, found: Found): Change {
  const { pair, difference, message } = found;
  const { direction } = message;
  const steps = [...difference.steps, { kind: 'property', name: difference.name } as const];
  if (difference.kind === 'property-added') {
    const witness = findMessageWith(validator, pair, steps, 'new');
    return describe(found, `${direction}-property-added`, witness, { addition: 'property' });
  }
  const undone = search(validator, found, direction === 'request' ? 'old' : 'new');
  const witness = undone ?? findMessageWith(validator, pair, steps, 'old');
  return describe(found, `${direction}-property-removed`, witness);
}

/** A type of event more or less, an alternative of the union: worded as in compare-events.ts, which sees it too. */
function eventType(validator: MessageValidator, found: Found): Change {
  const { pair, difference, message } = found;
  const added = difference.kind === 'branch-added';
  const side = added ? 'new' : 'old';
  const index = difference.index ?? 0;
  const step: Step = { kind: 'branch', keyword: difference.union ?? 'oneOf', old: index, new: index };
  const witness = findMessageWith(validator, pair, [...difference.steps, step], side);
  const branch = toObject(added ? difference.new : difference.old);
  // A branch for types that are not known opens the union.
  if (added && toObject(propertiesOf(branch)['type'])['enum'] === undefined)
    return describe(found, 'event-opened', witness);
  const terminal = message.terminal?.includes(difference.name) === true;
  const rule = `${terminal ? 'terminal-event' : 'event-type'}-${added ? 'added' : 'removed'}` as const;
  const where = {
    where: `event ${difference.name}`,
    what: `event ${added ? 'added' : 'removed'}`,
    names: [difference.name],
  };
  return describe(found, rule, witness, { ...where, addition: added ? 'event' : undefined });
}

/** A validating keyword: what it does is what a search in both directions finds. */
function searched(validator: MessageValidator, found: Found): Change[] {
  const { direction } = found.message;
  if (found.difference.name === extensibleEnum) return [describe(found, extensibleRule(found))];
  const narrowed = search(validator, found, 'old');
  const widened = search(validator, found, 'new');
  if (narrowed === undefined && widened === undefined) return [describe(found, unfoundRule(found))];
  const widenedRule =
    direction === 'request'
      ? 'request-widened'
      : opens(found.difference)
        ? (`${direction}-opened` as const)
        : extendsOpenEnum(found)
          ? (`${direction}-enum-extended` as const)
          : (`${direction}-widened` as const);
  return [
    ...(narrowed === undefined ? [] : [describe(found, `${direction}-narrowed`, narrowed)]),
    ...(widened === undefined ? [] : [describe(found, widenedRule, widened)]),
  ];
}

function opens({ kind, name, old, new: now }: SchemaDifference): boolean {
  const closing = name === 'additionalProperties' || name === 'unevaluatedProperties';
  return kind === 'keyword' && closing && old === false && (now === undefined || now === true);
}

/** Whether an enum whose old version was marked as open has other members now. */
function extendsOpenEnum({ pair, difference }: Found): boolean {
  const marked = schemaAt(pair.old, difference.steps, 'old')?.[extensibleEnum] === true;
  return marked && difference.name === 'enum' && Array.isArray(difference.new);
}

function extensibleRule({ message: { direction }, difference }: Found): RuleName {
  return direction !== 'request' && difference.new === true ? `${direction}-enum-opened` : 'schema-described';
}

/** Keywords whose edges are all tried: without a witness another keyword of the schema says the same. */
const exhaustive = new Set([
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'multipleOf',
  'additionalProperties',
  'items',
]);

function unfoundRule({ message, difference }: Found): RuleName {
  const restated = difference.kind.startsWith('required') || exhaustive.has(difference.name);
  return restated ? 'schema-restated' : `${message.direction}-unclear`;
}

function search(validator: MessageValidator, { pair, difference }: Found, side: Side): Witness | undefined {
  const other: Side = side === 'old' ? 'new' : 'old';
  const against = schemaAt(pair[other], difference.steps, other) ?? {};
  const undone = editSchema(pair[side], difference.steps, side, (schema) =>
    undo(schema, against, difference),
  );
  return findWitness(validator, { pair, steps: difference.steps, side, undone });
}

/** The schema with one difference taken from the other side. */
function undo(schema: JsonObject, other: JsonObject, { kind, name }: SchemaDifference): JsonObject {
  if (kind.startsWith('property'))
    return { ...schema, properties: copyKey(propertiesOf(schema), propertiesOf(other), name) };
  if (kind.startsWith('required')) {
    const rest = requiredOf(schema).filter((item) => item !== name);
    return { ...schema, required: requiredOf(other).includes(name) ? [...rest, name] : rest };
  }
  if (kind.startsWith('branch'))
    return unions.reduce(
      (result, union) =>
        branchesOf(schema, union).length + branchesOf(other, union).length > 0
          ? copyKey(result, other, union)
          : result,
      schema,
    );
  return copyKey(schema, other, name);
}

function copyKey(object: JsonObject, from: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = object;
  const value = from[key];
  return value === undefined ? rest : { ...rest, [key]: value };
}
