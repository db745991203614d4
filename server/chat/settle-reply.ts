import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Context } from '../db/database.ts';
import { appendReply } from '../db/messages.ts';
import type { Notice } from '../db/notices.ts';
import type { AgentRecord, MessageOutcome, NewMessage, NewReply } from '../db/records.ts';
import { resultOf } from '../db/results.ts';
import type { ServiceError } from '../errors.ts';
import { noteOfFailure } from '../models/model-failure.ts';
import { timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { plainText } from '../support/message-text.ts';
import { storedContent } from './prompt.ts';
import type { ReplyUsage } from './reply-meter.ts';
import type { Transcript } from './transcript.ts';
import { queueReplyNotices } from './reply-notices.ts';
import { costOf } from './spending-cap.ts';
import type { ChatRuntime } from './types.ts';

/** How a reply ended: `error` is null for a complete one, and where the client is gone. */
export interface ReplyResult {
  readonly complete: boolean;
  readonly error: ServiceError | null;
  readonly transcript: Transcript;
  readonly usage: ReplyUsage;
  /** What failed, for the log. */
  readonly cause: unknown;
}

interface Settlement {
  readonly agent: AgentRecord;
  readonly conversationId: string;
  readonly model: LanguageModelV4;
  readonly result: ReplyResult;
  /** Runs the verb that stores the reply. */
  readonly store: (verb: (context: Context) => Promise<unknown>) => Promise<unknown>;
}

/** Stores the reply with its outcome and its usage, and writes one log line. Throws what the database throws. */
export async function settleReply(runtime: ChatRuntime, settlement: Settlement): Promise<void> {
  const { agent, conversationId, result } = settlement;
  // The model that was called: an agent's model_id may stand for another (decision 0031).
  const model = settlement.model.modelId;
  const outcome = outcomeOf(result);
  const { model_provider: provider } = agent.config;
  const costMicros = costOf(runtime.prices, settlement.model, result.usage);
  const usage = { provider, model, outcome, ...result.usage, cost_usd: costMicros / 1e6 };
  logReply(runtime, { conversation_id: conversationId, agent_id: agent.id, ...usage }, result);
  try {
    const message: NewMessage = {
      id: newId('msg'),
      store_id: agent.store_id,
      conversation_id: conversationId,
      role: 'assistant',
      content: storedContent(result.transcript.messages()),
      text: plainText(result.transcript.text),
      outcome,
      created_at: timestamp(runtime.clock),
    };
    const reply = replyRecordOf(settlement, costMicros);
    let notices: readonly Notice[] = [];
    await settlement.store(async (context) => {
      await appendReply(context, message, reply);
      notices = await queueReplyNotices(context, message);
    });
    observeReply(runtime, outcome, result.usage);
    for (const notice of notices) reportNotice(runtime, agent.store_id, notice);
  } catch (error) {
    // Its client gets an error event.
    observeReply(runtime, 'failed', result.usage);
    runtime.log.warn({ conversation_id: conversationId, failure: noteOfFailure(error) }, 'reply not stored');
    throw error;
  }
}

function replyRecordOf({ agent, model, result }: Settlement, costMicros: number): NewReply {
  const outcome = outcomeOf(result);
  return {
    model_provider: agent.config.model_provider,
    model: model.modelId,
    error: result.error?.message ?? null,
    input_tokens: result.usage.input_tokens,
    output_tokens: result.usage.output_tokens,
    cost_micros: costMicros,
    is_estimated: result.usage.is_estimated,
    first_token_ms: result.usage.first_token_ms,
    total_ms: result.usage.total_ms,
    result: resultOf({ outcome, end: result.usage.finish_reason, calls: result.transcript.calls() }),
  };
}

/** `aborted` when the client left, `partial` for a failure after some text, `failed` for one before any. */
export function outcomeOf(result: ReplyResult): MessageOutcome {
  if (result.complete) return 'complete';
  if (result.error === null) return 'aborted';
  return result.transcript.text === '' ? 'failed' : 'partial';
}

/** Whether the reply failed for a moment, before its first words: the same request may be sent again (decision 0030). */
export function isRepeatable({ error, transcript }: ReplyResult): boolean {
  return error?.code === 'unavailable' && transcript.text === '';
}

// A provider's message may quote the prompt: the log gets its name and status only.
function logReply(runtime: ChatRuntime, entry: object, result: ReplyResult): void {
  if (result.error === null) return runtime.log.info(entry, 'reply');
  const failure = { ...noteOfFailure(result.cause), reported: result.error.message };
  runtime.log.warn({ ...entry, failure }, 'reply failed');
}

/** One line in the log and a count, for operators. */
function reportNotice({ log, metrics }: ChatRuntime, store_id: string, { kind, text }: Notice): void {
  metrics.notices.inc({ kind });
  log.warn({ store_id, kind }, text);
}

function observeReply({ metrics }: ChatRuntime, outcome: MessageOutcome, usage: ReplyUsage): void {
  metrics.replies.inc({ outcome });
  metrics.tokens.inc({ direction: 'input' }, usage.input_tokens);
  metrics.tokens.inc({ direction: 'output' }, usage.output_tokens);
  if (usage.first_token_ms !== null) metrics.firstTokenSeconds.observe(usage.first_token_ms / 1000);
}
