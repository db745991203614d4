import { asResponseError, ResponseError } from './response-error.ts';
import type { ChatStream, Service } from './service.ts';
import type { StoredChat } from './storage.ts';
import type { ChatEvent, Pending } from './types.ts';

export type ReplyEvent = Exclude<ChatEvent, { readonly type: 'end' | 'error' }>;

/** The conversation at the service: its id, which arrives with the first reply (source 4.1), and the open question. */
export interface Thread {
  id(): string | undefined;
  pending(): Pending | undefined;
  /** Continues a stored conversation, or starts one with the next message. */
  load(stored?: Pick<StoredChat, 'conversationId' | 'pending'>): void;
  /** Makes a message the open question, asked on this page; it is to be stored once no other tab waits for a reply. */
  ask(message: string, page: string | undefined): void;
  /** The open question has its reply, or is given up. */
  settle(): void;
  /**
   * Yields the events of the reply to the open question, from the first one on also when it is repeated. Throws
   * ResponseError when it was rejected, failed or is incomplete.
   */
  reply(signal: AbortSignal, isRepeated: boolean): AsyncGenerator<ReplyEvent, void>;
}

/** How long to wait before asking again for a reply that still runs elsewhere. */
const waitsMs = [1_000, 4_000];

/** `onChange` is called when the conversation gets its id, or a question a new key. */
export function createThread(service: Service, agentId: string, onChange: () => void): Thread {
  let id: string | undefined;
  let pending: Pending | undefined;
  const setId = (newId: string | undefined): void => {
    if (newId === undefined || newId === id) return;
    id = newId;
    onChange();
  };
  const ask = (message: string, page: string | undefined): Pending => {
    const body = { agent_id: agentId, message, ...(id !== undefined && { conversation_id: id }) };
    return (pending = { key: crypto.randomUUID(), body, ...(page !== undefined && { page }) });
  };
  const post = async (
    question: Pending,
    signal: AbortSignal,
    waits: readonly number[],
  ): Promise<ChatStream> => {
    try {
      return await service.chat(question, signal);
    } catch (error) {
      const status = asResponseError(error)?.status;
      const [wait, ...later] = waits;
      if (status === 409 && wait !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        return post(question, signal, later);
      }
      if (status !== 404 || question.body.conversation_id === undefined) throw error;
      // The conversation was deleted or is another visitor's: start a new one.
      id = undefined;
      const again = ask(question.body.message, question.page);
      onChange();
      return service.chat(again, signal);
    }
  };
  return {
    id: () => id,
    pending: () => pending,
    load: (stored) => {
      id = stored?.conversationId;
      pending = stored?.pending;
    },
    ask,
    settle: () => (pending = undefined),
    async *reply(signal, isRepeated) {
      if (pending === undefined) return;
      const { conversationId, events } = await post(pending, signal, isRepeated ? waitsMs : []);
      setId(conversationId);
      for await (const event of events) {
        if (event.type === 'error') throw new ResponseError(event.status ?? 500);
        if (event.type === 'end') return setId(event.conversation_id);
        yield event;
      }
      // A stream without `end` is handled as a lost connection, for which fetch throws a TypeError.
      throw new TypeError();
    },
  };
}
