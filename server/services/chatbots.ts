import { z } from 'zod';
import type { components } from '../../generated/api.d.ts';
import type { ChatbotRecord, WidgetSettings } from '../db/records.ts';
import type { Database } from '../db/database.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { requireVersionChanged } from './agents.ts';
import { parseInput, text } from './parse-input.ts';
import { findStore } from './stores.ts';

export interface ChatbotDeps {
  readonly database: Database;
  readonly repositories: Pick<Repositories, 'chatbots'>;
  readonly clock: Clock;
}

/**
 * Creates a chatbot for one of the store's agents (source 2.3), with default settings for what is absent.
 * Throws ServiceError `invalid_request`, or `not_found` for the store or the agent.
 */
export async function createChatbot(
  deps: ChatbotDeps,
  storeId: string,
  input: ChatbotChange & Pick<ChatbotRecord, 'agentId' | 'name'>,
): Promise<ChatbotRecord> {
  const given = parseInput(chatbotChange, input);
  const config = mergeSettings(defaultSettings, given.config);
  const complete = parseInput(chatbotInput, { ...newChatbot, ...given, config });
  const store = await findStore(deps, storeId);
  const now = timestamp(deps.clock);
  const chatbot = {
    id: newId('cbt'),
    storeId: store.id,
    ...complete,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  if (await deps.repositories.chatbots.insert(store.id, chatbot)) return chatbot;
  throw agentNotFound(complete.agentId);
}

/**
 * Changes the given parts of a chatbot and keeps the others. Throws ServiceError `invalid_request`, `not_found` for the
 * chatbot or the agent, or `conflict` when someone else changes it at the same time.
 */
export async function updateChatbot(
  deps: ChatbotDeps,
  storeId: string,
  chatbotId: string,
  input: ChatbotChange,
): Promise<ChatbotRecord> {
  const old = await findChatbot(deps, storeId, chatbotId);
  const given = parseInput(chatbotChange, input);
  const config = mergeSettings(old.config, given.config);
  return saveChatbot(deps, old, { ...old, ...given, config }, old.version);
}

/**
 * Replaces everything that people decide about a chatbot. Throws as `updateChatbot` does, and ServiceError `conflict` when
 * `version` is not the present one (decision 0044).
 */
export async function replaceChatbot(
  deps: ChatbotDeps,
  storeId: string,
  chatbotId: string,
  { version, ...input }: CompleteChatbot & Pick<ChatbotRecord, 'version'>,
): Promise<ChatbotRecord> {
  return saveChatbot(deps, await findChatbot(deps, storeId, chatbotId), input, version);
}

async function saveChatbot(
  { repositories, clock }: ChatbotDeps,
  old: ChatbotRecord,
  input: unknown,
  version: number,
): Promise<ChatbotRecord> {
  const complete = parseInput(chatbotInput, input);
  const chatbot = { ...old, ...complete, version: version + 1, updatedAt: timestamp(clock) };
  const outcome = await repositories.chatbots.update(old.storeId, chatbot, version);
  if (outcome === 'agent_not_found') throw agentNotFound(complete.agentId);
  requireVersionChanged(outcome, 'chatbot');
  return chatbot;
}

/**
 * Deletes a chatbot: pages that have its snippet show no chat bubble. Throws ServiceError `not_found`, or `conflict` when
 * `version` is not the present one.
 */
export async function deleteChatbot(
  { repositories }: Pick<ChatbotDeps, 'repositories'>,
  storeId: string,
  chatbotId: string,
  version: number,
): Promise<void> {
  requireVersionChanged(await repositories.chatbots.remove(storeId, chatbotId, version), 'chatbot');
}

/** A chatbot of the store. Throws ServiceError `not_found`. */
export async function findChatbot(
  { repositories }: { readonly repositories: Pick<Repositories, 'chatbots'> },
  storeId: string,
  chatbotId: string,
): Promise<ChatbotRecord> {
  const chatbot = await repositories.chatbots.find(storeId, chatbotId);
  if (chatbot === undefined) throw new ServiceError('not_found', `the store has no chatbot ${chatbotId}`);
  return chatbot;
}

/** The chatbots of a store, oldest first. Throws ServiceError `not_found`. */
export async function listChatbots(deps: ChatbotDeps, storeId: string): Promise<ChatbotRecord[]> {
  const store = await findStore(deps, storeId);
  return deps.repositories.chatbots.list(store.id);
}

export type WidgetConfig = components['schemas']['WidgetConfig'];

/** The configuration of a chatbot's widget (source 2.3, 4.4). Throws ServiceError `not_found`. */
export async function getWidgetConfig(
  deps: { readonly repositories: Pick<Repositories, 'chatbots'> },
  storeId: string,
  chatbotId: string,
): Promise<WidgetConfig> {
  const chatbot = await deps.repositories.chatbots.find(storeId, chatbotId);
  // The same message for an unknown chatbot and another store's (decision 0015).
  if (chatbot === undefined) throw new ServiceError('not_found', 'chatbot not found');
  const { suggested_prompts: prompts, ...config } = chatbot.config;
  return {
    chatbot_id: chatbot.id,
    agent_id: chatbot.agentId,
    name: chatbot.name,
    config: { ...config, suggested_prompts: [...prompts] },
  };
}

function agentNotFound(agentId: string): ServiceError {
  return new ServiceError('not_found', `the store has no agent ${agentId}`);
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
const newChatbot = { allowedOrigins: [], imageHosts: [], linkHosts: [], status: 'active' } as const;

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
  suggested_prompts: z.array(text(200)).max(10, 'must be at most 10').readonly(),
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

/** Everything that an operator decides about a chatbot (source 2.3). */
const chatbotInput = z.object({
  agentId: z.string(),
  name: text(200),
  config: settings,
  allowedOrigins: z.array(origin).max(50, 'must be at most 50').readonly(),
  imageHosts: z.array(host).max(50, 'must be at most 50').readonly(),
  linkHosts: z.array(host).max(50, 'must be at most 50').readonly(),
  status: z.enum(['active', 'disabled'], 'must be active or disabled'),
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
