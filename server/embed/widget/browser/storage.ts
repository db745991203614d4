import type { Entry, Pending } from './types.ts';

/** A conversation as it is stored between pages. */
export interface StoredChat {
  readonly conversationId: string | undefined;
  readonly entries: readonly Entry[];
  readonly pending: Pending | undefined;
  readonly open: boolean;
  /** Whether a reply has arrived while the chat was closed. */
  readonly unread: boolean;
}

const maxEntries = 60;

/** Stores data in the page's local storage under the chatbot's id. */
export interface ChatStorage {
  secret: { read(): string | undefined; write(secret: string): void };
  load(): StoredChat;
  save(chat: StoredChat): void;
  /** Calls `listener` when another tab has saved, and when the browser shows this page again as it was left. */
  onChange(listener: () => void): void;
}

export function createChatStorage(chatbotId: string): ChatStorage {
  const visitor = `agent-chatbot:${chatbotId}:visitor`;
  const conversation = `agent-chatbot:${chatbotId}:conversation`;
  return {
    secret: { read: () => read(visitor), write: (secret) => write(visitor, secret) },
    load: () => parse(read(conversation)),
    save: (chat) =>
      write(conversation, JSON.stringify({ ...chat, entries: chat.entries.slice(-maxEntries) })),
    onChange: (listener) => {
      addEventListener('storage', ({ key }) => {
        if (key === conversation) listener();
      });
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) listener();
      });
    },
  };
}

function parse(text = '{}'): StoredChat {
  try {
    const { entries = [], conversationId, pending, open, unread } = JSON.parse(text) as Partial<StoredChat>;
    return {
      entries: entries.filter((entry) => typeof entry.text === 'string'),
      conversationId: typeof conversationId === 'string' ? conversationId : undefined,
      pending: typeof pending?.body.message === 'string' ? pending : undefined,
      open: open === true,
      unread: unread === true,
    };
  } catch {
    return parse('{}');
  }
}

/** What the browser did not store: storage is full or forbidden, and the conversation ends with the page. */
const memory = new Map<string, string>();

function read(key: string): string | undefined {
  try {
    return memory.get(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}
