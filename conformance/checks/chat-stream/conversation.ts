import type { Check } from '../../check.ts';
import { otherClients } from './other-clients.ts';
import { expectCompleteReply, sendMessage, sendMessageAs, verifyFollowUp } from './send-message.ts';

/** Source 4.1: a message without an id starts a conversation, and one with an id continues it. */
export const conversation: Check = {
  id: 'chat-stream/conversation',
  title: 'Each message without conversation_id starts a conversation; two follow-ups stay in it',
  requirements: ['R-4.1-06', 'R-4.1-10', 'R-4.1-18', 'R-4.1-19', 'R-2.4-01'],
  profile: 'core',
  cost: { requests: 4, messages: 4, agents: 0 },
  run: async (context) => {
    const agent = await context.fixtures.agentId();
    const opening = { agent_id: agent, message: 'I am looking for a rain jacket.' };
    const first = await expectCompleteReply(context, opening, 'R-4.1-06');
    if (first === undefined) return;
    await expectCompleteReply(context, opening, 'R-4.1-06');
    const { conversationId: conversation_id } = first;
    const followUp = { agent_id: agent, message: 'In blue, please.', conversation_id };
    context.report(verifyFollowUp(await sendMessage(context, followUp)));
    const [otherClient] = otherClients;
    if (otherClient === undefined) return;
    const last = await sendMessageAs(
      context,
      { ...followUp, message: 'Which one is the lightest?' },
      otherClient,
    );
    context.report(verifyFollowUp(last, `a follow-up message ${otherClient.what}`));
  },
};
