import { listMessagesWithReplies } from '../db/messages.ts';
import { APICallError } from '@ai-sdk/provider';
import { afterEach, expect, it } from 'vitest';
import { eventsOf, replyOf } from '../testing/read-events.ts';
import { createScriptedModel, finishes, says, type Script } from '../testing/scripted-model.ts';
import { createTestChat, requestTo, type TestChat } from '../testing/test-chat.ts';
import { startReply } from './reply.ts';

const open: TestChat[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((chat) => chat.close()));
});

/** Asks a model with this script, where another one is the fallback. */
async function askWithFallback(script: Script) {
  const { model } = createScriptedModel([script]);
  const fallback = {
    ...createScriptedModel([[...says('Three shirts.'), finishes()]]).model,
    modelId: 'stand-in',
  };
  const prices = new Map([[model.modelId, { input: 1, cachedInput: 1, output: 1 }]]);
  const chat = await createTestChat({ model, fallback, prices });
  open.push(chat);
  const reply = await startReply(
    chat.runtime,
    requestTo(chat.agent, 'shirts?'),
    new AbortController().signal,
  );
  const events = await eventsOf(reply);
  const stored = await listMessagesWithReplies(
    chat.database.database.reader(chat.agent.store_id),
    reply.conversationId,
  );
  return { events, reply: stored.at(-1) };
}

const failure = (statusCode: number | undefined, isRetryable: boolean): APICallError =>
  new APICallError({
    message: 'vendor text',
    url: 'https://vendor.example',
    requestBodyValues: {},
    isRetryable,
    ...(statusCode === undefined ? {} : { statusCode }),
  });

it.each<[string, Script]>([
  ['is not reached', [failure(undefined, true)]],
  ['fails', [failure(500, true)]],
  ['is busy', [failure(529, true)]],
  ['has no credit', [failure(402, false)]],
  ['reports an overload as its first part', [{ type: 'error', error: { type: 'overloaded_error' } }]],
  ['closes its stream before the first text', []],
])('the fallback replies, and says so, when the vendor %s', async (_, script) => {
  const { events, reply } = await askWithFallback(script);
  expect(replyOf(events)).toMatch(/^Our assistant is not available at the moment\..*\n\nThree shirts\.$/);
  expect(events.at(-1)?.type).toBe('end');
  expect(reply).toMatchObject({ model: 'stand-in', error: null, cost_micros: 0 });
});

it.each<[string, Script, number]>([
  ['credentials are wrong', [failure(401, false)], 502],
  ['model is unknown', [failure(404, false)], 502],
  ['stream breaks after text', [...says('Half'), failure(500, true)], 502],
])('the reply fails, and the owner sees why, when the %s', async (_, script, status) => {
  const { events, reply } = await askWithFallback(script);
  expect(events.at(-1)).toMatchObject({ type: 'error', status });
  expect(replyOf(events)).not.toContain('shirts');
  expect(reply).toMatchObject({ model: 'scripted' });
});
