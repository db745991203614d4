import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AgentConfig } from '../db/records.ts';
import { noteOfFailure } from '../models/model-failure.ts';
import { isBuiltIn } from '../models/registry.ts';
import type { ChatRuntime } from './types.ts';

export interface ModelChoice {
  readonly model: LanguageModelV4;
  /** Replies in place of a model whose vendor is down before its first content; null: the reply fails. */
  readonly fallback: LanguageModelV4 | null;
  /** To be called with the failure of the vendor, before the fallback replies. */
  onFallback(failure: unknown): void;
  /** The one that replies: the fallback after an outage. */
  replying(): LanguageModelV4;
}

/** The agent's model, and the built-in one for an outage of its vendor. Throws ServiceError `model_unavailable`. */
export async function chooseModel(
  { models, fallback, log }: Pick<ChatRuntime, 'models' | 'fallback' | 'log'>,
  config: AgentConfig,
  conversationId: string,
): Promise<ModelChoice> {
  const model = await models.modelFor(config);
  const other = isBuiltIn(model) ? null : fallback;
  let hasFailed = false;
  return {
    model,
    fallback: other,
    onFallback(failure) {
      hasFailed = true;
      const note = { conversation_id: conversationId, failure: noteOfFailure(failure) };
      log.warn(note, 'the vendor is down: the built-in model replies');
    },
    replying: () => (hasFailed && other !== null ? other : model),
  };
}
