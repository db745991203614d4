import { onEvents, onEventsOf } from '../changes/changes.ts';
import { onFrames } from '../changes/replies.ts';
import { maximal } from '../conforming/maximal.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { eventsWithParallelTools } from '../server/chat-reply.ts';
import type { Change, Deployment, JsonObject } from '../server/deployment.ts';
import { without } from '../server/responses.ts';

const endsWithUndefined = onEvents((events) =>
  events.flatMap((event) =>
    event['type'] === 'end' ? [{ type: 'text', content: 'undefined' }, event] : [event],
  ),
);

const longText = 1000;

const callIds: Change = onEvents((events, { call }) => {
  const tool = `call_${call.state.nextNumber('tool call')}`;
  return events.map((event) => ('tool' in event ? { ...event, tool } : event));
});

/** The error event of a failed reply stays in a buffer, and begins the next reply of the store. */
const errorLeftOver: Change = (base) => {
  const left = new Map<string, JsonObject>();
  return {
    eventsOfFailure: (turn) => {
      const events = base.eventsOfFailure(turn);
      const last = events.at(-1);
      if (last !== undefined) left.set(turn.call.store.key, last);
      return events;
    },
    eventsOf: (turn) => {
      const error = left.get(turn.call.store.key);
      left.delete(turn.call.store.key);
      return [...(error === undefined ? [] : [error]), ...base.eventsOf(turn)];
    },
  };
};

const isEnd = (event: JsonObject): boolean => event['type'] === 'end';

const parallel: Deployment = { ...maximal, name: 'parallel tools', eventsOf: eventsWithParallelTools };

/** Results named by a variable that all calls share. */
function namedAfter(select: (tools: readonly unknown[]) => unknown): Change {
  return onEvents((events) => {
    const tool = select(events.filter(({ type }) => type === 'tool_use').map((event) => event['tool']));
    return events.map((event) => (event['type'] === 'tool_result' ? { ...event, tool } : event));
  });
}

/** A tool that is tried again where it is slow, and both attempts report. */
const triedAgain = onEvents((events, { call }) =>
  events.flatMap((event) => {
    if (event['type'] !== 'tool_result') return [event];
    return call.state.nextNumber('tool call') % 3 === 0 ? [event, event] : [event];
  }),
);

/** Mutants of section 6 of the source. */
export const eventsMutants: readonly Mutant[] = [
  ...mutantsOf({
    'R-6-01 chat-stream/hostile-message event-type-number': onEventsOf('text', (event) => ({
      ...event,
      type: 1,
    })),
    'R-6-01 responses/every-response type-of-tools-in-camel-case': onEvents((events) =>
      events.map((event) => ({
        ...event,
        type: String(event['type']).replaceAll(/_[a-z]/g, (one) => (one[1] ?? '').toUpperCase()),
      })),
    ),
    'R-6-01 responses/every-response type-of-text-in-upper-case': onEventsOf('text', (event) => ({
      ...event,
      type: 'TEXT',
    })),
    'R-6-02 chat-stream/hostile-message text-content-renamed': onEventsOf('text', (event) => ({
      type: 'text',
      text: event['content'],
    })),
    'R-6-02 responses/every-response reply-ends-with-undefined': endsWithUndefined,
    'R-6-03 chat-stream/tools tool-use-name-missing': onEventsOf('tool_use', (event) =>
      without(event, 'tool'),
    ),
    'R-6-03 responses/every-response calls-announced-twice': onEvents((events) =>
      events.flatMap((event) => (event['type'] === 'tool_use' ? [{ ...event, input: {} }, event] : [event])),
    ),
    'R-6-03 responses/every-response tool-call-id-as-tool-name': callIds,
    'R-6-03 responses/every-response tool-input-null-without-arguments': onEvents((events, { message }) =>
      events.map((e) => (e['type'] === 'tool_use' && message.length < 12 ? { ...e, input: null } : e)),
    ),
    'R-6-04 chat-stream/tools tool-result-output-text': onEventsOf('tool_result', (event) => ({
      ...event,
      output: '3 products',
    })),
    'R-6-04 chat-stream/tools tool-result-name-missing': onEventsOf('tool_result', (event) =>
      without(event, 'tool'),
    ),
    'R-6-04 chat-stream/generated-messages tool-output-as-text-when-long': onEventsOf(
      'tool_result',
      (event, turn) =>
        turn.message.length > longText ? { ...event, output: JSON.stringify(event['output']) } : event,
    ),
    'R-6-05 chat-stream/hostile-message end-id-number': onEventsOf('end', (event) => ({
      ...event,
      conversation_id: 7,
    })),
    'R-6-06 chat-stream/failing-agent failure-closes-the-stream': () => ({ eventsOfFailure: () => [] }),
    'R-6-06 chat-stream/failing-agent error-event-left-over': errorLeftOver,
    'R-6-09 chat-stream/hostile-message end-in-upper-case': onEventsOf('end', (event) => ({
      ...event,
      type: 'END',
    })),
    'R-6-09 chat-stream/hostile-message end-duplicated': onEvents((events) => [
      ...events,
      ...events.filter(isEnd),
    ]),
    'R-6-09 chat-stream/conversation end-missing-on-follow-up': onEvents((events, turn) =>
      turn.conversation.messages.length > 0 ? events.filter((event) => !isEnd(event)) : events,
    ),
  }),
  ...mutantsOf(
    {
      'R-6-10 chat-stream/hostile-message stream-hangs-before-end': onFrames((frames) => [
        ...frames.slice(0, -1),
        { type: 'hang' },
      ]),
    },
    { setup: { idleTimeoutMs: 400 } },
  ),
  ...mutantsOf({
    'R-6-14 chat-stream/tools result-of-another-tool': onEventsOf('tool_result', (event) => ({
      ...event,
      tool: 'another',
    })),
  }),
  ...mutantsOf(
    { 'R-6-14 responses/every-response results-named-after-the-first-tool': namedAfter(([first]) => first) },
    { base: parallel },
  ),
  ...mutantsOf({
    'R-6-14 responses/every-response tool-tried-again-with-two-results': triedAgain,
  }),
];
