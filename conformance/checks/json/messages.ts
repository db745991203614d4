import {
  ambiguousJson,
  hardTexts,
  malformedJson,
  oddConversations,
  unreliableTexts,
  unusualJson,
  type JsonCase,
} from '../../arbitraries/json-cases.ts';
import type { Check, Finding } from '../../check.ts';
import type { Exchange } from '../../exchange.ts';
import { readReply } from '../../model/read-stream.ts';
import { chatPath } from '../chat-stream/send-message.ts';
import { verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { agentIdsOf } from '../../model/listed-agents.ts';
import { nearId } from '../near-miss/near-ids.ts';
import {
  maxFailingCases,
  observeOpenCases,
  requestOf,
  verifyNoFault,
  verifyRejected,
} from './verify-case.ts';

/** Names and texts need a real agent; for the rest an unknown one is 404, which shows that the body was read. */
function casesOf(real: string, unknown: string): readonly JsonCase[] {
  // Errors may quote the body.
  const toNobody = { agent_id: unknown, message: 'Hello, Größe 42 👟?' };
  const toAgent = { agent_id: real, message: 'Hello' };
  return [
    ...unusualJson(toNobody, 'message'),
    ...malformedJson(toNobody, 'message'),
    ...unreliableTexts(toNobody, 'message'),
    ...ambiguousJson(toNobody, 'message'),
    ...hardTexts(toAgent, 'message'),
    ...oddConversations(toAgent),
  ];
}

function verifyCase(one: JsonCase, exchange: Exchange): readonly Finding[] {
  const { expectation, what } = one;
  if (expectation === 'rejected') return verifyRejected(exchange, one, 'R-7-01');
  if (expectation === 'accepted')
    return withReason(verifyErrorResponse(exchange, 'R-4.1-02', 404), ` for an unknown agent and ${what}`);
  if (exchange.status !== 200) return verifyNoFault(exchange, one, 'R-7-01');
  // The reply may quote the half of a character that was sent.
  return readReply(exchange).findings.filter(({ requirement }) => requirement !== 'R-6-07');
}

const fewCases = 9;

/** Source 4.1 and 7, decision 0025: JSON on the wire, which languages read differently. */
export const jsonMessages: Check = {
  id: 'json/messages',
  title: 'A message is read as JSON and nothing else, and no body is a 5xx',
  requirements: ['R-7-01', 'R-4.1-02', 'R-7-13', 'R-7-16'],
  profile: 'full',
  run: async (context) => {
    const real = await context.fixtures.agentId();
    const taken = new Set([real, ...agentIdsOf(await context.client.contract.listAgents())]);
    const sent: { readonly one: JsonCase; readonly exchange: Exchange }[] = [];
    let failing = 0;
    for (const one of context.some(casesOf(real, nearId(real, taken)), fewCases)) {
      if (failing === maxFailingCases) break;
      const exchange = await context.client.send(requestOf(chatPath, one));
      sent.push({ one, exchange });
      const found = verifyCase(one, exchange);
      if (found.length > 0) failing += 1;
      context.report(found);
    }
    observeOpenCases(context, sent);
  },
};
