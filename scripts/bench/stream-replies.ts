import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from './fill-service.ts';
import { agentBody } from './peers/fixed-agents.ts';
import type { MeasuredService } from './start-service.ts';

/** A request to the built-in model that it answers with the same words every time. */
export interface ScriptedRequest {
  readonly agent_id: string;
  readonly message: string;
}

/** A reply of some 17 events, without a tool. */
export async function prepareShortReply(service: MeasuredService): Promise<ScriptedRequest> {
  const { config, ...agent } = agentBody(0);
  const { mcp_capabilities: _tools, ...plain } = config;
  return { agent_id: await createAgent(service, { ...agent, config: plain }), message: 'what can you do?' };
}

/** A reply of some 130 events: two tool calls, then a long description in pieces of three short words. */
export async function prepareLongReply(service: MeasuredService): Promise<ScriptedRequest> {
  const file = join(service.dataDir, 'products.jsonl');
  const sentence = `${Array.from({ length: 118 }, (_, index) => 'abcdefgh'[index % 8]).join(' ')}.`;
  const description = [sentence, sentence, sentence].join(' ');
  writeFileSync(
    file,
    `${JSON.stringify({ id: 't1', title: 'Alpine Tent', description, price: '120.00 EUR' })}\n`,
  );
  service.operate('catalog', 'import', '--store', service.storeId, file);
  return { agent_id: await createAgent(service, agentBody(0)), message: 'tell me about the Alpine Tent' };
}

/** The bytes of one reply as the service writes them, one text for each event. */
export async function readScript(service: MeasuredService, request: ScriptedRequest): Promise<string[]> {
  const reply = await call(service, 'POST', '/api/agents/chat/stream', JSON.stringify(request));
  if (reply.status !== 200) throw new Error(`the chat answered ${reply.status}: ${reply.body}`);
  return reply.body.split(/(?<=\n\n)/);
}

async function createAgent(service: MeasuredService, agent: object): Promise<string> {
  const created = await call(service, 'POST', '/api/agents', JSON.stringify(agent));
  return (JSON.parse(created.body) as { id: string }).id;
}
