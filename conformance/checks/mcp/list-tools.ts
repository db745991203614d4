import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CheckContext } from '../../check.ts';
import type { RequirementId } from '../../../generated/requirements.ts';

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 200);
}

/** Which clauses say that a client connects, by how it was refused. */
function blamed(problem: string): readonly RequirementId[] {
  if (/\b40[13]\b|unauthori[sz]ed/i.test(problem)) return ['R-4.6-02', 'R-1-06', 'R-5-05'];
  return [/\b404\b|not found/i.test(problem) ? 'R-4.6-01' : 'R-1-05'];
}

/** Connects as any MCP client does, lists the tools, and tells the step that failed. */
export async function listTools(context: CheckContext, url: URL): Promise<readonly string[]> {
  const transport = new StreamableHTTPClientTransport(url, { fetch: context.client.fetch });
  const client = new Client({ name: 'agent-conformance', version: '1' });
  const timeout = context.target.idleTimeoutMs;
  try {
    await client.connect(transport, { timeout });
  } catch (error) {
    const actual = messageOf(error);
    const expected = 'an MCP client connects with the key as api_key';
    for (const requirement of blamed(actual)) context.breach({ requirement, expected, actual });
    return [];
  }
  try {
    const { tools } = await client.listTools(undefined, { timeout });
    return tools.map((tool) => tool.name);
  } catch (error) {
    context.breach({
      requirement: 'R-4.6-04',
      expected: 'the endpoint lists its tools',
      actual: messageOf(error),
    });
    return [];
  } finally {
    await client.close();
  }
}
