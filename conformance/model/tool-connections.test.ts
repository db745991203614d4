import { describe, expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { verifyConnections } from './tool-connections.ts';

const capabilities = { on: [{ type: 'catalog', enabled: true }], off: [{ type: 'catalog', enabled: false }] };
const agents = [
  ...(['on', 'off'] as const).map((id) => ({ id, config: { mcp_capabilities: capabilities[id] } })),
  { id: 'none', config: {} },
];

/** Eight replies of each agent, with the tools that it calls. */
function findingsOf(toolsOf: (agent: string, index: number) => readonly string[]): number {
  const replies = agents.flatMap(({ id: agent_id }) =>
    Array.from({ length: 8 }, (_, index) => {
      const request = { method: 'POST', path: '/', json: { agent_id, message: `Hello ${index}` } };
      const uses = toolsOf(agent_id, index).map((tool) => ({ type: 'tool_use', tool, input: {} }));
      const events = [...uses, { type: 'end', conversation_id: 'c' }];
      return {
        events,
        isStreamed: true,
        durationMs: 1,
        exchange: { request } as Exchange,
        isFollowUp: false,
      };
    }),
  );
  return verifyConnections(replies, agents).length;
}

describe('R-2.2-10 the tools of a connection that is not enabled', () => {
  it('are not called', () => expect(findingsOf((agent) => (agent === 'none' ? [] : ['search']))).toBe(1));

  it.each([
    ['of all agents', () => ['search']],
    ['of enabled connections', (agent) => (agent === 'on' ? ['search'] : [])],
    ['that such agents call at times', (agent, index) => (agent === 'on' || index === 0 ? ['search'] : [])],
    ['of their own', (agent) => (agent === 'off' ? ['say_that_it_is_off'] : [])],
  ] satisfies [string, Parameters<typeof findingsOf>[0]][])('may be those %s', (_, toolsOf) =>
    expect(findingsOf(toolsOf)).toBe(0),
  );
});
