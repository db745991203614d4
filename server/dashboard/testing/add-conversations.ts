import type { NewConversation, NewReply } from '../../db/repositories.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../support/ids.ts';
import { addAgent as insertAgent } from '../../testing/test-shop.ts';
import { sampleAgent, sampleConversation, sampleMessage, sampleReply } from '../../testing/sample-records.ts';

export interface AddedConversation extends Partial<NewConversation> {
  readonly question: string;
  readonly answer?: string;
  readonly reply?: Partial<NewReply>;
  readonly outcome?: 'complete' | 'failed';
  readonly thumb?: 'up' | 'down';
}

/** Adds an agent, which the conversations of a store need. Returns its id. */
export async function addAgent(deps: Deps, storeId: string, name: string): Promise<string> {
  const agent = sampleAgent(storeId, { name });
  await insertAgent(deps, agent);
  return agent.id;
}

/** Adds a conversation of one question and its reply, which used a tool. Returns its id. */
export async function addConversation(
  { repositories }: Deps,
  storeId: string,
  agentId: string,
  { question, answer = 'Here it is.', reply, outcome = 'complete', thumb, ...change }: AddedConversation,
): Promise<string> {
  const conversation = sampleConversation(storeId, agentId, { id: newId('cnv'), ...change });
  const { id, createdAt } = conversation;
  const asked = sampleMessage(storeId, id, { text: question, createdAt });
  await repositories.conversations.insert(storeId, conversation, asked);
  const content = JSON.stringify(contentOf(question, answer));
  const replied = sampleMessage(storeId, id, {
    role: 'assistant',
    text: answer,
    content,
    outcome,
    createdAt,
  });
  await repositories.messages.appendReply(storeId, replied, sampleReply(reply));
  if (thumb !== undefined) await repositories.conversations.setThumb(storeId, id, thumb);
  return id;
}

function contentOf(query: string, text: string): readonly object[] {
  const call = { toolCallId: 'call_1', toolName: 'search_products' };
  const output = { type: 'json', value: { products: [{ id: 'boot-1', title: 'Boot' }] } };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { query } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
    { role: 'assistant', content: [{ type: 'text', text }] },
  ];
}
