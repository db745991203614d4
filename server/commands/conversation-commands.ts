import type { Command } from 'commander';
import type { StoreReader } from '../db/database.ts';
import type { ListedConversation } from '../db/records.ts';
import { eraseVisitor, findConversationWithMessages, listConversations } from '../services/conversations.ts';
import { type AddWork, formatTable, type StoreOptions, type Terminal } from './operator.ts';

interface VisitorOptions extends StoreOptions {
  readonly visitor: string;
}

interface ListOptions extends StoreOptions {
  readonly visitor?: string;
}

const listed = 100;

/** `conversations list`, `export` and `erase`: what a shopper may ask for under data protection law. */
export function addConversationCommands(program: Command, add: AddWork, terminal: Terminal): void {
  const conversations = program
    .command('conversations')
    .description('Conversations of a store; with --visitor those of one shopper.');
  add
    .ofStore<ListOptions>(conversations.command('list'), async ({ reader }, { visitor: visitor_id }) => {
      const page = await listConversations(reader, { visitor_id, limit: listed });
      return { json: page.conversations.map(present), text: table(page.conversations) };
    })
    .description(`List the newest ${listed} conversations, tests left out.`)
    .option('--visitor <visitor-id>', 'of this visitor, as the dashboard shows it beside a conversation');
  const ofVisitor = ['--visitor <visitor-id>', 'as the dashboard shows it (required)'] as const;
  add
    .ofStore<VisitorOptions>(conversations.command('export'), async ({ reader }, { visitor }) => {
      for await (const line of exportLines(reader, visitor)) terminal.out(line);
      return { json: undefined, text: '' };
    })
    .description('Print all conversations of a visitor with their messages, one JSON object a line.')
    .requiredOption(...ofVisitor);
  add
    .ofStore<VisitorOptions>(conversations.command('erase'), async ({ change }, { visitor }) => {
      const deleted = await change((context) => eraseVisitor(context, visitor));
      return { json: { deleted }, text: `deleted ${deleted}\n` };
    })
    .description('Delete all conversations of a visitor and what they did in the widget. Hourly sums stay.')
    .requiredOption(...ofVisitor);
}

/** Page by page: a visitor may have any number of conversations. */
async function* exportLines(reader: StoreReader, visitor_id: string): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await listConversations(reader, { visitor_id, limit: listed, cursor });
    for (const { id } of page.conversations) {
      const { summary, messages, left } = await findConversationWithMessages(reader, id);
      const lines = messages.map(({ role, text, created_at: at, calls }) => {
        return { role, text, at, tool_calls: calls };
      });
      const left_messages = left.map(({ email, text, left_at, done_at }) => ({
        email,
        text,
        left_at,
        done_at,
      }));
      yield `${JSON.stringify({ ...present(summary), messages: lines, left_messages })}\n`;
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
