import type { LanguageModelV4 } from '@ai-sdk/provider';
import { timestamp } from '../../clock.ts';
import type { AgentRecord, MessageOutcome } from '../../db/records.ts';
import { newId } from '../../ids.ts';
import { noteOfFailure } from '../../models/model-failure.ts';
import type { ChatRuntime } from './chat-runtime.ts';
import { storedContent } from './history.ts';
import type { ReplyResult } from './run-reply.ts';

interface Settlement {
  readonly agent: AgentRecord;
  readonly conversationId: string;
  readonly model: LanguageModelV4;
  readonly result: ReplyResult;
}

/** Stores what was said, with how it ended and what it cost, and writes one log line. Throws what the database throws. */
export async function settleReply(runtime: ChatRuntime, settlement: Settlement): Promise<void> {
  const { agent, conversationId, result } = settlement;
  // The one that was called: an agent's model_id may stand for another (decision 0031).
  const model = settlement.model.modelId;
  const outcome = outcomeOf(result);
  const { model_provider: provider } = agent.config;
  const usage = { provider, model, outcome, ...result.usage };
  logReply(runtime, { conversation_id: conversationId, agent_id: agent.id, ...usage }, result);
  try {
    await runtime.repositories.messages.append(agent.storeId, {
      id: newId('msg'),
      storeId: agent.storeId,
      conversationId,
      role: 'assistant',
      content: storedContent(result.transcript.messages()),
      outcome,
      usage: JSON.stringify(usage),
      createdAt: timestamp(runtime.clock),
    });
  } catch (error) {
    runtime.log.warn({ conversation_id: conversationId, failure: noteOfFailure(error) }, 'reply not stored');
    throw error;
  }
}

/** `aborted` when the reader left, `partial` when it broke after some text, `failed` when it broke before. */
export function outcomeOf(result: ReplyResult): MessageOutcome {
  if (result.complete) return 'complete';
  if (result.error === null) return 'aborted';
  return result.transcript.text === '' ? 'failed' : 'partial';
}

// A provider's message may quote the prompt: the log gets its name and status only.
function logReply(runtime: ChatRuntime, fields: object, result: ReplyResult): void {
  if (result.error === null) return runtime.log.info(fields, 'reply');
  const failure = { ...noteOfFailure(result.cause), told: result.error.message };
  runtime.log.warn({ ...fields, failure }, 'reply failed');
}
