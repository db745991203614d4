import { type ChatBody, type ChatStream, ResponseError, type Service } from './service.ts';
import type { ChatEvent } from './types.ts';

export type ReplyEvent = Exclude<ChatEvent, { readonly type: 'end' | 'error' }>;

/** The conversation at the service; its id arrives with the first reply (source 4.1). */
export interface Thread {
  id(): string | undefined;
  reset(): void;
  /** Yields the events of a reply. Throws ResponseError when it was rejected, failed or is incomplete. */
  reply(message: string, signal: AbortSignal): AsyncGenerator<ReplyEvent, void>;
}

/** Continues the conversation `knownId`, or starts one with the first message. `onNewId` is called after the id changes. */
export function createThread(
  service: Service,
  agentId: string,
  knownId: string | undefined,
  onNewId: () => void,
): Thread {
  let id = knownId;
  const setId = (newId: string | undefined): void => {
    if (newId === undefined || newId === id) return;
    id = newId;
    onNewId();
  };
  const post = async (message: string, signal: AbortSignal): Promise<ChatStream> => {
    const body: ChatBody = { agent_id: agentId, message };
    if (id === undefined) return service.chat(body, signal);
    try {
      return await service.chat({ ...body, conversation_id: id }, signal);
    } catch (error) {
      // The conversation was deleted or is another visitor's: start a new one.
      if (!(error instanceof ResponseError) || error.status !== 404) throw error;
      id = undefined;
      return service.chat(body, signal);
    }
  };
  return {
    id: () => id,
    reset: () => (id = undefined),
    async *reply(message, signal) {
      const { conversationId, events } = await post(message, signal);
      setId(conversationId);
      for await (const event of events) {
        if (event.type === 'error') throw new ResponseError(event.status ?? 500);
        if (event.type === 'end') return setId(event.conversation_id);
        yield event;
      }
      throw new ResponseError(502);
    },
  };
}
