import type { Command } from 'commander';
import { type Config, loadConfig } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import type { ChatbotRecord } from '../db/records.ts';
import { urlHost } from '../http/server.ts';
import { createChatbot, listChatbots, updateChatbot } from '../services/chatbots.ts';
import { embedSnippet } from '../services/embed-script.ts';
import { addChatbotOptions, chatbotChangeOf, type ChatbotOptions, inOptions } from './chatbot-options.ts';
import { asOperator } from './operator.ts';
import { presentChatbot } from './present.ts';
import { formatTable, type Terminal, writeAnswer } from './terminal.ts';

interface SnippetOptions {
  readonly baseUrl?: string;
  readonly lang?: string;
  readonly json?: boolean;
}

type CreateOptions = ChatbotOptions & { readonly agent: string; readonly name: string };

const example = `
Example:
  agent-service chatbots create str_9fQx... --agent agt_4kPd... --name "Front page" --title "Ask us" \\
    --prompt "Show me raincoats" --prompt "What is on sale?" --theme primary_color=#1f5f4f \\
    --origin https://shop.example`;

/** `chatbots create`, `update`, `list` and `snippet` (source 2.3, 4.5). */
export function addChatbotCommands(program: Command, terminal: Terminal, environment: Environment): void {
  const chatbots = program.command('chatbots').description('Chatbots: widgets for shop pages.');
  const config = () => loadConfig(environment);
  addChatbotOptions(chatbots.command('create').argument('<store-id>'))
    .description('Make a chatbot that is powered by one of the agents of the store.')
    .requiredOption('--agent <agent-id>', 'the agent that answers (required)')
    .requiredOption('--name <name>', 'what operators call it (required)')
    .addHelpText('after', example)
    .action(async (storeId: string, options: CreateOptions) => {
      const input = { ...chatbotChangeOf(options), agentId: options.agent, name: options.name };
      const made = await asOperator(config(), (operator) =>
        inOptions(createChatbot(operator, storeId, input)),
      );
      writeAnswer(terminal, options, { json: presentChatbot(made), text: table([made]) });
    });
  addChatbotOptions(chatbots.command('update').argument('<store-id>').argument('<chatbot-id>'))
    .description('Change what is given of a chatbot, and keep the rest.')
    .option('--agent <agent-id>', 'the agent that answers')
    .option('--name <name>', 'what operators call it')
    .action(async (storeId: string, chatbotId: string, options: ChatbotOptions) => {
      const change = chatbotChangeOf(options);
      const changed = await asOperator(config(), (operator) =>
        inOptions(updateChatbot(operator, storeId, chatbotId, change)),
      );
      writeAnswer(terminal, options, { json: presentChatbot(changed), text: table([changed]) });
    });
  addSnippet(chatbots, terminal, config);
  chatbots
    .command('list')
    .description('The chatbots of a store, oldest first.')
    .argument('<store-id>')
    .option('--json', 'answer in JSON')
    .action(async (storeId: string, options: { json?: boolean }) => {
      const found = await asOperator(config(), (operator) => listChatbots(operator, storeId));
      writeAnswer(terminal, options, { json: found.map(presentChatbot), text: table(found) });
    });
}

function addSnippet(chatbots: Command, terminal: Terminal, config: () => Config): void {
  chatbots
    .command('snippet')
    .description('The tag for a page, plain and pinned to the script of today.')
    .argument('<chatbot-id>')
    .option(
      '--base-url <url>',
      'the origin of the service, https://agents.example (default: of this machine)',
    )
    .option('--lang <tag>', "the widget's language in place of the page's, for example de")
    .option('--json', 'answer in JSON')
    .action(async (chatbotId: string, options: SnippetOptions) => {
      const settings = config();
      const baseUrl = options.baseUrl ?? originOf(settings);
      const snippet = await asOperator(settings, (operator) =>
        embedSnippet(operator, chatbotId, { ...options, baseUrl }),
      );
      const text = `${snippet.tag}\n\nPinned (works until the script changes; then ask for it again):\n${snippet.pinned_tag}\n`;
      writeAnswer(terminal, options, { json: snippet, text });
    });
}

function originOf({ host, port }: Config): string {
  return new URL(`https://${urlHost(host)}:${port}`).origin;
}

function table(chatbots: readonly ChatbotRecord[]): string {
  const rows = chatbots.map(({ id, name, agentId, config, allowedOrigins }) => [
    id,
    name,
    agentId,
    config.title,
    allowedOrigins.join(' ') || null,
  ]);
  return formatTable(['ID', 'NAME', 'AGENT', 'TITLE', 'ORIGINS'], rows);
}
