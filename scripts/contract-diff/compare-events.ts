import { isDeepStrictEqual } from 'node:util';
import { dereference } from '../contract/contract.ts';
import { asObject, asStrings, isObject, type Json, type JsonObject } from '../contract/json.ts';
import { bindsOursOnly } from './binding.ts';
import { createChange, quote, type Change } from './change.ts';
import { compareSchemes } from './compare-operations.ts';
import { changedKeys, changedTexts, compareDocumentTexts, matchByKey } from './compare-texts.ts';
import { branchName } from './schema-differences.ts';
import { inlineSchema } from './schema-tree.ts';
import type { Comparison } from './operation-pair.ts';
import type { RuleName } from './rules.ts';

const comparedKeys = new Set(['channels', 'operations', 'components']);

/** Compares two AsyncAPI documents: channels, messages, the order of events (x-order) and security. */
export function compareAsyncapi(old: JsonObject, now: JsonObject): Comparison {
  const { removed, added, pairs } = matchByKey(messagesOf(old), messagesOf(now));
  const terminal = terminalTypes(old, now);
  return {
    changes: [
      ...removed.map(([name]) => typeChange(name, 'removed', terminal.includes(name))),
      ...added.map(([name]) => typeChange(name, 'added', terminal.includes(name))),
      ...pairs.flatMap((pair) => compareMessage(pair.key, pair.old, pair.new)),
      ...compareChannels(old, now),
      ...compareOrder(old, now),
      ...compareSchemes(old, now),
      ...compareDocumentTexts('asyncapi.yaml', old, now, comparedKeys),
    ],
    messages: pairs.map((pair) => ({
      direction: 'event',
      use: `event ${pair.key}`,
      names: [pair.key],
      old: { document: old, schema: pair.old['payload'] ?? {} },
      new: { document: now, schema: pair.new['payload'] ?? {} },
      ours: bindsOursOnly(pair.old, pair.new),
      terminal,
    })),
  };
}

/** The types of event that end a stream, in any of the documents. */
export function terminalTypes(...documents: readonly JsonObject[]): string[] {
  const types = documents.flatMap((document) =>
    [...ordersOf(document).values()].flatMap((order) => asStrings(order['terminal'], 'terminal')),
  );
  return [...new Set(types)];
}

function messagesOf(document: JsonObject): Map<string, JsonObject> {
  const components = asObject(document['components'] ?? {}, 'components');
  return new Map(
    Object.entries(asObject(components['messages'] ?? {}, 'messages')).map(([key, value]) => {
      const message = dereference(document, asObject(value, key));
      // Readers see the type of an event; its key and its name are of the document.
      const payload = inlineSchema(document, message['payload'] ?? {}, 'event');
      return [branchName(payload) ?? key, message];
    }),
  );
}

function eventChange(rule: RuleName, name: string, what: string, ours = false): Change {
  const addition = rule.endsWith('-added') ? 'event' : undefined;
  return createChange(rule, {
    where: `event ${name}`,
    what,
    names: [name],
    uses: [`event ${name}`],
    ours,
    addition,
  });
}

function typeChange(name: string, change: 'added' | 'removed', terminal: boolean): Change {
  return eventChange(`${terminal ? 'terminal-event' : 'event-type'}-${change}`, name, `event ${change}`);
}

function compareMessage(name: string, old: JsonObject, now: JsonObject): Change[] {
  const [from, to] = [old['contentType'], now['contentType']];
  return [
    ...(isDeepStrictEqual(from, to)
      ? []
      : [eventChange('event-media-type-changed', name, `${quote(from)} -> ${quote(to)}`)]),
    ...changedTexts(old, now, new Set(['payload', 'contentType'])).map((what) =>
      eventChange('described', name, what),
    ),
  ];
}

/** Channels by address, operations by action. */
function compareChannels(old: JsonObject, now: JsonObject): Change[] {
  return ['channels', 'operations'].flatMap((part) => {
    const { removed, added, pairs } = matchByKey(partsOf(old, part), partsOf(now, part));
    return [
      ...removed.map(([name]) => eventChange('event-address-changed', name, `removed from ${part}`)),
      ...added.map(([name]) => addedChannel(name, part)),
      ...pairs.flatMap((pair) => compareChannel(pair.key, pair.old, pair.new)),
    ];
  });
}

function partsOf(document: JsonObject, part: string): Map<string, JsonObject> {
  const parts = Object.entries(asObject(document[part] ?? {}, part));
  return new Map(parts.map(([name, value]) => [name, asObject(value, name)]));
}

/** Its messages are compared by themselves: a new one needs a requirement, a channel does not. */
function addedChannel(name: string, part: string): Change {
  const where = `event ${name}`;
  return createChange('event-address-added', {
    where,
    what: `added to ${part}`,
    names: [name],
    uses: [where],
  });
}

const wireKeys = ['address', 'action'];
const channelParts = new Set([...wireKeys, 'messages', 'channel', 'x-order']);

function compareChannel(name: string, old: JsonObject, now: JsonObject): Change[] {
  const changed = wireKeys.filter((key) => !isDeepStrictEqual(old[key], now[key]));
  return [
    ...changed.map((key) =>
      eventChange('event-address-changed', name, `${key}: ${quote(old[key])} -> ${quote(now[key])}`),
    ),
    ...changedTexts(old, now, channelParts).map((what) => eventChange('described', name, what)),
  ];
}

function ordersOf(document: JsonObject): Map<string, JsonObject> {
  const operations = [...partsOf(document, 'operations')];
  return new Map(
    operations.flatMap(([name, { 'x-order': order }]) => (isObject(order) ? [[name, order] as const] : [])),
  );
}

/** x-order of each operation: which events end the stream, what follows them, and which event precedes which. */
function compareOrder(old: JsonObject, now: JsonObject): Change[] {
  const [before, after] = [ordersOf(old), ordersOf(now)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [from, to] = [before.get(name) ?? {}, after.get(name) ?? {}];
    return [
      ...compareTerminal(name, from, to),
      ...comparePrecedence(name, from, to),
      ...compareOtherOrder(name, from, to),
    ];
  });
}

function orderChange(rule: RuleName, name: string, what: string, use: string): Change {
  return createChange(rule, { where: `${name} x-order`, what, names: [name, 'x-order'], uses: [use] });
}

/** Types that begin or cease to end the stream. One that is added or removed is a change of its own as well. */
function compareTerminal(name: string, old: JsonObject, now: JsonObject): Change[] {
  const [before, after] = [asStrings(old['terminal'], 'terminal'), asStrings(now['terminal'], 'terminal')];
  const report = (type: string, what: string): Change =>
    orderChange('event-order-loosened', name, `${type} ${what}`, `event ${type}`);
  return [
    ...after.filter((type) => !before.includes(type)).map((type) => report(type, 'ends the stream now')),
    ...before
      .filter((type) => !after.includes(type))
      .map((type) => report(type, 'no longer ends the stream')),
  ];
}

function comparePrecedence(name: string, old: JsonObject, now: JsonObject): Change[] {
  const precedesOf = (order: JsonObject): JsonObject => asObject(order['precedes'] ?? {}, 'precedes');
  const [before, after] = [precedesOf(old), precedesOf(now)];
  const report = (rule: RuleName, event: string, what: string, first: Json | undefined): Change[] =>
    first === undefined
      ? []
      : [orderChange(rule, name, `${event} ${what} ${quote(first)}`, `event ${event}`)];
  return changedKeys(before, after, new Set()).flatMap((event) => [
    ...report('event-order-loosened', event, 'no longer follows', before[event]),
    ...report('event-order-tightened', event, 'follows', after[event]),
  ]);
}

function compareOtherOrder(name: string, old: JsonObject, now: JsonObject): Change[] {
  return changedKeys(old, now, new Set(['terminal', 'precedes', 'x-required-by'])).map((key) => {
    const rule = now[key] === 'none' ? 'event-order-tightened' : 'event-order-loosened';
    return orderChange(rule, name, `${key}: ${quote(old[key])} -> ${quote(now[key])}`, name);
  });
}
