import type { Entry } from './types.ts';

/** A conversation as it is stored between pages. */
export interface StoredChat {
  readonly conversationId: string | undefined;
  readonly entries: readonly Entry[];
  readonly open: boolean;
}

const maxEntries = 60;

/** Stores data in the page's local storage under the chatbot's id; does nothing when the page forbids storage. */
export interface ChatStorage {
  secret: { read(): string | undefined; write(secret: string): void };
  load(): StoredChat;
  save(chat: StoredChat): void;
}

export function createChatStorage(chatbotId: string): ChatStorage {
  const key = `agent-chatbot:${chatbotId}`;
  return {
    secret: { read: () => read(`${key}:visitor`), write: (secret) => write(`${key}:visitor`, secret) },
    load: () => parse(read(`${key}:conversation`)),
    save: (chat) =>
      write(`${key}:conversation`, JSON.stringify({ ...chat, entries: chat.entries.slice(-maxEntries) })),
  };
}

function parse(text: string | undefined): StoredChat {
  try {
    const value = JSON.parse(text ?? '') as Partial<StoredChat>;
    const entries = (value.entries ?? []).filter((entry) => typeof entry.text === 'string');
    const { conversationId } = value;
    return {
      entries,
      open: value.open === true,
      conversationId: typeof conversationId === 'string' ? conversationId : undefined,
    };
  } catch {
    return { conversationId: undefined, entries: [], open: false };
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden: the conversation ends with the page.
  }
}
