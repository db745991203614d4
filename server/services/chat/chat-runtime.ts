import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Clock } from '../../clock.ts';
import type { AgentConfig, AgentRecord } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { ActiveReplies } from './active-replies.ts';
import type { AgentTools } from './agent-tool.ts';
import type { ChatLimits } from './chat-limits.ts';
import type { ConversationLocks } from './conversation-locks.ts';
import type { EventCheck } from './event-check.ts';

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
  readonly checkEvent: EventCheck;
}
