import { describe, expect, it } from 'vitest';
import type { AgentTools } from '../tools/types.ts';
import { ToolRuns } from './tool-runs.ts';

const inputSchema = { type: 'object' } as const;

/** Runs over a tool `find` that answers when it is told to, with the input that it was given. */
function runsOver(): { runs: ToolRuns; answer: (() => void)[] } {
  const answer: (() => void)[] = [];
  const execute = (input: unknown): Promise<{ input: unknown }> =>
    new Promise((resolve) => answer.push(() => resolve({ input })));
  const tools: AgentTools = new Map([['find', { description: 'finds', inputSchema, execute }]]);
  return { runs: new ToolRuns(tools, new AbortController().signal), answer };
}

function call(toolCallId: string, input: string): Parameters<ToolRuns['begin']>[0] {
  return { type: 'tool-call', toolCallId, toolName: 'find', input };
}

describe('the tool calls of a step', () => {
  it('are answered in the order in which they end, not in which they began', async () => {
    const { runs, answer } = runsOver();
    runs.begin(call('a', '{}'));
    runs.begin(call('b', '{}'));
    answer[1]?.();
    expect(await runs.wait()).toMatchObject({ type: 'tool-result', toolCallId: 'b' });
    answer[0]?.();
    expect(await runs.wait()).toMatchObject({ type: 'tool-result', toolCallId: 'a' });
    expect(await runs.wait()).toBeUndefined();
  });

  it.each(['', ' ', '{}'])('are made with an empty input for %j', async (input) => {
    const { runs, answer } = runsOver();
    expect(runs.begin(call('a', input))).toMatchObject({ input: {} });
    answer[0]?.();
    expect(await runs.wait()).toMatchObject({ output: { input: {} } });
  });

  it.each(['{', '5', 'null', '[1]', '{"__proto__":{"a":1}}'])(
    'are refused for the input %j',
    async (input) => {
      const { runs, answer } = runsOver();
      expect(runs.begin(call('a', input))).toMatchObject({ input });
      expect(answer).toEqual([]);
      expect(await runs.wait()).toEqual({ type: 'tool-error', toolCallId: 'a', toolName: 'find' });
    },
  );
});
