import { dereference } from '../contract/contract.ts';
import { asObject, asStrings, type Json, type JsonObject } from '../contract/json.ts';
import { createChange, isEqual, quote, type Change } from './change.ts';
import { compareSchemes } from './compare-operations.ts';
import { bindsOursOnly } from './compare-schemas.ts';
import { changedKeys, type Comparison } from './operation-pair.ts';
import type { RuleName } from './rules.ts';
import { isPlainObject } from './schema-tree.ts';

/** Compares two AsyncAPI documents: channels, messages, the order of events (x-order) and security. */
export function compareAsyncapi(old: JsonObject, now: JsonObject): Comparison {
  const [before, after] = [messagesOf(old), messagesOf(now)];
  const terminal = terminalTypes(old, now);
  const shared = [...after].flatMap(
    ([name, message]): { name: string; from: JsonObject; to: JsonObject }[] => {
      const from = before.get(name);
      return from === undefined ? [] : [{ name, from, to: message }];
    },
  );
  return {
    changes: [
      ...[...before].filter(([name]) => !after.has(name)).map(([name]) => typeChange(name, 'removed', terminal.includes(name))),
      ...[...after].filter(([name]) => !before.has(name)).map(([name]) => typeChange(name, 'added', terminal.includes(name))),
      ...shared.flatMap(({ name, from, to }) => compareMessage(name, from, to)),
      ...compareChannels(old, now),
      ...compareOrder(old, now),
      ...compareSchemes(old, now),
      ...compareRest(old, now),
    ],
    messages: shared.map(({ name, from, to }) => ({
      direction: 'event',
      use: `event ${name}`,
      names: [name],
      old: { document: old, schema: from['payload'] ?? {} },
      new: { document: now, schema: to['payload'] ?? {} },
      ours: bindsOursOnly(from, to),
      terminal,
    })),
  }; // prettier-ignore
}

/** The types of event that end a stream, in any of the documents. */
export function terminalTypes(...documents: readonly JsonObject[]): string[] {
  const types = documents.flatMap((document) =>
    orders(document).flatMap(([, order]) => asStrings(order['terminal'], 'terminal')),
  );
  return [...new Set(types)];
}

function messagesOf(document: JsonObject): Map<string, JsonObject> {
  const components = asObject(document['components'] ?? {}, 'components');
  return new Map(
    Object.entries(asObject(components['messages'] ?? {}, 'messages')).map(([name, message]) => [
      name,
      dereference(document, asObject(message, name)),
    ]),
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
  const texts = changedKeys(old, now, new Set(['payload', 'contentType']));
  const [from, to] = [old['contentType'], now['contentType']];
  return [
    ...(isEqual(from, to)
      ? []
      : [eventChange('event-media-type-changed', name, `${quote(from)} -> ${quote(to)}`)]),
    ...(texts.length === 0 ? [] : [eventChange('described', name, `${texts.join(', ')} changed`)]),
  ];
}

const parts = ['channels', 'operations'] as const;

/** Channels by address, operations by action. */
function compareChannels(old: JsonObject, now: JsonObject): Change[] {
  return parts.flatMap((part) => {
    const [before, after] = [asObject(old[part] ?? {}, part), asObject(now[part] ?? {}, part)];
    return Object.entries(before).flatMap(([name, value]): Change[] => {
      const [from, to] = [asObject(value, name), after[name]];
      if (!isPlainObject(to)) return [eventChange('event-address-changed', name, `removed from ${part}`)];
      const wire = ['address', 'action'].filter((key) => !isEqual(from[key], to[key]));
      const texts = changedKeys(from, to, new Set(['address', 'action', 'messages', 'channel', 'x-order']));
      return [
        ...wire.map((key) => eventChange('event-address-changed', name, `${key}: ${quote(from[key])} -> ${quote(to[key])}`)),
        ...(texts.length === 0 ? [] : [eventChange('described', name, `${texts.join(', ')} changed`)]),
      ];
    });
  }); // prettier-ignore
}

function orders(document: JsonObject): [operation: string, order: JsonObject][] {
  return Object.entries(asObject(document['operations'] ?? {}, 'operations')).flatMap(([name, operation]) => {
    const order = asObject(operation, name)['x-order'];
    return isPlainObject(order) ? [[name, order]] : [];
  });
}

/** x-order of each operation: which events end the stream, what follows them, and which event precedes which. */
function compareOrder(old: JsonObject, now: JsonObject): Change[] {
  const after = new Map(orders(now));
  return orders(old).flatMap(([name, from]) => {
    const to = after.get(name) ?? {};
    return [
      ...compareTerminal(name, from, to),
      ...comparePrecedence(name, from, to),
      ...compareOtherOrder(name, from, to),
    ];
  });
}

/** A terminal type of event that is new or gone shows as such; here one that was or is an event in between. */
function compareTerminal(name: string, old: JsonObject, now: JsonObject): Change[] {
  const [before, after] = [asStrings(old['terminal'], 'terminal'), asStrings(now['terminal'], 'terminal')];
  const change = (rule: RuleName, type: string, what: string): Change =>
    createChange(rule, {
      where: `${name} x-order`,
      what: `${type} ${what}`,
      names: [name, 'x-order'],
      uses: [`event ${type}`],
    });
  return [
    ...after.filter((type) => !before.includes(type)).map((type) => change('event-order-loosened', type, 'ends the stream now')),
    ...before.filter((type) => !after.includes(type)).map((type) => change('event-order-loosened', type, 'no longer ends the stream')),
  ]; // prettier-ignore
}

function comparePrecedence(name: string, old: JsonObject, now: JsonObject): Change[] {
  const [before, after] = [
    asObject(old['precedes'] ?? {}, 'precedes'),
    asObject(now['precedes'] ?? {}, 'precedes'),
  ];
  const change = (rule: RuleName, event: string, first: Json | undefined, what: string): Change =>
    createChange(rule, {
      where: `${name} x-order`,
      what: `${event} ${what} ${quote(first)}`,
      names: [name, 'x-order'],
      uses: [`event ${event}`],
    });
  const events = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return events.filter((event) => !isEqual(before[event], after[event])).flatMap((event) => [
    ...(before[event] === undefined ? [] : [change('event-order-loosened', event, before[event], 'no longer follows')]),
    ...(after[event] === undefined ? [] : [change('event-order-tightened', event, after[event], 'follows')]),
  ]); // prettier-ignore
}

function compareOtherOrder(name: string, old: JsonObject, now: JsonObject): Change[] {
  return changedKeys(old, now, new Set(['terminal', 'precedes'])).map((key) => {
    const rule = now[key] === 'none' ? 'event-order-tightened' : 'event-order-loosened';
    const what = `${key}: ${quote(old[key])} -> ${quote(now[key])}`;
    return createChange(rule, { where: `${name} x-order`, what, names: [name, 'x-order'], uses: [name] });
  });
}

const compared = new Set(['channels', 'operations', 'components', 'info']);

function compareRest(old: JsonObject, now: JsonObject): Change[] {
  const texts = changedKeys(old, now, compared);
  const info = changedKeys(
    asObject(old['info'], 'info'),
    asObject(now['info'], 'info'),
    new Set(['version']),
  );
  return [...texts, ...info.map((key) => `info.${key}`)].map((key) =>
    createChange('described', {
      where: `asyncapi.yaml ${key}`,
      what: `${key} changed`,
      names: [key, 'asyncapi.yaml'],
    }),
  );
}
