import type { LanguageModelV4, LanguageModelV4Message } from '@ai-sdk/provider';
import type { Logger } from 'pino';
import type { PageContext } from '../catalog/shopper-page.ts';
import type { ShownProduct } from '../catalog/shown-products.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import type { ModelPrices } from '../config/model-prices.ts';
import type { Database } from '../db/database.ts';
import type { AgentConfig, Channel } from '../db/records.ts';
import type { ModelRegistry } from '../models/registry.ts';
import type { Clock } from '../support/clock.ts';
import type { Metrics } from '../support/metrics.ts';
import type { StoreCatalogs } from '../tools/store-catalogs.ts';
import type { ToolSource } from '../tools/types.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { ConversationLocks } from './conversation-locks.ts';
import type { JoinableReplies } from './joinable-replies.ts';

/** Everything that a reply needs; made once, at start. */
export interface ChatRuntime {
  readonly database: Database;
  readonly metrics: Pick<Metrics, 'replies' | 'firstTokenSeconds' | 'tokens' | 'notices'>;
  readonly models: ModelRegistry;
  /** Replies in an outage of a vendor; null: the reply fails. */
  readonly fallback: LanguageModelV4 | null;
  readonly prices: ModelPrices;
  readonly catalogs: Pick<StoreCatalogs, 'open' | 'known'>;
  readonly tools: ToolSource;
  readonly limits: ChatLimits;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly locks: ConversationLocks;
  readonly active: ActiveReplies;
  readonly joinable: JoinableReplies;
}

/** One message to an agent, from any transport. */
export interface ReplyRequest {
  readonly storeId: string;
  readonly agentId: string;
  readonly message: string;
  /** Continues this conversation; undefined starts a new one. */
  readonly conversationId: string | undefined;
  /** The visitor of a widget; null for an API key. */
  readonly visitor: ReplyVisitor | null;
  /** For a new conversation: where it begins, and the widget's chatbot. */
  readonly channel: Channel;
  readonly chatbotId: string | null;
  /** Whether the shop's team tries the agent. A test continues only conversations that are tests. */
  readonly isTest: boolean;
  /** Where the shopper is. */
  readonly page?: PageContext | undefined;
  /** Used in place of the agent's stored config: a test tries what is not saved. */
  readonly draft?: AgentConfig;
}

/** A visitor sees less of a reply than an API key does (decision 0036). */
export interface ReplyVisitor {
  readonly id: string;
  /** Hosts of product pictures that may be shown. */
  readonly imageHosts: readonly string[];
}

interface ToolPart<Type extends string> {
  readonly type: Type;
  readonly toolCallId: string;
  readonly toolName: string;
}

export interface ToolCallPart extends ToolPart<'tool-call'> {
  readonly input: unknown;
}

export interface ToolResultPart extends ToolPart<'tool-result'> {
  readonly output: unknown;
  /** Whether a tool of the built-in catalogue returned it: only its products are for visitors. */
  readonly fromCatalog: boolean;
  /** What the result shows to the shopper; undefined for a tool that shows nothing. */
  readonly shown?: readonly ShownProduct[] | undefined;
}

/** How a tool call ended. */
export type ToolOutcomePart = ToolResultPart | ToolPart<'tool-error'>;

/** What the model and its tools do in a reply, in the order in which it happens. */
export type ReplyPart =
  | { readonly type: 'text-delta'; readonly text: string }
  | ToolCallPart
  | ToolOutcomePart
  /** The start of one call of the model, with an estimate of what it reads. */
  | { readonly type: 'start-step'; readonly inputTokens: number }
  /** The end of one call of the model; what follows belongs to the next. */
  | { readonly type: 'finish-step'; readonly usage: TokenUsage }
  | FinishPart
  | { readonly type: 'error'; readonly error: unknown }
  /** Anything else: no event, but a sign of life. `characters` are those of reasoning. */
  | { readonly type: 'activity'; readonly characters?: number };

export interface FinishPart {
  readonly type: 'finish';
  readonly finishReason: string;
  readonly rawFinishReason?: string | undefined;
}

export interface TokenUsage {
  /** Those from the vendor's cache included. */
  readonly inputTokens?: number | undefined;
  readonly cachedTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** One message of a conversation in the model's form, without the agent's instructions. */
export type ModelMessage = Exclude<LanguageModelV4Message, { role: 'system' }>;
