import type { Check, CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { ChatRequest } from '../../exchange.ts';
import { readReply } from './read-stream.ts';
import { chatPath, expectCompleteReply, sendMessage, verifyFollowUp } from './send-message.ts';

const visitors = 4;
const others = 3;
const busyWaitMs = 1000;
const maxBusy = 3;

/** Sends a message, reads the start of its reply, and closes the connection. */
async function leave({ client, target }: CheckContext, body: ChatRequest): Promise<void> {
  const leaving = new AbortController();
  const response = await client.fetch(target.baseUrl + chatPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${target.stores.main.key}` },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  await response.body
    ?.getReader()
    .read()
    .catch(() => undefined);
  leaving.abort();
}

/** Continues a conversation that its client left; a service may need a moment to see that (409). */
async function followUp(context: CheckContext, body: ChatRequest): Promise<void> {
  let exchange = await sendMessage(context, body);
  for (let count = 1; exchange.status === 409 && count < maxBusy; count += 1) {
    await context.clock.wait(busyWaitMs);
    exchange = await sendMessage(context, body);
  }
  context.report(verifyFollowUp(exchange, 'a follow-up, after the client left during the reply before'));
}

async function run(context: CheckContext): Promise<void> {
  const agent_id = await context.fixtures.agentId();
  const message = 'Tell me about your rain jackets, please.';
  // The log of responses finds the word in another reply.
  const left = `My word is zq${context.seed.toString(36)}lxk. ${message}`;
  const first = await expectCompleteReply(context, { agent_id, message });
  const started = first && { agent_id, message: 'And in blue?', conversation_id: first.conversationId };
  const leaving = Array.from({ length: visitors }, () => leave(context, { agent_id, message: left }));
  const beside = Array.from({ length: others }, () => sendMessage(context, { agent_id, message }));
  await Promise.allSettled([...leaving, ...(started ? [leave(context, started)] : [])]);
  const after = [
    await sendMessage(context, { agent_id, message }),
    await sendMessage(context, { agent_id, message }),
  ];
  for (const exchange of [...(await Promise.all(beside)), ...after]) {
    if (exchange.status === 200) context.report(readReply(exchange).findings);
    else {
      const expected = `a reply, while and after ${visitors} clients left during theirs`;
      context.report({ requirement: 'R-4.1-16', expected, actual: describeResponse(exchange) }, exchange);
    }
  }
  // Last: by now the deployment has noticed that the client left.
  if (started) await followUp(context, started);
}

/** Source 4.1: a visitor who closes the page is no reason to reject the next one. */
export const clientLeaves: Check = {
  id: 'chat-stream/client-leaves',
  title: 'After clients that leave during a reply, messages and the conversation that was left still work',
  requirements: ['R-4.1-10', 'R-4.1-16', 'R-6-09', 'R-6-10'],
  level: 'stated',
  profile: 'full',
  cost: { requests: visitors + others + 7, messages: visitors + others + 7, agents: 0 },
  writes: true,
  run,
};
