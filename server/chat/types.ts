import type { LanguageModelV4, LanguageModelV4Message } from '@ai-sdk/provider';
import type { ChatEvent } from '../../generated/events.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import type { AgentConfig, AgentRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Clock } from '../support/clock.ts';
import type { AgentTools } from '../tools/types.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { ConversationLocks } from './locks.ts';
import type { EventCheck } from './validate-event.ts';

/** Chooses the model that an agent's config names (source 2.2). */
export interface ModelRegistry {
  /** Throws ServiceError `model_unavailable` when the provider has no credentials and nothing may stand in. */
  modelFor(config: AgentConfig): Promise<LanguageModelV4>;
}

/** Opens the tools behind an agent's mcp_capabilities (source 2.2). */
export interface ToolSource {
  /** Never fails: a connection that is down is a tool that says so. */
  toolsFor(agent: AgentRecord): Promise<AgentTools>;
}

/** The part of a pino logger that replies use. */
export interface ReplyLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Everything that a reply needs; made once, at start. */
export interface ChatRuntime {
  readonly repositories: Pick<Repositories, 'agents' | 'conversations' | 'messages'>;
  readonly models: ModelRegistry;
  readonly tools: ToolSource;
  readonly limits: ChatLimits;
  readonly clock: Clock;
  readonly log: ReplyLog;
  readonly locks: ConversationLocks;
  readonly active: ActiveReplies;
  readonly checkEvent?: EventCheck | undefined;
}

/** One message to an agent, from whichever transport. */
export interface ReplyRequest {
  readonly storeId: string;
  readonly agentId: string;
  readonly message: string;
  /** Continues this conversation; undefined starts a new one. */
  readonly conversationId: string | undefined;
  /** The visitor of a widget; null for an API key. */
  readonly visitorId: string | null;
}

/** What happens in a reply, from its model and its tools, in the order in which it happens. */
export type ReplyPart =
  | { readonly type: 'start-step' }
  | { readonly type: 'text-delta'; readonly text: string }
  | {
      readonly type: 'tool-call';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
    }
  | {
      readonly type: 'tool-result';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly output: unknown;
    }
  | { readonly type: 'tool-error'; readonly toolCallId: string; readonly toolName: string }
  | { readonly type: 'finish-step'; readonly usage: TokenUsage }
  | { readonly type: 'finish'; readonly finishReason: string; readonly rawFinishReason?: string | undefined }
  | { readonly type: 'error'; readonly error: unknown }
  /** Anything else: reasoning, a tool's input on its way. Nothing to send, but the model is alive. */
  | { readonly type: 'activity' };

export interface TokenUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** One message of a conversation as models take it; the agent's instructions are not part of it. */
export type ModelMessage = Exclude<LanguageModelV4Message, { role: 'system' }>;

/** What the user said, as a message. */
export function userMessage(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/**
 * Takes what comes, one after another; false says that nothing more is wanted. Where it answers a promise, the next one
 * waits for it, but for the last event of a reply that is stopped meanwhile. A function and no stream or generator:
 * every word of every reply passes here, and each stage between the model and the wire would cost it several promises.
 */
export type Sink<T> = (value: T) => boolean | Promise<boolean>;

export type EventSink = Sink<ChatEvent>;
export type PartSink = Sink<ReplyPart>;
