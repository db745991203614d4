import { type Command, InvalidArgumentError, Option } from 'commander';
import type { WidgetSettings } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import type { ChatbotChange } from '../services/chatbots.ts';

export interface ChatbotOptions {
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
  readonly json?: boolean;
}

/** The settings of source 2.3 as options. Those that repeat replace the list that was there before. */
export function addChatbotOptions(command: Command): Command {
  return command
    .option('--title <text>', 'header of the chat window')
    .option('--subtitle <text>', 'a line below the title')
    .option('--welcome <text>', 'the first message that a visitor sees')
    .option('--prompt <text>', 'a suggestion to click on; repeat for more', collect)
    .option('--theme <colour>', 'for example primary_color=#1f5f4f; repeat for more', collectPair)
    .addOption(
      new Option('--bubble-style <style>', 'shape of the bubble').choices(['rounded', 'square', 'pill']),
    )
    .addOption(
      new Option('--position <corner>', 'corner of the page').choices(['bottom-right', 'bottom-left']),
    )
    .option('--origin <origin>', 'where pages may embed it, https://shop.example; repeat for more', collect)
    .option(
      '--image-host <host>',
      'whose product pictures it may show, cdn.shop.example; repeat for more',
      collect,
    )
    .option('--json', 'answer in JSON');
}

/** What was given, and nothing else. */
export function chatbotChangeOf(options: ChatbotOptions): ChatbotChange {
  const { agent, name, title, subtitle, welcome, prompt, theme, bubbleStyle, position, origin } = options;
  const { imageHost } = options;
  return {
    ...(agent !== undefined && { agentId: agent }),
    ...(name !== undefined && { name }),
    ...(origin !== undefined && { allowedOrigins: origin }),
    ...(imageHost !== undefined && { imageHosts: imageHost }),
    config: {
      ...(title !== undefined && { title }),
      ...(subtitle !== undefined && { subtitle }),
      ...(welcome !== undefined && { welcome_message: welcome }),
      ...(prompt !== undefined && { suggested_prompts: prompt }),
      ...(theme !== undefined && { theme }),
      ...(bubbleStyle !== undefined && { bubble_style: bubbleStyle }),
      ...(position !== undefined && { position }),
    },
  };
}

/** The option that brings each field of the input. */
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

/** Rejects as `asked` does, but names what was typed: `--origin` and not `allowedOrigins[0]`. */
export async function inOptions<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'invalid_request')) throw error;
    const message = error.message
      .replaceAll(
        /(?<=^|; )(\w+(?:\.\w+)?)(?:\[\d+\])?(?= )/g,
        (whole, field: string) => optionOf[field] ?? whole,
      )
      .replaceAll('config.theme.', '--theme ');
    throw new ServiceError(error.code, message);
  }
}

function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

function collectPair(value: string, previous: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, color] = /^(\w+)=(.+)$/.exec(value) ?? [];
  if (name === undefined || color === undefined) throw new InvalidArgumentError('It must be name=colour.');
  return { ...previous, [name]: color };
}
