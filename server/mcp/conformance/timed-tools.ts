import { setTimeout as wait } from 'node:timers/promises';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';

/** The pause that the conformance tool asks for between two notifications, in milliseconds. */
const pause = 50;

const done: CallToolResult = { content: [{ type: 'text', text: 'Done.' }] };

/** Tools that say something while they run. */
export function addTimedTools(server: McpServer): void {
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress in three steps.' },
    async (context) => {
      const { _meta: meta } = context.mcpReq;
      const progressToken = meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progress > 0) await wait(pause);
        if (progressToken === undefined) continue;
        const params = { progressToken, progress, total: 100 };
        await context.mcpReq.notify({ method: 'notifications/progress', params });
      }
      return done;
    },
  );
  server.registerTool('test_tool_with_logging', { description: 'Logs three lines.' }, async (context) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.log('info', line);
      await wait(pause);
    }
    return done;
  });
  server.registerTool('test_logging_tool', { description: 'Logs one line.' }, async (context) => {
    await context.mcpReq.log('info', 'Logged.');
    return done;
  });
}
