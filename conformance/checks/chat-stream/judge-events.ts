import { chatEventTypes } from '../../../generated/events.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Breach } from '../../check.ts';
import { showValue } from '../../client/describe-answer.ts';
import { isObject } from '../is-object.ts';

type Fields = Readonly<Record<string, unknown>>;

function fieldBreach(
  requirement: RequirementId,
  event: Fields,
  name: string,
  kind: 'a string' | 'an object',
): readonly Breach[] {
  const value = event[name];
  const sound = kind === 'an object' ? isObject(value) : typeof value === 'string';
  if (sound) return [];
  return [
    {
      requirement,
      expected: `a ${String(event['type'])} event has ${name}, ${kind}`,
      actual: showValue(event),
    },
  ];
}

/** The id of a conversation is what identifies it, so that an empty one identifies none (source 2.4). */
function judgeEnd(event: Fields): readonly Breach[] {
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

/** What one event's payload breaks: source 6, field by field. A legal event breaks nothing. */
export function judgeEvent(event: unknown): readonly Breach[] {
  const type = isObject(event) ? event['type'] : undefined;
  if (isObject(event) && type === undefined) {
    return [{ requirement: 'R-4.1-08', expected: 'a JSON object that has a type', actual: showValue(event) }];
  }
  if (!isObject(event) || !chatEventTypes.some((known) => known === type)) {
    const expected = `an object whose type is one of ${chatEventTypes.join(', ')}`;
    return [{ requirement: 'R-6-01', expected, actual: showValue(event) }];
  }
  if (type === 'text') return fieldBreach('R-6-02', event, 'content', 'a string');
  if (type === 'tool_use') {
    return [
      ...fieldBreach('R-6-03', event, 'tool', 'a string'),
      ...fieldBreach('R-6-03', event, 'input', 'an object'),
    ];
  }
  if (type === 'tool_result') {
    return [
      ...fieldBreach('R-6-04', event, 'tool', 'a string'),
      ...fieldBreach('R-6-04', event, 'output', 'an object'),
    ];
  }
  return type === 'end' ? judgeEnd(event) : [];
}

function typeOf(event: unknown): string {
  return isObject(event) ? String(event['type']) : 'no object';
}

/** Each result answers one earlier call of the same tool; calls may be open side by side (source 6). */
function judgeTools(events: readonly unknown[]): readonly Breach[] {
  const open = new Map<string, number>();
  const breaches: Breach[] = [];
  for (const event of events) {
    const tool = isObject(event) ? String(event['tool']) : '';
    const calls = open.get(tool) ?? 0;
    if (typeOf(event) === 'tool_use') open.set(tool, calls + 1);
    if (typeOf(event) !== 'tool_result') continue;
    if (calls > 0) open.set(tool, calls - 1);
    else {
      breaches.push({
        requirement: 'R-6-08',
        expected: `a tool_use of ${tool} before its tool_result`,
        actual: events.map(typeOf).join(', '),
      });
    }
  }
  return breaches;
}

/** What the order of a complete stream's events breaks: the automaton of source 6. */
export function judgeOrder(events: readonly unknown[]): readonly Breach[] {
  const types = events.map(typeOf);
  const firstEnd = types.indexOf('end');
  const actual = types.join(', ') || 'no event';
  const breaches: Breach[] = [];
  if (firstEnd === -1 && !types.includes('error')) {
    const failed = types.length > 0 && !chatEventTypes.some((type) => type === types.at(-1));
    breaches.push(
      failed
        ? { requirement: 'R-6-06', expected: 'an event of type error where processing failed', actual }
        : { requirement: 'R-6-09', expected: 'an end event when the reply is complete', actual },
    );
    breaches.push({ requirement: 'R-6-10', expected: 'a stream that ends with end or error', actual });
  }
  if (firstEnd !== -1 && firstEnd !== types.length - 1) {
    breaches.push({ requirement: 'R-6-09', expected: 'no event after end', actual });
  }
  return [...breaches, ...judgeTools(events)];
}
