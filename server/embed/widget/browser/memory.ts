import type { Entry } from './types.ts';

/** What is remembered of a conversation between pages. */
export interface Remembered {
  readonly conversationId?: string;
  readonly entries: readonly Entry[];
  readonly open: boolean;
}

const most = 60;

/** Keeps small things in the page's local storage under the chatbot's name; a page that forbids it gets a memory that forgets. */
export interface Memory {
  secret: { read(): string | undefined; write(secret: string): void };
  load(): Remembered;
  save(remembered: Remembered): void;
}

export function createMemory(chatbotId: string): Memory {
  const key = `agent-chatbot:${chatbotId}`;
  return {
    secret: { read: () => read(`${key}:visitor`), write: (secret) => write(`${key}:visitor`, secret) },
    load: () => parse(read(`${key}:conversation`)),
    save: (remembered) =>
      write(
        `${key}:conversation`,
        JSON.stringify({ ...remembered, entries: remembered.entries.slice(-most) }),
      ),
  };
}

function parse(text: string | undefined): Remembered {
  try {
    const value = JSON.parse(text ?? '') as Partial<Remembered>;
    const entries = (value.entries ?? []).filter((entry) => typeof entry.text === 'string');
    const { conversationId } = value;
    return {
      entries,
      open: value.open === true,
      ...(typeof conversationId === 'string' ? { conversationId } : {}),
    };
  } catch {
    return { entries: [], open: false };
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
    // Full or forbidden: the conversation simply does not outlive the page.
  }
}
