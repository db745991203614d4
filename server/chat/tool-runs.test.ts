import { describe, expect, it } from 'vitest';
import type { AgentTools } from '../tools/types.ts';
import { ToolRuns } from './tool-runs.ts';

const inputSchema = { type: 'object' } as const;

/** Runs over a tool `find` that returns its input when `finish` is called. */
function runsOver(signal = new AbortController().signal): { runs: ToolRuns; finish: (() => void)[] } {
  const finish: (() => void)[] = [];
  const execute = (input: unknown): Promise<{ input: unknown }> =>
    new Promise((resolve) => finish.push(() => resolve({ input })));
  const tools: AgentTools = new Map([
    ['find', { description: 'finds', inputSchema, fromCatalog: false, execute }],
  ]);
  return { runs: new ToolRuns(tools, signal), finish };
}

function call(toolCallId: string, input: string): Parameters<ToolRuns['start']>[0] {
  return { type: 'tool-call', toolCallId, toolName: 'find', input };
}

describe('the tool calls of a step', () => {
  it('have their outcomes in the order in which they end', async () => {
    const { runs, finish } = runsOver();
    runs.start(call('a', '{}'));
    runs.start(call('b', '{}'));
    finish[1]?.();
    expect(await runs.next()).toMatchObject({ type: 'tool-result', toolCallId: 'b' });
    finish[0]?.();
    expect(await runs.next()).toMatchObject({ type: 'tool-result', toolCallId: 'a' });
    expect(await runs.next()).toBeUndefined();
  });

  it.each(['', ' ', '{}'])('are made with an empty input for %j', async (input) => {
    const { runs, finish } = runsOver();
    expect(runs.start(call('a', input))).toMatchObject({ input: {} });
    finish[0]?.();
    expect(await runs.next()).toMatchObject({ output: { input: {} } });
  });

  it.each(['{', '5', 'null', '[1]', '{"__proto__":{"a":1}}'])(
    'are rejected for the input %j',
    async (input) => {
      const { runs, finish } = runsOver();
      expect(runs.start(call('a', input))).toMatchObject({ input });
      expect(finish).toEqual([]);
      expect(await runs.next()).toEqual({ type: 'tool-error', toolCallId: 'a', toolName: 'find' });
    },
  );

  it('end on an abort, even where their tool ignores it', async () => {
    const controller = new AbortController();
    const { runs } = runsOver(controller.signal);
    runs.start(call('a', '{}'));
    controller.abort();
    expect(await runs.next()).toMatchObject({ type: 'tool-error', toolCallId: 'a' });
  });
});
