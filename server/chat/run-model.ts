import type { LanguageModelV4, LanguageModelV4FinishReason, LanguageModelV4Usage } from '@ai-sdk/provider';
import { showProducts } from '../catalog/show-products.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import type { AgentConfig } from '../db/records.ts';
import { isOutage } from '../models/model-failure.ts';
import { withPromptCache } from '../models/prompt-cache.ts';
import { untilAborted } from '../support/until-aborted.ts';
import type { AgentTools } from '../tools/types.ts';
import { type AbortableOptions, callModel } from './call-model.ts';
import { closingText, replyEndOf, type Said } from './closing-text.ts';
import type { ModelChoice } from './model-choice.ts';
import { ModelStep } from './model-step.ts';
import { namedProducts, unsaidNotices } from './named-products.ts';
import { acceptableMessages, estimateTokens, ownCallId, tokensOf, toolsAsText } from './prompt.ts';
import { sentenceFor } from './service-sentences.ts';
import { ToolRuns } from './tool-runs.ts';
import type { ModelMessage, ReplyPart } from './types.ts';

export interface ModelRun extends Pick<ModelChoice, 'model' | 'fallback' | 'onFallback'> {
  /** The message that the reply is to. */
  readonly question: string;
  /** Of the shop, for shoppers. */
  readonly contact?: string | null;
  readonly config: AgentConfig;
  readonly limits: Pick<ChatLimits, 'maxSteps' | 'modelRetries'>;
  readonly signal: AbortSignal;
  /** Whether the store's cap admits a call that reads so many tokens (`createBudget`). */
  readonly admit: (model: LanguageModelV4, inputTokens: number) => Promise<boolean>;
  /** Opens the agent's tools and reads the conversation. */
  readonly prepare: () => Promise<ModelInput>;
}

export interface ModelInput {
  readonly tools: AgentTools;
  /** The system message. */
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
}

/**
 * Runs the agent's model with its tools and yields the parts of the reply (source 2.2, 4.1): step after step, as long
 * as the model calls tools and `maxSteps` allows it. When the vendor is down before the first content, the fallback
 * replies, after a sentence that says so (decision 0059). A call that the store's cap does not admit is replaced by a
 * sentence. Ends without a `finish` when the vendor's stream is truncated,
 * and soon after an abort. Throws what `prepare`, the call of the model or its stream throws.
 */
export async function* runModel(run: ModelRun): AsyncGenerator<ReplyPart, void> {
  const { model, fallback, signal } = run;
  const input = await untilAborted(signal, run.prepare());
  if (fallback === null) return yield* runSteps(run, model, input);
  const outage = yield* partsUntilOutage(runSteps(run, model, input), signal);
  if (outage === undefined) return;
  run.onFallback(outage.failure);
  yield { type: 'text-delta', text: `${sentenceFor('outage', run.question)}\n\n` };
  yield* runSteps(run, fallback, input);
}

/** Yields the parts; returns the failure of a vendor that was down before any content. */
async function* partsUntilOutage(
  parts: AsyncIterable<ReplyPart>,
  signal: AbortSignal,
): AsyncGenerator<ReplyPart, { readonly failure: unknown } | undefined> {
  let hasBegun = false;
  try {
    for await (const part of parts) {
      if (part.type === 'error' && !hasBegun && isOutage(part.error)) return { failure: part.error };
      hasBegun ||= part.type !== 'activity' && part.type !== 'start-step';
      yield part;
    }
  } catch (failure) {
    if (hasBegun || signal.aborted || !isOutage(failure)) throw failure;
    return { failure };
  }
  return hasBegun || signal.aborted ? undefined : { failure: new Error('the stream ended before its begin') };
}

async function* runSteps(
  run: ModelRun,
  model: LanguageModelV4,
  input: ModelInput,
): AsyncGenerator<ReplyPart, void> {
  const { question, limits, signal } = run;
  const messages = [...input.messages];
  let text = '';
  const onCards = new Set<string>();
  for (let number = 1; ; number++) {
    const isLast = number >= limits.maxSteps;
    const options = callOptions(run, model, { ...input, messages }, isLast);
    const inputTokens = estimatePrompt(options);
    if (!(await run.admit(model, inputTokens))) {
      return yield* finishReply(capReached, {
        question,
        hasWords: text.trim() !== '',
        contact: run.contact ?? null,
      });
    }
    yield { type: 'start-step', inputTokens };
    const stream = await callModel(model, options, limits.modelRetries);
    const step = new ModelStep(stream, new ToolRuns(input.tools, signal), signal);
    try {
      for (let part = await step.next(); part !== undefined; part = await step.next()) {
        if (part.type === 'text-delta') text += part.text;
        if (part.type === 'tool-result') for (const { product } of part.shown ?? []) onCards.add(product.id);
        yield part;
      }
    } finally {
      step.close();
    }
    if (step.finish === undefined) return;
    const { usage, finishReason } = step.finish;
    if (step.hasCalls) messages.push(...step.messages());
    const isDone = isLast || !step.hasCalls;
    if (isDone) yield* endText(input, { text, messages, onCards }, signal);
    yield finishStep(usage);
    if (isDone) return yield* finishReply(finishReason, { question, hasWords: text.trim() !== '' });
  }
}

interface Written {
  readonly text: string;
  readonly messages: readonly ModelMessage[];
  readonly onCards: ReadonlySet<string>;
}

/** Shows the products that a text names where the model has shown none, and says what the shop wants to be seen. */
async function* endText(
  { tools, messages: { length } }: ModelInput,
  { text, messages, onCards }: Written,
  signal: AbortSignal,
): AsyncGenerator<ReplyPart, void> {
  const named = namedProducts(text, messages);
  const canShow = onCards.size === 0 && tools.get(showProducts.name)?.shows !== undefined;
  const shown = canShow ? named.slice(0, maxNamed) : [];
  yield* showNamed(tools, shown, signal);
  const others = named.filter((id) => !onCards.has(id) && !shown.includes(id));
  const notices = unsaidNotices(text, messages.slice(length), tools, others);
  if (notices.length > 0 && text.trim() !== '')
    yield { type: 'text-delta', text: notices.map((each) => `\n\n> ${each}`).join('') };
}

/** More are not shown at once. */
const maxNamed = 5;

/** Shows products as cards (decision 0063). */
async function* showNamed(
  tools: AgentTools,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<ReplyPart, void> {
  if (ids.length === 0) return;
  const runs = new ToolRuns(tools, signal);
  const input = JSON.stringify({ items: ids.map((id) => ({ id })) });
  yield runs.start({ type: 'tool-call', toolCallId: ownCallId, toolName: showProducts.name, input });
  const outcome = await runs.next();
  if (outcome !== undefined) yield outcome;
}

const capReached: LanguageModelV4FinishReason = { unified: 'other', raw: 'monthly_cap' };

function estimatePrompt({ prompt, tools = [] }: AbortableOptions): number {
  const inMessages = prompt.reduce((sum, message) => sum + estimateTokens(message), 0);
  return inMessages + tokensOf(JSON.stringify(tools).length);
}

function* finishReply(reason: LanguageModelV4FinishReason, said: Said): Generator<ReplyPart, void> {
  const text = closingText(reason, said);
  if (text !== undefined) yield { type: 'text-delta', text };
  yield { type: 'finish', finishReason: replyEndOf(reason), rawFinishReason: reason.raw };
}

function finishStep({ inputTokens, outputTokens }: LanguageModelV4Usage): ReplyPart {
  const { total, cacheRead } = inputTokens;
  const usage = { inputTokens: total, cachedTokens: cacheRead, outputTokens: outputTokens.total };
  return { type: 'finish-step', usage };
}

function callOptions(
  { config, signal }: ModelRun,
  model: LanguageModelV4,
  { tools, instructions, messages }: ModelInput,
  isLast: boolean,
): AbortableOptions {
  const accepted = acceptableMessages(messages);
  const history = isLast && dropsToolCalls(model) ? toolsAsText(accepted) : accepted;
  const options: AbortableOptions = {
    prompt: withPromptCache(model, [{ role: 'system', content: instructions }, ...history]),
    abortSignal: signal,
    ...(config.temperature === undefined ? {} : { temperature: config.temperature }),
    ...(config.max_tokens === undefined ? {} : { maxOutputTokens: config.max_tokens }),
  };
  if (tools.size === 0) return options;
  return {
    ...options,
    tools: [...tools].map(([name, { description, inputSchema }]) => ({
      type: 'function',
      name,
      description,
      inputSchema,
    })),
    // The last step must be text: a reply that ends in a tool call would be empty.
    toolChoice: { type: isLast ? 'none' : 'auto' },
  };
}

function dropsToolCalls(model: LanguageModelV4): boolean {
  return model.provider.startsWith('amazon-bedrock');
}
