import { drawReply } from './draw-reply.ts';
import { icon, paths } from './element.ts';
import { plainText } from './markdown.ts';
import type { Memory } from './memory.ts';
import type { Panel } from './panel.ts';
import type { Phrases } from './phrases.ts';
import { RefusedError, type Service } from './service.ts';
import { createThread } from './thread.ts';
import type { Transcript } from './transcript.ts';
import type { Entry, WidgetConfig } from './types.ts';
import { wordsFor } from './words.ts';

export type ChatSignal = 'message' | 'reply' | 'error';

export interface Chat {
  send(text: string): void;
  stop(): void;
  /** Whether a reply is on its way. */
  isBusy(): boolean;
  restart(): void;
  /** What is to be remembered when the page goes. */
  remembered(): { conversationId?: string; entries: readonly Entry[] };
}

export interface ChatParts {
  readonly widget: WidgetConfig;
  readonly phrases: Phrases;
  readonly service: Service;
  readonly memory: Memory;
  readonly panel: Panel;
  readonly transcript: Transcript;
  notify(signal: ChatSignal, detail: string): void;
  changed(): void;
}

/** One conversation: sends messages, draws replies as they arrive, and says in words what went wrong. */
export function createChat(parts: ChatParts): Chat {
  const { phrases, panel, transcript } = parts;
  const before = parts.memory.load();
  const thread = createThread(parts.service, parts.widget.agent_id, before.conversationId, parts.changed);
  let entries: Entry[] = [...before.entries];
  let running: AbortController | undefined;

  const keep = (entry: Entry): void => {
    entries.push(entry);
    parts.changed();
  };
  const send = (text: string): void => {
    const message = text.trim();
    if (message === '' || running !== undefined) return;
    keep({ role: 'user', text: message });
    transcript.add({ role: 'user', text: message });
    parts.notify('message', message);
    void answer(message);
  };
  const answer = async (message: string): Promise<void> => {
    if (running !== undefined) return;
    const controller = (running = new AbortController());
    const reply = transcript.reply();
    reply.activity(phrases.thinking);
    panel.status.textContent = '';
    showBusy(parts, true);
    const failure = await drawReply(thread.reply(message, controller.signal), reply, phrases);
    if (running !== controller) return;
    running = undefined;
    showBusy(parts, false);
    const entry = reply.finish();
    if (entry.text !== '' || entry.products !== undefined) keep(entry);
    settle(parts, entry, controller.signal.aborted ? 'stopped' : failure, () => void answer(message));
  };

  const choose = (prompt: string): void => {
    // The button goes away with its row: the focus must not go with it.
    transcript.node.focus();
    send(prompt);
  };

  greet(parts, entries, choose);
  return {
    send,
    stop: () => running?.abort(),
    isBusy: () => running !== undefined,
    restart: () => {
      running?.abort();
      running = undefined;
      showBusy(parts, false);
      entries = [];
      thread.forget();
      transcript.clear();
      greet(parts, entries, choose);
      parts.changed();
    },
    remembered: () => rememberedOf(entries, thread.id()),
  };
}

function greet(parts: ChatParts, entries: readonly Entry[], choose: (prompt: string) => void): void {
  const { welcome_message: welcome, suggested_prompts: prompts } = parts.widget.config;
  parts.transcript.add({ role: 'bot', text: welcome });
  for (const entry of entries) parts.transcript.add(entry);
  if (entries.length === 0) parts.transcript.prompts(prompts, choose);
}

function showBusy({ panel, phrases }: ChatParts, isBusy: boolean): void {
  panel.send.setAttribute('aria-label', isBusy ? phrases.stop : phrases.send);
  panel.send.replaceChildren(icon(isBusy ? paths.stop : paths.send));
}

/** Says once how a reply ended; what went wrong stays on the screen with a way to try again. */
function settle(parts: ChatParts, entry: Entry, failure: unknown, retry: () => void): void {
  const { panel, phrases, transcript } = parts;
  if (failure === undefined) {
    panel.status.textContent = plainText(entry.text);
    parts.notify('reply', entry.text);
    return;
  }
  const words = failure === 'stopped' ? phrases.stopped : wordsFor(failure, phrases);
  transcript.note(words);
  panel.status.textContent = words;
  const button = transcript.action(phrases.retry, () => {
    transcript.node.focus();
    retry();
  });
  const wait = failure instanceof RefusedError ? failure.retryAfter : undefined;
  if (wait !== undefined) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), wait * 1000);
  }
  if (failure !== 'stopped') parts.notify('error', words);
}

function rememberedOf(entries: readonly Entry[], id: string | undefined): ReturnType<Chat['remembered']> {
  return { entries, ...(id === undefined ? {} : { conversationId: id }) };
}
