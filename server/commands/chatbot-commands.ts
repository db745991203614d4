import { type Command, InvalidArgumentError, Option } from 'commander';
import { allChatbots, findChatbot } from '../db/chatbots.ts';
import type { Context } from '../db/database.ts';
import type { ChatbotRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { type ChatbotChange, createChatbot, deleteChatbot, updateChatbot } from '../services/chatbots.ts';
import { embedSnippet } from '../services/embed-script.ts';
import {
  type AddWork,
  type CommandResult,
  formatTable,
  type OutputOptions,
  requireChange,
  serviceAddress,
  type StoreOperator,
  type StoreOptions,
} from './operator.ts';

/** The input field of each option. */
const fieldOf = {
  agent: 'agent_id',
  name: 'name',
  origin: 'allowed_origins',
  imageHost: 'image_hosts',
  linkHost: 'link_hosts',
  note: 'note',
  title: 'config.title',
  subtitle: 'config.subtitle',
  welcome: 'config.welcome_message',
  prompt: 'config.suggested_prompts',
  theme: 'config.theme',
  bubbleStyle: 'config.bubble_style',
  position: 'config.position',
  avatar: 'config.avatar_url',
  aiNotice: 'config.ai_notice',
  darkMode: 'config.dark_mode',
  leaveMessage: 'config.leave_message',
} as const;

export type ChatbotOptions = StoreOptions & Readonly<Partial<Record<keyof typeof fieldOf, unknown>>>;

interface SnippetOptions extends OutputOptions {
  readonly baseUrl?: string;
  readonly lang?: string;
}

const example = `
Example:
  agent-service chatbots create --store str_9fQx... --agent agt_4kPd... --name "Front page" \\
    --title "Ask us" --prompt "Show me raincoats" --prompt "What is on sale?" --theme primary_color=#1f5f4f \\
    --origin https://shop.example`;

/** `chatbots create`, `update`, `enable`, `disable`, `list`, `delete` and `snippet` (source 2.3, 4.5). */
export function addChatbotCommands(program: Command, add: AddWork): void {
  const chatbots = program.command('chatbots').description('Chatbots: widgets for shop pages.');
  const create = add.ofStore<ChatbotOptions & { agent: string; name: string }>(
    chatbots.command('create'),
    (operator, { agent, name, ...options }) => {
      const input = { ...chatbotChangeOf(options), agent_id: agent, name };
      return changeChatbot(operator, (context) => createChatbot(context, input));
    },
  );
  addChatbotOptions(create)
    .description('Create a chatbot for one of the agents of a store.')
    .requiredOption('--agent <agent-id>', 'the agent that replies (required)')
    .requiredOption('--name <name>', 'name for operators (required)')
    .addHelpText('after', example);
  const update = add.ofStore<ChatbotOptions>(
    chatbots.command('update <chatbot-id>'),
    (operator, options, chatbotId = '') =>
      changeChatbot(operator, (context) => updateChatbot(context, chatbotId, chatbotChangeOf(options))),
  );
  requireChange(addChatbotOptions(update))
    .description('Change the given settings of a chatbot and keep the others.')
    .option('--agent <agent-id>', 'the agent that replies')
    .option('--name <name>', 'name for operators');
  add
    .ofStore(chatbots.command('list'), async ({ reader }) => {
      const found = await allChatbots(reader);
      return { json: found.map(present), text: table(found) };
    })
    .description('List the chatbots of a store, oldest first.');
  add
    .ofStore(chatbots.command('delete <chatbot-id>'), async ({ change }, _options, chatbotId = '') => {
      await change(async (context) => {
        const { version } = await findChatbot(context, chatbotId);
        await deleteChatbot(context, chatbotId, version);
      });
      return { json: { deleted: chatbotId }, text: `deleted ${chatbotId}\n` };
    })
    .description('Delete a chatbot: pages with its snippet show no bubble. Its conversations stay.');
  for (const [name, status, description] of [
    ['enable', 'active', 'Show the bubble of a chatbot on its pages again.'],
    ['disable', 'disabled', 'Keep a chatbot, and show no bubble on its pages.'],
  ] as const) {
    add
      .ofStore(chatbots.command(`${name} <chatbot-id>`), (operator, _options, chatbotId = '') =>
        changeChatbot(operator, (context) => updateChatbot(context, chatbotId, { status })),
      )
      .description(description);
  }
  addSnippetCommand(chatbots, add);
}

async function changeChatbot(
  operator: StoreOperator,
  verb: (context: Context) => Promise<ChatbotRecord>,
): Promise<CommandResult> {
  const chatbot = await namingOptions(operator.change(verb));
  return { json: present(chatbot), text: table([chatbot]) };
}

function addSnippetCommand(chatbots: Command, add: AddWork): void {
  add<SnippetOptions>(
    chatbots
      .command('snippet <chatbot-id>')
      .description('Print the script tag for a page, plain and pinned to the present script.')
      .option(
        '--base-url <url>',
        'origin of the service, https://agents.example (default: PUBLIC_URL, the last demo, else HOST and PORT)',
      )
      .option('--lang <tag>', "the widget's language in place of the page's, for example de"),
    async (operator, options, chatbotId = '') => {
      const baseUrl = serviceAddress(operator.config, options.baseUrl);
      const snippet = await embedSnippet(operator, chatbotId, { ...options, baseUrl });
      const pinned = `Pinned (stops working when the script changes; then print it again):\n${snippet.pinned_tag}`;
      return { json: snippet, text: `${snippet.tag}\n\n${pinned}\n` };
    },
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
    .option('--avatar <url>', 'a picture for the header, https://shop.example/logo.png')
    .addOption(onOff('--ai-notice', 'the line "AI can make mistakes." (default: on)'))
    .addOption(onOff('--dark-mode', 'dark where the device is in dark mode (default: on)'))
    .addOption(
      onOff('--leave-message', 'after a reply that is no help, offer to leave a message (default: on)'),
    )
    .option('--origin <origin>', 'pages that may embed it, https://shop.example; repeatable', collect)
    .option(
      '--image-host <host>',
      'host of product pictures that it may show, cdn.shop.example; repeatable',
      collect,
    )
    .option(
      '--link-host <host>',
      "host that links in the agent's text may open, shop.example (default: every host); repeatable",
      collect,
    )
    .option('--no-link-host', 'let links open every host again')
    .option('--note <text>', 'for the team; visitors never see it')
    .option('--no-note', 'remove the note');
}

/** An option that is true or false. */
function onOff(flag: string, description: string): Option {
  return new Option(`${flag} <on|off>`, description).argParser((value) => {
    if (value !== 'on' && value !== 'off') throw new InvalidArgumentError('It must be on or off.');
    return value === 'on';
  });
}

// Commander passes false after `--no-link-host`: the last option counts.
function collect(value: string, previous: readonly string[] | false = []): string[] {
  return [...(previous || []), value];
}

function collectPair(value: string, previous: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, color] = /^(\w+)=(.+)$/.exec(value) ?? [];
  if (name === undefined || color === undefined) throw new InvalidArgumentError('It must be name=colour.');
  return { ...previous, [name]: color };
}

const removed = { linkHost: [], note: null } as const;

/** The given options as input of the service. Only the service validates it; until then the type is a promise. */
export function chatbotChangeOf(options: Omit<ChatbotOptions, 'store'>): ChatbotChange {
  const config: Record<string, unknown> = {};
  const change: Record<string, unknown> = { config };
  for (const [option, field] of Object.entries(fieldOf)) {
    const given = options[option as keyof typeof fieldOf];
    if (given === undefined) continue;
    // Commander makes --no-link-host and --no-note false.
    const value = given === false && option in removed ? removed[option as keyof typeof removed] : given;
    if (field.startsWith('config.')) config[field.slice('config.'.length)] = value;
    else change[field] = value;
  }
  return change as ChatbotChange;
}

/** Makes validation errors name the option that was typed: `--origin`, not `allowed_origins[0]`. */
export async function namingOptions<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'invalid_request')) throw error;
    throw new ServiceError(error.code, withOptionNames(error.message));
  }
}

function withOptionNames(message: string): string {
  const options = Object.entries(fieldOf).map(([option, field]) => {
    return [field, `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`] as const;
  });
  const optionOf = new Map<string, string>(options);
  // A field, with the index of a list or before the name of a colour.
  const fields = /(?<=^|; |unknown field )((?:config\.)?\w+)(?:\[\d+\]|(\.))?/g;
  return message.replaceAll(fields, (text, field: string, dot?: string) => {
    const option = optionOf.get(field);
    return option === undefined ? text : option + (dot === undefined ? '' : ' ');
  });
}

/** The widget configuration of source 2.3, and what only operators see. */
function present({
  id,
  placed_at: _placed,
  sequence: _sequence,
  version: _version,
  ...chatbot
}: ChatbotRecord) {
  return { chatbot_id: id, ...chatbot };
}

function table(chatbots: readonly ChatbotRecord[]): string {
  const rows = chatbots.map(({ id, name, agent_id, status, config, allowed_origins }) => {
    return [id, name, agent_id, status, config.title, allowed_origins.join(' ') || null];
  });
  return formatTable(['ID', 'NAME', 'AGENT', 'STATUS', 'TITLE', 'ORIGINS'], rows);
}
