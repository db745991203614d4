import { type ChatBody, type ChatStream, RefusedError, type Service } from './service.ts';
import type { ChatEvent } from './types.ts';

export type ReplyEvent = Exclude<ChatEvent, { readonly type: 'end' | 'error' }>;

/** The conversation as the service knows it: its id, learned at the latest from the end of a reply (source 4.1). */
export interface Thread {
  id(): string | undefined;
  forget(): void;
  /** What a reply consists of. Throws RefusedError when it was refused, failed, or broke off. */
  reply(message: string, signal: AbortSignal): AsyncGenerator<ReplyEvent, void>;
}

/** Goes on with the conversation `known`, or starts one with the first message. `learned` is called with each new id. */
export function createThread(
  service: Service,
  agentId: string,
  known: string | undefined,
  learned: () => void,
): Thread {
  let id = known;
  const learn = (told: string | undefined): void => {
    if (told === undefined || told === id) return;
    id = told;
    learned();
  };
  const ask = async (message: string, signal: AbortSignal): Promise<ChatStream> => {
    const body: ChatBody = { agent_id: agentId, message };
    if (id === undefined) return service.chat(body, signal);
    try {
      return await service.chat({ ...body, conversation_id: id }, signal);
    } catch (error) {
      // The conversation is gone (another visitor, or cleaned up): the shopper goes on in a new one.
      if (!(error instanceof RefusedError) || error.status !== 404) throw error;
      id = undefined;
      return service.chat(body, signal);
    }
  };
  return {
    id: () => id,
    forget: () => (id = undefined),
    async *reply(message, signal) {
      const { conversationId, events } = await ask(message, signal);
      learn(conversationId);
      for await (const event of events) {
        if (event.type === 'error') throw new RefusedError(event.status ?? 500);
        if (event.type === 'end') return learn(event.conversation_id);
        yield event;
      }
      throw new RefusedError(502);
    },
  };
}
