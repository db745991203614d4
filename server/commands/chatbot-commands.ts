import { type Command, InvalidArgumentError, Option } from 'commander';
import { urlHost } from '../config/config.ts';
import type { ChatbotRecord, WidgetSettings } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { type ChatbotChange, createChatbot, listChatbots, updateChatbot } from '../services/chatbots.ts';
import { embedSnippet } from '../services/embed-script.ts';
import { type CommandResult, formatTable, type OutputOptions, type RunAsOperator } from './operator.ts';

export interface ChatbotOptions extends OutputOptions {
  readonly agent?: string;
  readonly name?: string;
  readonly title?: string;
  readonly subtitle?: string;
  readonly welcome?: string;
  readonly prompt?: string[];
  readonly theme?: Record<string, string>;
  readonly bubbleStyle?: WidgetSettings['bubble_style'];
  readonly position?: WidgetSettings['position'];
  readonly origin?: string[];
  readonly imageHost?: string[];
}

interface SnippetOptions extends OutputOptions {
  readonly baseUrl?: string;
  readonly lang?: string;
}

const example = `
Example:
  agent-service chatbots create str_9fQx... --agent agt_4kPd... --name "Front page" --title "Ask us" \\
    --prompt "Show me raincoats" --prompt "What is on sale?" --theme primary_color=#1f5f4f \\
    --origin https://shop.example`;

/** `chatbots create`, `update`, `list` and `snippet` (source 2.3, 4.5). */
export function addChatbotCommands(program: Command, run: RunAsOperator): void {
  const chatbots = program.command('chatbots').description('Chatbots: widgets for shop pages.');
  addChatbotOptions(chatbots.command('create').argument('<store-id>'))
    .description('Create a chatbot for one of the agents of a store.')
    .requiredOption('--agent <agent-id>', 'the agent that replies (required)')
    .requiredOption('--name <name>', 'name for operators (required)')
    .addHelpText('after', example)
    .action((storeId: string, options: ChatbotOptions & { agent: string; name: string }) =>
      run(options, async (operator) => {
        const input = { ...chatbotChangeOf(options), agentId: options.agent, name: options.name };
        return oneChatbot(await namingOptions(createChatbot(operator, storeId, input)));
      }),
    );
  addChatbotOptions(chatbots.command('update').argument('<store-id>').argument('<chatbot-id>'))
    .description('Change the given settings of a chatbot and keep the others.')
    .option('--agent <agent-id>', 'the agent that replies')
    .option('--name <name>', 'name for operators')
    .action((storeId: string, chatbotId: string, options: ChatbotOptions) =>
      run(options, async (operator) =>
        oneChatbot(
          await namingOptions(updateChatbot(operator, storeId, chatbotId, chatbotChangeOf(options))),
        ),
      ),
    );
  chatbots
    .command('list')
    .description('List the chatbots of a store, oldest first.')
    .argument('<store-id>')
    .option('--json', 'print JSON')
    .action((storeId: string, options: OutputOptions) =>
      run(options, async (operator) => {
        const found = await listChatbots(operator, storeId);
        return { json: found.map(present), text: table(found) };
      }),
    );
  addSnippetCommand(chatbots, run);
}

function addSnippetCommand(chatbots: Command, run: RunAsOperator): void {
  chatbots
    .command('snippet')
    .description('Print the script tag for a page, plain and pinned to the present script.')
    .argument('<chatbot-id>')
    .option('--base-url <url>', 'origin of the service, https://agents.example (default: this machine)')
    .option('--lang <tag>', "the widget's language in place of the page's, for example de")
    .option('--json', 'print JSON')
    .action((chatbotId: string, options: SnippetOptions) =>
      run(options, async (operator) => {
        const { host, port } = operator.config;
        const baseUrl = options.baseUrl ?? new URL(`https://${urlHost(host)}:${port}`).origin;
        const snippet = await embedSnippet(operator, chatbotId, { ...options, baseUrl });
        const pinned = `Pinned (stops working when the script changes; then print it again):\n${snippet.pinned_tag}`;
        return { json: snippet, text: `${snippet.tag}\n\n${pinned}\n` };
      }),
    );
}

/** The settings of source 2.3 as options. Repeatable options replace the whole list. */
function addChatbotOptions(command: Command): Command {
  return command
    .option('--title <text>', 'header of the chat window')
    .option('--subtitle <text>', 'a line below the title')
    .option('--welcome <text>', 'the first message that a visitor sees')
    .option('--prompt <text>', 'a suggestion to click on; repeatable', collect)
    .option('--theme <colour>', 'for example primary_color=#1f5f4f; repeatable', collectPair)
    .addOption(
      new Option('--bubble-style <style>', 'shape of the bubble').choices(['rounded', 'square', 'pill']),
    )
    .addOption(
      new Option('--position <corner>', 'corner of the page').choices(['bottom-right', 'bottom-left']),
    )
    .option('--origin <origin>', 'pages that may embed it, https://shop.example; repeatable', collect)
    .option(
      '--image-host <host>',
      'host of product pictures that it may show, cdn.shop.example; repeatable',
      collect,
    )
    .option('--json', 'print JSON');
}

function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

function collectPair(value: string, previous: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, color] = /^(\w+)=(.+)$/.exec(value) ?? [];
  if (name === undefined || color === undefined) throw new InvalidArgumentError('It must be name=colour.');
  return { ...previous, [name]: color };
}

/** The given options as input of the service. */
export function chatbotChangeOf(options: ChatbotOptions): ChatbotChange {
  return {
    ...withoutUndefined({
      agentId: options.agent,
      name: options.name,
      allowedOrigins: options.origin,
      imageHosts: options.imageHost,
    }),
    config: withoutUndefined({
      title: options.title,
      subtitle: options.subtitle,
      welcome_message: options.welcome,
      suggested_prompts: options.prompt,
      theme: options.theme,
      bubble_style: options.bubbleStyle,
      position: options.position,
    }),
  };
}

type Defined<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Guarantees that no field is present with the value undefined. */
function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Fields>;
}

/** The option of each input field; colours are `--theme`. */
const optionOf: Readonly<Record<string, string>> = {
  agentId: '--agent',
  name: '--name',
  allowedOrigins: '--origin',
  imageHosts: '--image-host',
  'config.title': '--title',
  'config.subtitle': '--subtitle',
  'config.welcome_message': '--welcome',
  'config.suggested_prompts': '--prompt',
};

/** Makes validation errors name the option that was typed: `--origin`, not `allowedOrigins[0]`. */
export async function namingOptions<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'invalid_request')) throw error;
    const field = /(?<=^|; )(\w+(?:\.\w+)?)(?:\[\d+\])?(?= )/g;
    const message = error.message
      .replaceAll(field, (text, name: string) => optionOf[name] ?? text)
      .replaceAll('config.theme.', '--theme ');
    throw new ServiceError(error.code, message);
  }
}

function oneChatbot(chatbot: ChatbotRecord): CommandResult {
  return { json: present(chatbot), text: table([chatbot]) };
}

/** The widget configuration of source 2.3, and what only operators see. */
function present(chatbot: ChatbotRecord) {
  return {
    chatbot_id: chatbot.id,
    agent_id: chatbot.agentId,
    store_id: chatbot.storeId,
    name: chatbot.name,
    config: chatbot.config,
    allowed_origins: chatbot.allowedOrigins,
    image_hosts: chatbot.imageHosts,
    created_at: chatbot.createdAt,
    updated_at: chatbot.updatedAt,
  };
}

function table(chatbots: readonly ChatbotRecord[]): string {
  const rows = chatbots.map(({ id, name, agentId, config, allowedOrigins }) => {
    return [id, name, agentId, config.title, allowedOrigins.join(' ') || null];
  });
  return formatTable(['ID', 'NAME', 'AGENT', 'TITLE', 'ORIGINS'], rows);
}
