import type { Command } from 'commander';
import type { ListedConversation } from '../db/repositories.ts';
import { audited, operatorActor } from '../services/audit.ts';
import { eraseVisitor, listConversations, readConversation } from '../services/conversations.ts';
import { findStore } from '../services/stores.ts';
import {
  addStoreOptions,
  formatTable,
  type Operator,
  type RunAsOperator,
  type StoreOptions,
  type Terminal,
} from './operator.ts';

interface VisitorOptions extends StoreOptions {
  readonly visitor: string;
}

interface ListOptions extends StoreOptions {
  readonly visitor?: string;
}

const listed = 100;

/** `conversations list`, `export` and `erase`: what a shopper may ask for under data protection law. */
export function addConversationCommands(program: Command, run: RunAsOperator, terminal: Terminal): void {
  const conversations = program
    .command('conversations')
    .description('Conversations of a store; with --visitor those of one shopper.');
  addStoreOptions(conversations.command('list'))
    .description(`List the newest ${listed} conversations, tests left out.`)
    .option('--visitor <visitor-id>', 'of this visitor, as the dashboard shows it beside a conversation')
    .action((options: ListOptions) =>
      run(options, async (operator) => {
        const store = await findStore(operator, options.store);
        const query = { visitorId: options.visitor, limit: listed };
        const page = await listConversations(operator, store.id, query);
        return { json: page.conversations.map(present), text: table(page.conversations) };
      }),
    );
  addVisitorOptions(conversations.command('export'))
    .description('Print all conversations of a visitor with their messages, one JSON object a line.')
    .action((options: VisitorOptions) =>
      run(options, async (operator) => {
        for await (const line of exportLines(operator, options)) terminal.out(line);
        return { json: undefined, text: '' };
      }),
    );
  addVisitorOptions(conversations.command('erase'))
    .description('Delete all conversations of a visitor and what they did in the widget. Hourly sums stay.')
    .action((options: VisitorOptions) =>
      run(options, async (operator) => {
        const store = await findStore(operator, options.store);
        const erase = (joined: Operator) => eraseVisitor(joined, store.id, options.visitor);
        const deleted = await audited(operator, erase, (number) => ({
          storeIds: [store.id],
          actor: operatorActor,
          action: 'conversation.deleted',
          subject: options.visitor,
          detail: `${number} of the visitor`,
        }));
        return { json: { deleted }, text: `deleted ${deleted}\n` };
      }),
    );
}

function addVisitorOptions(command: Command): Command {
  return addStoreOptions(command).requiredOption(
    '--visitor <visitor-id>',
    'as the dashboard shows it (required)',
  );
}

/** Page by page: a visitor may have any number of conversations. */
async function* exportLines(
  operator: Operator,
  { store: storeId, visitor: visitorId }: VisitorOptions,
): AsyncGenerator<string> {
  const store = await findStore(operator, storeId);
  let cursor: string | undefined;
  do {
    const page = await listConversations(operator, store.id, { visitorId, limit: listed, cursor });
    for (const { id } of page.conversations) {
      const { summary, messages } = await readConversation(operator, store.id, id);
      const lines = messages.map(({ role, text, createdAt, calls }) => {
        return { role, text, at: createdAt, tool_calls: calls };
      });
      yield `${JSON.stringify({ ...present(summary), messages: lines })}\n`;
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function present(conversation: ListedConversation) {
  return {
    id: conversation.id,
    visitor_id: conversation.visitorId,
    agent_id: conversation.agentId,
    channel: conversation.channel,
    started_at: conversation.createdAt,
    messages_count: conversation.messageCount,
    outcome: conversation.outcome,
  };
}

function table(conversations: readonly ListedConversation[]): string {
  const rows = conversations.map(({ id, visitorId, agentName, channel, createdAt, messageCount }) => {
    return [id, visitorId, agentName, channel, createdAt, String(messageCount)];
  });
  return formatTable(['ID', 'VISITOR', 'AGENT', 'CHANNEL', 'STARTED', 'MESSAGES'], rows);
}
