import { z } from 'zod';
import type { components } from '../../generated/api.d.ts';
import { lockAgent } from '../db/agents.ts';
import { allChatbots, findChatbot, lockChatbot } from '../db/chatbots.ts';
import { toRow } from '../db/columns.ts';
import type { Context, StoreReader } from '../db/database.ts';
import type { ChatbotRecord, WidgetSettings } from '../db/records.ts';
import { newId } from '../support/ids.ts';
import { requireVersion } from './agents.ts';
import { audit } from './audit.ts';
import { fieldChanges } from './field-changes.ts';
import { parseInput, text } from './parse-input.ts';

/**
 * Creates a chatbot for one of the store's agents (source 2.3), with default settings for what is absent.
 * Throws ServiceError `invalid_request`, or `not_found` for the agent.
 */
export async function createChatbot(
  context: Context,
  input: ChatbotChange & Pick<ChatbotRecord, 'agent_id' | 'name'>,
): Promise<ChatbotRecord> {
  const { storeId, tables, now } = context;
  const given = parseInput(chatbotChange, input);
  const config = mergeSettings(defaultSettings, given.config);
  const complete = parseInput(chatbotInput, { ...newChatbot, ...given, config });
  const times = { created_at: now, updated_at: now, placed_at: null };
  const chatbot = { id: newId('cbt'), store_id: storeId, note: null, ...complete, version: 1, ...times };
  await lockAgent(context, chatbot.agent_id);
  await tables('chatbots').insert(toRow('chatbots', chatbot));
  await audit(context, { action: 'chatbot.created', subject: chatbot.id, detail: chatbot.name });
  return chatbot;
}

/**
 * Changes the given parts of a chatbot and keeps the others. Throws ServiceError `invalid_request`, or `not_found` for the
 * chatbot or the agent.
 */
export async function updateChatbot(
  context: Context,
  chatbotId: string,
  input: ChatbotChange,
): Promise<ChatbotRecord> {
  const old = await lockChatbot(context, chatbotId);
  const given = parseInput(chatbotChange, input);
  const config = mergeSettings(old.config, given.config);
  return saveChatbot(context, old, { ...old, ...given, config });
}

/**
 * Replaces the editable fields of a chatbot. Throws as `updateChatbot` does, and ServiceError `conflict` when `version` is
 * not the present one (decision 0044).
 */
export async function replaceChatbot(
  context: Context,
  chatbotId: string,
  { version, ...input }: CompleteChatbot & Pick<ChatbotRecord, 'version'>,
): Promise<ChatbotRecord> {
  const old = await lockChatbot(context, chatbotId);
  requireVersion('chatbot', old, version);
  return saveChatbot(context, old, { note: null, ...input });
}

/** Lets all chatbots of the store show pictures of these hosts. Throws ServiceError `invalid_request`. */
export async function allowImageHosts(context: Context, hosts: readonly string[]): Promise<void> {
  for (const { id, image_hosts: allowed } of await allChatbots(context)) {
    await updateChatbot(context, id, { image_hosts: [...new Set([...allowed, ...hosts])] });
  }
}

async function saveChatbot(context: Context, old: ChatbotRecord, input: unknown): Promise<ChatbotRecord> {
  const { tables, now } = context;
  const fields = parseInput(chatbotInput, input);
  const change = { ...fields, version: old.version + 1, updated_at: now };
  await lockAgent(context, change.agent_id);
  await tables('chatbots').where({ id: old.id }).update(toRow('chatbots', change));
  const isNoted = change.note !== undefined && change.note !== old.note;
  const detail = isNoted ? `${change.name}: note changed` : change.name;
  const changes = fieldChanges(old, fields);
  await audit(context, { action: 'chatbot.updated', subject: old.id, detail, changes });
  return { ...old, ...change };
}

/**
 * Deletes a chatbot: pages that have its snippet show no chat bubble. Throws ServiceError `not_found`, or `conflict` when
 * `version` is not the present one.
 */
export async function deleteChatbot(context: Context, chatbotId: string, version: number): Promise<void> {
  const old = await lockChatbot(context, chatbotId);
  requireVersion('chatbot', old, version);
  await context.tables('chatbots').where({ id: chatbotId }).delete();
  await audit(context, { action: 'chatbot.deleted', subject: chatbotId, detail: old.name });
}

/** Sets when a page first opened a session, unless that is set: no entry, since no person changes it. */
export async function markPlaced({ tables, now }: Context, chatbotId: string): Promise<void> {
  await tables('chatbots').where({ id: chatbotId, placed_at: null }).update({ placed_at: now });
}

export type WidgetConfig = components['schemas']['WidgetConfig'];

/** The configuration of a chatbot's widget (source 2.3, 4.4). Throws ServiceError `not_found`. */
export async function getWidgetConfig(reader: StoreReader, chatbotId: string): Promise<WidgetConfig> {
  const { id, agent_id, name, config } = await findChatbot(reader, chatbotId);
  return { chatbot_id: id, agent_id, name, config };
}

/** The settings of a chatbot whose operator has chosen none; colours with readable contrast. */
export const defaultSettings: WidgetSettings = {
  welcome_message: 'Hello! What are you looking for today?',
  suggested_prompts: [],
  theme: {
    primary_color: '#1f5f4f',
    background_color: '#ffffff',
    text_color: '#1c2421',
    user_message_color: '#1f5f4f',
    bot_message_color: '#f2f4f3',
  },
  bubble_style: 'rounded',
  position: 'bottom-right',
  title: 'Shopping assistant',
};

type Theme = WidgetSettings['theme'];

/** A chatbot that no page may embed, without pictures, whose text may link to every host. */
const newChatbot = { allowed_origins: [], image_hosts: [], link_hosts: [], status: 'active' } as const;

function mergeSettings(settings: WidgetSettings, change: ChatbotChange['config']): object {
  return {
    ...settings,
    ...change,
    theme: { ...withPrimaryColor(settings.theme, change?.theme), ...change?.theme },
  };
}

/** The shopper's messages keep the primary colour when it changes, unless they have one of their own. */
function withPrimaryColor(
  before: Theme,
  { primary_color: primary }: { primary_color?: string | undefined } = {},
): Theme {
  const isSame = before.user_message_color === before.primary_color;
  return { ...before, ...(isSame && primary && { user_message_color: primary }) };
}

const color = z
  .string()
  .regex(/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'must be a colour such as #1f6feb');

const theme = z.strictObject({
  primary_color: color,
  background_color: color,
  text_color: color,
  user_message_color: color,
  bot_message_color: color,
});

const settings = z.strictObject({
  welcome_message: text(1_000),
  suggested_prompts: z.array(text(200)).max(10, 'must be at most 10'),
  theme,
  bubble_style: z.enum(['rounded', 'square', 'pill'], 'must be rounded, square or pill'),
  position: z.enum(['bottom-right', 'bottom-left'], 'must be bottom-right or bottom-left'),
  title: text(100),
  subtitle: text(200).exactOptional(),
  avatar_url: text(2_000)
    .refine(
      (value) => URL.parse(value)?.protocol === 'https:',
      'must be a URL such as https://shop.example/logo.png',
    )
    .exactOptional(),
  ai_notice: z.boolean().exactOptional(),
  dark_mode: z.boolean().exactOptional(),
  leave_message: z.boolean().exactOptional(),
});

const origin = z
  .string()
  // As people copy it from the address bar.
  .transform((value) => value.replace(/\/$/, ''))
  .refine(isOrigin, {
    error: ({ input }) =>
      String(input).includes('*')
        ? 'must be one origin: wildcards such as *.shop.example are not supported, so give each subdomain'
        : 'must be an origin such as https://shop.example, without a path',
  });

// As in an https URL: with a port unless it is 443. Hosts are compared exactly, so a wildcard would match nothing.
const host = z
  .string()
  .refine(
    (value) => URL.parse(`https://${value}`)?.host === value && !value.includes('*'),
    'must be a host such as cdn.shop.example',
  );

/** The editable fields of a chatbot (source 2.3). */
const chatbotInput = z.object({
  agent_id: z.string(),
  name: text(200),
  config: settings,
  allowed_origins: z.array(origin).max(50, 'must be at most 50'),
  image_hosts: z.array(host).max(50, 'must be at most 50'),
  link_hosts: z.array(host).max(50, 'must be at most 50'),
  status: z.enum(['active', 'disabled'], 'must be active or disabled'),
  note: text(500).nullable().exactOptional(),
});

/** The same with every part optional. */
export const chatbotChange = chatbotInput
  .partial()
  .extend({ config: settings.partial().extend({ theme: theme.partial().optional() }).optional() });

export type ChatbotChange = z.output<typeof chatbotChange>;
export type CompleteChatbot = z.output<typeof chatbotInput>;

/** Whether a browser sends exactly this Origin for an https page, or for an http page of this machine (for trials). */
export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  // The URL parser allows `*` in a host, which no page has.
  if (url === null || url.origin !== value || value.includes('*')) return false;
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
}
