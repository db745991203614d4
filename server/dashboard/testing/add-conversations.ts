import type { NewConversation, NewReply } from '../../db/records.ts';
import { rateConversations } from '../../db/conversations.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../support/ids.ts';
import { addConversation as insertConversation, addReply } from '../../testing/add-messages.ts';
import { addAgent as insertAgent, changeStore } from '../../testing/test-shop.ts';
import { sampleAgent, sampleConversation, sampleMessage, sampleReply } from '../../testing/sample-records.ts';

export interface AddedConversation extends Partial<NewConversation> {
  readonly question: string;
  readonly answer?: string;
  readonly reply?: Partial<NewReply>;
  readonly outcome?: 'complete' | 'failed';
  readonly thumb?: 'up' | 'down';
  /** The cards of the reply; by default it only searched. */
  readonly shown?: readonly object[];
  /** Words that the catalogue did not have: it found nothing. */
  readonly unknown?: readonly string[];
}

/** Adds an agent, which the conversations of a store need. Returns its id. */
export async function addAgent(deps: Deps, storeId: string, name: string): Promise<string> {
  const agent = sampleAgent(storeId, { name });
  await insertAgent(deps, agent);
  return agent.id;
}

/** Adds a conversation of one question and its reply, which used a tool. Returns its id. */
export async function addConversation(
  deps: Deps,
  storeId: string,
  agentId: string,
  {
    question,
    answer = 'Here it is.',
    reply,
    outcome = 'complete',
    thumb,
    shown,
    unknown,
    ...change
  }: AddedConversation,
): Promise<string> {
  const conversation = sampleConversation(storeId, agentId, { id: newId('cnv'), ...change });
  const { id, created_at } = conversation;
  const asked = sampleMessage(storeId, id, { text: question, created_at });
  await insertConversation(deps, conversation, asked);
  const content = JSON.stringify(contentOf(question, answer, { shown, unknown }));
  const replied = sampleMessage(storeId, id, {
    role: 'assistant',
    text: answer,
    content,
    outcome,
    created_at,
  });
  await addReply(deps, replied, sampleReply(reply));
  if (thumb !== undefined) {
    await changeStore(deps, storeId, (context) => rateConversations(context, new Map([[id, thumb]])));
  }
  return id;
}

function contentOf(
  query: string,
  text: string,
  {
    shown,
    unknown,
  }: {
    readonly shown: readonly object[] | undefined;
    readonly unknown: readonly string[] | undefined;
  },
): readonly object[] {
  const toolName = unknown ? 'search_catalog' : shown === undefined ? 'search_products' : 'show_products';
  const call = { toolCallId: 'call_1', toolName };
  const products = unknown ? [] : (shown ?? [{ id: 'boot-1', title: 'Boot' }]);
  const output = { type: 'json', value: { products, ...(unknown && { unknown_words: unknown }) } };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { query } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
    { role: 'assistant', content: [{ type: 'text', text }] },
  ];
}
