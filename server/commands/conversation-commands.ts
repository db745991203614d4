import type { Command } from 'commander';
import type { Context } from '../db/database.ts';
import type { ListedConversation } from '../db/records.ts';
import { eraseVisitor, findConversationWithMessages, listConversations } from '../services/conversations.ts';
import { findStore } from '../services/stores.ts';
import {
  addStoreOptions,
  changeAsOperator,
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
        const query = { visitor_id: options.visitor, limit: listed };
        const page = await listConversations(operator.database.reader(store.id), query);
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
        const erase = (context: Context) => eraseVisitor(context, options.visitor);
        const deleted = await changeAsOperator(operator, options.store, erase);
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
  { store: storeId, visitor: visitor_id }: VisitorOptions,
): AsyncGenerator<string> {
  const store = await findStore(operator, storeId);
  const reader = operator.database.reader(store.id);
  let cursor: string | undefined;
  do {
    const page = await listConversations(reader, { visitor_id, limit: listed, cursor });
    for (const { id } of page.conversations) {
      const { summary, messages } = await findConversationWithMessages(reader, id);
      const lines = messages.map(({ role, text, created_at: at, calls }) => {
        return { role, text, at, tool_calls: calls };
      });
      yield `${JSON.stringify({ ...present(summary), messages: lines })}\n`;
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

function present({ id, visitor_id, agent_id, channel, results, ...conversation }: ListedConversation) {
  const { created_at: started_at, message_count: messages_count } = conversation;
  return { id, visitor_id, agent_id, channel, started_at, messages_count, results };
}

function table(conversations: readonly ListedConversation[]): string {
  const rows = conversations.map(({ id, visitor_id, agent_name, channel, created_at, message_count }) => {
    return [id, visitor_id, agent_name, channel, created_at, message_count];
  });
  return formatTable(['ID', 'VISITOR', 'AGENT', 'CHANNEL', 'STARTED', 'MESSAGES'], rows);
}
