import { announceFailure } from './announce-failure.ts';
import { icon, paths } from './element.ts';
import { plainText } from './markdown.ts';
import type { Panel } from './panel.ts';
import type { Phrases } from './phrases.ts';
import { productsOf } from './product-cards.ts';
import type { Report } from './reporter.ts';
import { reportProducts } from './report-products.ts';
import { ResponseError, type Service } from './service.ts';
import type { ChatStorage, StoredChat } from './storage.ts';
import { createThread, type ReplyEvent } from './thread.ts';
import type { LiveReply, Transcript } from './transcript.ts';
import type { Entry, WidgetConfig } from './types.ts';
import { withLock } from './with-lock.ts';

export type ChatSignal = 'message' | 'reply' | 'error' | 'add-to-cart';

export interface Chat {
  send(text: string): void;
  stop(): void;
  /** Whether a reply is streaming, here or in another tab. */
  isBusy(): boolean;
  /** Whether nothing was said yet. */
  isEmpty(): boolean;
  restart(): void;
  /** The conversation to store. */
  snapshot(): Pick<StoredChat, 'conversationId' | 'entries' | 'pending'>;
}

export interface ChatParts {
  readonly widget: WidgetConfig;
  readonly phrases: Phrases;
  readonly service: Service;
  readonly storage: ChatStorage;
  readonly panel: Panel;
  readonly transcript: Transcript;
  notify(signal: ChatSignal, detail: string): void;
  readonly report: Report;
  /** Called when the conversation has to be stored. */
  onChange(): void;
}

const maxFollowUps = 3;

/**
 * Creates the conversation: sends messages, draws replies as they stream, and shows errors as phrases. It begins with
 * what is stored, asks again for a reply that a page before did not get, and follows what other tabs store.
 */
export function createChat(parts: ChatParts): Chat {
  const { widget, phrases, panel, storage, transcript } = parts;
  const thread = createThread(parts.service, widget.agent_id, parts.onChange);
  let entries: Entry[] = [];
  let running: AbortController | undefined;

  const addEntry = (entry: Entry): void => {
    entries.push(entry);
    parts.onChange();
  };
  const send = (text: string): void => {
    const message = text.trim();
    if (message === '' || running !== undefined) return;
    addEntry({ role: 'user', text: message });
    transcript.add({ role: 'user', text: message });
    parts.notify('message', message);
    thread.ask(message);
    void requestReply(false);
  };
  const requestReply = async (isRepeated: boolean): Promise<void> => {
    const question = thread.pending();
    if (running !== undefined || question === undefined) return;
    const controller = (running = new AbortController());
    const reply = transcript.reply();
    reply.activity(phrases.thinking);
    panel.status.textContent = '';
    showBusy(parts, true);
    const failure = await withLock(`agent-chatbot:${widget.chatbot_id}`, controller.signal, async () => {
      // The tab that had the lock has got the reply.
      if (isRepeated && storage.load().pending?.key !== question.key) return sync();
      return drawReply(thread.reply(controller.signal, isRepeated), reply, phrases, reportShown);
    }).catch((error: unknown) => error);
    if (running !== controller) return reply.remove();
    running = undefined;
    showBusy(parts, false);
    endReply(reply, controller.signal.aborted ? 'stopped' : failure);
  };
  const endReply = (reply: LiveReply, failure: unknown): void => {
    const { message } = thread.pending()?.body ?? { message: '' };
    // After a lost connection the question stays open: its reply may be complete at the service.
    const isLost = failure !== undefined && failure !== 'stopped' && !(failure instanceof ResponseError);
    const entry: Entry = { ...reply.finish(), ...(failure === undefined && { thumb: 'none' }) };
    const isKept = !isLost && (entry.text !== '' || entry.products !== undefined);
    if (!isLost) thread.settle();
    if (isKept) entries.push(entry);
    parts.onChange();
    if (failure === undefined) return offer(entry);
    announceFailure(parts, failure, () => {
      // The new reply takes the place of what there is of this one.
      if (isKept) entries.pop();
      reply.remove();
      transcript.node.focus();
      if (!isLost) thread.ask(message);
      void requestReply(isLost);
    });
  };
  const offer = (entry: Entry): void => {
    panel.status.textContent = plainText(entry.text, parts.service.linkHosts());
    offerNext();
    parts.notify('reply', entry.text);
  };
  const offerNext = (): void => {
    const last = entries.length - 1;
    showThumbs(parts, entries[last], thread.id(), (rated) => (entries[last] = rated));
    if (entries[last]?.role !== 'user') offerPrompts(parts, entries, send);
  };
  /** Shows what is stored, and asks again for the reply to an open question. */
  const sync = (): void => {
    running?.abort();
    running = undefined;
    showBusy(parts, false);
    const stored = storage.load();
    entries = [...stored.entries];
    thread.load(stored);
    transcript.clear();
    transcript.add({ role: 'bot', text: widget.config.welcome_message });
    for (const entry of entries) transcript.add(entry);
    if (stored.pending === undefined) offerNext();
    else void requestReply(true);
  };
  const reportShown = reportProducts(parts, () => thread.id());

  sync();
  storage.onChange((isShownAgain) => {
    const stored = storage.load();
    const isSameQuestion = stored.pending?.key === thread.pending()?.key;
    const isSame = isSameQuestion && (stored.pending !== undefined || isEqual(stored.entries, entries));
    if (isShownAgain || !isSame) sync();
  });
  return {
    send,
    stop: () => running?.abort(),
    isBusy: () => running !== undefined,
    isEmpty: () => entries.length === 0,
    restart: () => {
      entries = [];
      thread.load();
      parts.onChange();
      sync();
    },
    snapshot: () => ({ conversationId: thread.id(), entries, pending: thread.pending() }),
  };
}

function isEqual(some: readonly Entry[], others: readonly Entry[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

function showBusy({ panel, phrases }: ChatParts, isBusy: boolean): void {
  panel.send.setAttribute('aria-label', isBusy ? phrases.stop : phrases.send);
  panel.send.replaceChildren(icon(isBusy ? paths.stop : paths.send));
}

/** Offers the chatbot's prompts: all of them at first, later some that were not asked. */
function offerPrompts(
  { widget, transcript }: ChatParts,
  entries: readonly Entry[],
  send: (prompt: string) => void,
): void {
  const asked = new Set(entries.map(({ text }) => text));
  const others = widget.config.suggested_prompts.filter((prompt) => !asked.has(prompt));
  transcript.prompts(entries.length === 0 ? others : others.slice(0, maxFollowUps), (prompt) => {
    // The focused button is removed with its row: move the focus first.
    transcript.node.focus();
    send(prompt);
  });
}

/** Shows the thumbs below the last entry if it is a complete reply; `onRate` gets the entry with its thumb. */
function showThumbs(
  { transcript, report, onChange }: ChatParts,
  entry: Entry | undefined,
  conversationId: string | undefined,
  onRate: (rated: Entry) => void,
): void {
  if (entry?.thumb === undefined || conversationId === undefined) return;
  transcript.thumbs(entry.thumb, (thumb) => {
    onRate({ ...entry, thumb });
    report({ type: 'thumb', conversation_id: conversationId, value: thumb });
    onChange();
  });
}

/** Draws a reply as it streams; returns the error, or undefined for a complete reply. */
async function drawReply(
  events: AsyncIterable<ReplyEvent>,
  reply: LiveReply,
  phrases: Phrases,
  onProduct: (productId: string) => void,
): Promise<unknown> {
  try {
    for await (const event of events) {
      draw(event, reply, phrases);
      if (event.type === 'tool_result') for (const { id } of productsOf(event)) onProduct(id);
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

function draw(event: ReplyEvent, reply: LiveReply, phrases: Phrases): void {
  if (event.type === 'text') {
    reply.activity(undefined);
    reply.append(event.content);
  } else if (event.type === 'tool_use') {
    reply.activity(activityText(event.tool, phrases));
  } else if (event.type === 'tool_result') {
    reply.products(productsOf(event));
  }
}

/** What the agent is doing. */
function activityText(tool: string, phrases: Phrases): string {
  if (tool.endsWith('search_catalog')) return phrases.searching;
  return /(?:get_product|lookup_catalog)$/.test(tool) ? phrases.looking : phrases.working;
}
