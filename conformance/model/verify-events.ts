import { chatEventTypes } from '../../generated/events.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { isObject } from '../exchange.ts';

// No name, and what languages print for none.
const missingName = /^(?:|undefined|null|None|\[object Object\])$/;

type Fields = Readonly<Record<string, unknown>>;

function verifyField(
  requirement: RequirementId,
  event: Fields,
  name: string,
  kind: 'a string' | 'an object',
): readonly Finding[] {
  const value = event[name];
  if (name === 'tool' && missingName.test(String(value))) {
    return [{ requirement, expected: 'tool, the name of a tool', actual: showValue(event) }];
  }
  if (kind === 'an object' ? isObject(value) : typeof value === 'string') return [];
  const expected = `a ${String(event['type'])} event has ${name}, ${kind}`;
  return [{ requirement, expected, actual: showValue(event) }];
}

/** An empty conversation_id identifies no conversation. Source 2.4. */
function verifyEnd(event: Fields): readonly Finding[] {
  const actual = showValue(event);
  if (event['conversation_id'] === '') {
    return [{ requirement: 'R-2.4-01', expected: 'a conversation_id that identifies', actual }];
  }
  if (typeof event['conversation_id'] === 'string') return [];
  return [
    { requirement: 'R-6-05', expected: 'an end event has conversation_id, a string', actual },
    { requirement: 'R-4.1-09', expected: 'the last event carries the conversation_id', actual },
  ];
}

/** Verifies the fields of one event's payload. Source 6. */
export function verifyEvent(event: unknown): readonly Finding[] {
  const type = isObject(event) ? event['type'] : undefined;
  if (isObject(event) && type === undefined) {
    return [{ requirement: 'R-4.1-08', expected: 'a JSON object that has a type', actual: showValue(event) }];
  }
  if (!isObject(event) || typeof type !== 'string') {
    const expected = `an object whose type is a text, such as ${chatEventTypes.join(', ')}`;
    return [{ requirement: 'R-6-01', expected, actual: showValue(event) }];
  }
  if (type === 'text') return verifyField('R-6-02', event, 'content', 'a string');
  if (type === 'tool_use') {
    return [
      ...verifyField('R-6-03', event, 'tool', 'a string'),
      ...verifyField('R-6-03', event, 'input', 'an object'),
    ];
  }
  if (type === 'tool_result') {
    return [
      ...verifyField('R-6-04', event, 'tool', 'a string'),
      ...verifyField('R-6-04', event, 'output', 'an object'),
    ];
  }
  return type === 'end' ? verifyEnd(event) : [];
}

/** The types of events that the source does not have, which it leaves open. */
export function furtherTypes(events: readonly unknown[]): readonly string[] {
  const types = new Set(events.filter(isObject).map((event) => String(event['type'])));
  return [...types].filter((type) => !chatEventTypes.some((known) => known === type));
}

function typeOf(event: unknown): string {
  return isObject(event) ? String(event['type']) : 'no object';
}

/**
 * Verifies that each result follows a call of the same tool. Calls may overlap, and how many results a call has is open.
 * Source 6.
 */
function verifyTools(events: readonly unknown[]): readonly Finding[] {
  const called = new Set<string>();
  const findings: Finding[] = [];
  for (const event of events) {
    const tool = isObject(event) ? String(event['tool']) : '';
    if (typeOf(event) === 'tool_use') called.add(tool);
    if (typeOf(event) !== 'tool_result' || called.has(tool)) continue;
    findings.push({
      requirement: 'R-6-14',
      expected: `a tool_use of ${tool} before its tool_result`,
      actual: events.map(typeOf).join(', '),
    });
  }
  return findings;
}

/** Verifies the order of a complete stream's events. Source 6. */
export function verifyOrder(events: readonly unknown[]): readonly Finding[] {
  const types = events.map(typeOf);
  const firstEnd = types.indexOf('end');
  const actual = types.join(', ') || 'no event';
  const findings: Finding[] = [];
  if (firstEnd === -1 && !types.includes('error')) {
    const last = types.at(-1);
    if (last !== undefined && !chatEventTypes.some((type) => type === last)) {
      const expected = 'an event of type error where processing failed';
      findings.push({ requirement: 'R-6-06', expected, actual });
    }
    findings.push({ requirement: 'R-6-09', expected: 'an end event when the reply is complete', actual });
    findings.push({ requirement: 'R-6-10', expected: 'a stream that ends with end or error', actual });
  }
  if (firstEnd !== -1 && firstEnd !== types.length - 1) {
    findings.push({ requirement: 'R-6-09', expected: 'no event after end', actual });
  }
  return [...findings, ...verifyTools(events)];
}
