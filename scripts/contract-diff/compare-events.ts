import { dereference } from '../contract/contract.ts';
import { asObject, asStrings, isObject, type JsonObject } from '../contract/json.ts';
import { bindsOursOnly } from './binding.ts';
import { quote, type Change } from './change.ts';
import type { Comparison } from './compare-messages.ts';
import { compareSchemes } from './compare-operations.ts';
import {
  changedKeys,
  compareDocumentTexts,
  compareKeys,
  compareParts,
  matchByKey,
  objectsIn,
  report,
  type Difference,
  type Subject,
} from './compare-parts.ts';
import { branchName } from './schema-differences.ts';
import { inlineSchema } from './schema-tree.ts';

/** Compares two AsyncAPI documents: channels, messages, the order of events (x-order) and security. */
export function compareAsyncapi(old: JsonObject, now: JsonObject): Comparison {
  const messages = [messagesOf(old), messagesOf(now)] as const;
  const terminal = terminalTypes(old, now);
  const typeChange = (name: string, change: 'added' | 'removed'): Difference => {
    const rule = `${terminal.includes(name) ? 'terminal-event' : 'event-type'}-${change}` as const;
    return [rule, `event ${change}`, change === 'added' ? { addition: 'event' } : {}];
  };
  return {
    changes: [
      ...compareParts(...messages, {
        subject: eventSubject,
        removed: (_message, name) => typeChange(name, 'removed'),
        added: (_message, name) => typeChange(name, 'added'),
        both: (from, to) => compareKeys(from, to, { payload: null, contentType: 'event-media-type-changed' }),
      }),
      ...compareChannels(old, now),
      ...compareOrder(old, now),
      ...compareSchemes(old, now),
      ...compareDocumentTexts('asyncapi.yaml', old, now, 'channels', 'operations', 'components'),
    ],
    messages: matchByKey(...messages).pairs.map(({ key, old: from, new: to }) => ({
      direction: 'event',
      use: `event ${key}`,
      names: [key],
      old: { document: old, schema: from['payload'] ?? {} },
      new: { document: now, schema: to['payload'] ?? {} },
      ours: bindsOursOnly(from, to),
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
    [...objectsIn(components['messages'])].map(([key, value]) => {
      const message = dereference(document, value);
      // Readers see the type of an event; its key and its name are of the document.
      const payload = inlineSchema(document, message['payload'] ?? {}, 'event');
      return [branchName(payload) ?? key, message];
    }),
  );
}

function eventSubject(name: string): Subject {
  return { where: `event ${name}`, names: [name], uses: [`event ${name}`] };
}

/** Channels by address, operations by action. Their messages are compared by themselves: a new one needs a requirement. */
function compareChannels(old: JsonObject, now: JsonObject): Change[] {
  const [address, action] = ['event-address-changed', 'event-address-changed'] as const;
  return ['channels', 'operations'].flatMap((part) =>
    compareParts(objectsIn(old[part]), objectsIn(now[part]), {
      subject: eventSubject,
      removed: () => ['event-address-changed', `removed from ${part}`],
      added: () => ['event-address-added', `added to ${part}`],
      both: (from, to) =>
        compareKeys(from, to, { address, action, messages: null, channel: null, 'x-order': null }),
    }),
  );
}

function ordersOf(document: JsonObject): Map<string, JsonObject> {
  const operations = [...objectsIn(document['operations'])];
  return new Map(
    operations.flatMap(([name, { 'x-order': order }]) => (isObject(order) ? [[name, order] as const] : [])),
  );
}

/** x-order of each operation: which events end the stream, what follows them, and which event precedes which. */
function compareOrder(old: JsonObject, now: JsonObject): Change[] {
  const [before, after] = [ordersOf(old), ordersOf(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [from, to] = [before.get(name) ?? {}, after.get(name) ?? {}];
    const differences = [
      ...compareTerminal(from, to),
      ...comparePrecedence(from, to),
      ...compareOthers(from, to),
    ];
    return report({ where: `${name} x-order`, names: [name, 'x-order'], uses: [name] }, ...differences);
  });
}

/** Types that begin or cease to end the stream. One that is added or removed is a change of its own as well. */
function compareTerminal(old: JsonObject, now: JsonObject): Difference[] {
  const [before, after] = [asStrings(old['terminal'], 'terminal'), asStrings(now['terminal'], 'terminal')];
  const difference = (type: string, what: string): Difference => [
    'event-order-loosened',
    `${type} ${what}`,
    { uses: [`event ${type}`] },
  ];
  return [
    ...after.filter((type) => !before.includes(type)).map((type) => difference(type, 'ends the stream now')),
    ...before
      .filter((type) => !after.includes(type))
      .map((type) => difference(type, 'no longer ends the stream')),
  ];
}

function comparePrecedence(old: JsonObject, now: JsonObject): Difference[] {
  const [before, after] = [old, now].map(({ precedes }) => asObject(precedes ?? {}, 'precedes')) as [
    JsonObject,
    JsonObject,
  ];
  return changedKeys(before, after).flatMap((event) => {
    const more = { uses: [`event ${event}`] };
    const [first, later] = [before[event], after[event]];
    return [
      ...(first === undefined
        ? []
        : [['event-order-loosened', `${event} no longer follows ${quote(first)}`, more] as const]),
      ...(later === undefined
        ? []
        : [['event-order-tightened', `${event} follows ${quote(later)}`, more] as const]),
    ];
  });
}

function compareOthers(old: JsonObject, now: JsonObject): Difference[] {
  return changedKeys(old, now, 'terminal', 'precedes', 'x-required-by').map((key) => [
    now[key] === 'none' ? 'event-order-tightened' : 'event-order-loosened',
    `${key}: ${quote(old[key])} -> ${quote(now[key])}`,
  ]);
}
