import { icon, paths } from './element.ts';
import { plainText } from './markdown.ts';
import type { Panel } from './panel.ts';
import type { Phrases } from './phrases.ts';
import { onProductClick, productsOf } from './product-cards.ts';
import type { Report } from './reporter.ts';
import { ResponseError, type Service } from './service.ts';
import type { ChatStorage, StoredChat } from './storage.ts';
import { createThread, type ReplyEvent, type Thread } from './thread.ts';
import type { LiveReply, Transcript } from './transcript.ts';
import type { Entry, WidgetConfig } from './types.ts';

export type ChatSignal = 'message' | 'reply' | 'error';

export interface Chat {
  send(text: string): void;
  stop(): void;
  /** Whether a reply is streaming. */
  isBusy(): boolean;
  restart(): void;
  /** The conversation to store. */
  snapshot(): Omit<StoredChat, 'open'>;
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

/** Creates the conversation: sends messages, draws replies as they stream, and shows errors as phrases. */
export function createChat(parts: ChatParts): Chat {
  const { phrases, panel, transcript } = parts;
  const stored = parts.storage.load();
  const thread = createThread(parts.service, parts.widget.agent_id, stored.conversationId, parts.onChange);
  let entries: Entry[] = [...stored.entries];
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
    void requestReply(message);
  };
  const requestReply = async (message: string): Promise<void> => {
    if (running !== undefined) return;
    const controller = (running = new AbortController());
    const reply = transcript.reply();
    reply.activity(phrases.thinking);
    panel.status.textContent = '';
    showBusy(parts, true);
    const events = thread.reply(message, controller.signal);
    const failure = await drawReply(events, reply, phrases, reportShown);
    if (running !== controller) return;
    running = undefined;
    showBusy(parts, false);
    const ending = controller.signal.aborted ? 'stopped' : failure;
    const entry: Entry = { ...reply.finish(), ...(ending === undefined && { thumb: 'none' }) };
    if (entry.text !== '' || entry.products !== undefined) addEntry(entry);
    finishReply(parts, entry, ending, () => void requestReply(message));
    offerThumbs();
  };
  const reportShown = reportProducts(parts, thread);
  const offerThumbs = (): void => {
    const last = entries.length - 1;
    showThumbs(parts, entries[last], thread.id(), (rated) => (entries[last] = rated));
  };

  greet(parts, entries, send);
  offerThumbs();
  return {
    send,
    stop: () => running?.abort(),
    isBusy: () => running !== undefined,
    restart: () => {
      running?.abort();
      running = undefined;
      showBusy(parts, false);
      entries = [];
      thread.reset();
      transcript.clear();
      greet(parts, entries, send);
      parts.onChange();
    },
    snapshot: () => ({ conversationId: thread.id(), entries }),
  };
}

function greet(parts: ChatParts, entries: readonly Entry[], send: (prompt: string) => void): void {
  const { welcome_message: welcome, suggested_prompts: prompts } = parts.widget.config;
  parts.transcript.add({ role: 'bot', text: welcome });
  for (const entry of entries) parts.transcript.add(entry);
  if (entries.length > 0) return;
  parts.transcript.prompts(prompts, (prompt) => {
    // The focused button is removed with its row: move the focus first.
    parts.transcript.node.focus();
    send(prompt);
  });
}

function showBusy({ panel, phrases }: ChatParts, isBusy: boolean): void {
  panel.send.setAttribute('aria-label', isBusy ? phrases.stop : phrases.send);
  panel.send.replaceChildren(icon(isBusy ? paths.stop : paths.send));
}

/** Reports products whose link is followed; returns what reports that one is shown. */
function reportProducts({ report, transcript }: ChatParts, thread: Thread): (productId: string) => void {
  const reportProduct = (type: 'product_shown' | 'product_clicked', productId: string): void => {
    const id = thread.id();
    if (productId) report({ type, product_id: productId, ...(id !== undefined && { conversation_id: id }) });
  };
  onProductClick(transcript.node, (productId) => reportProduct('product_clicked', productId));
  return (productId) => reportProduct('product_shown', productId);
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

/** Announces how a reply ended; a failure stays visible with a retry button. */
function finishReply(parts: ChatParts, entry: Entry, failure: unknown, retry: () => void): void {
  const { panel, phrases, transcript } = parts;
  if (failure === undefined) {
    panel.status.textContent = plainText(entry.text, parts.service.linkHosts());
    parts.notify('reply', entry.text);
    return;
  }
  const text = failure === 'stopped' ? phrases.stopped : failureText(failure, phrases);
  transcript.note(text);
  panel.status.textContent = text;
  const button = transcript.action(phrases.retry, () => {
    transcript.node.focus();
    retry();
  });
  const seconds = failure instanceof ResponseError ? failure.retryAfterSeconds : undefined;
  if (seconds !== undefined) {
    button.disabled = true;
    setTimeout(() => (button.disabled = false), seconds * 1000);
  }
  if (failure !== 'stopped') parts.notify('error', text);
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

/** What went wrong, with the seconds to wait if the service sent Retry-After. */
function failureText(failure: unknown, phrases: Phrases): string {
  if (!(failure instanceof ResponseError)) return phrases.offline;
  return failure.retryAfterSeconds === undefined
    ? phrases.failed
    : phrases.wait.replace('{n}', String(failure.retryAfterSeconds));
}
