import { announceFailure } from './announce-failure.ts';
import { allPhrases, type Phrases } from './phrases.ts';
import type { Chat, ChatParts, WindowParts } from './chat-parts.ts';
import { chatStyles } from './chat-styles.ts';
import { icon, paths } from './element.ts';
import { followUps } from './follow-ups.ts';
import { showMessageOffer } from './leave-message.ts';
import { plainText } from './markdown.ts';
import { pageContext } from './page-context.ts';
import { shownProducts } from './product-cards.ts';
import { watchProducts } from './report-products.ts';
import { asResponseError } from './response-error.ts';
import type { StoredChat } from './storage.ts';
import { createThread, type ReplyEvent, type Thread } from './thread.ts';
import { createTranscript, type LiveReply } from './transcript.ts';
import type { Entry } from './types.ts';
import { withLock } from './with-lock.ts';

const storageDelayMs = 300;

interface State {
  readonly parts: ChatParts;
  readonly thread: Thread;
  entries: Entry[];
  running: AbortController | undefined;
}

/**
 * Creates the conversation: sends messages, draws replies as they stream, and shows errors as phrases. It begins with
 * what is stored, asks again for a reply that a page before did not get, and follows what other tabs store.
 */
export function createChat(given: WindowParts): Chat {
  const { widget, service, storage, panel, language, shown, root } = given;
  root.adoptedStyleSheets.push(chatStyles());
  const phrases = allPhrases(given.phrases, language);
  const save = (): void => {
    const stored = { conversationId: thread.id(), entries: state.entries, pending: thread.pending() };
    storage.save({ ...stored, ...shown() });
  };
  const thread = createThread(service, widget.agent_id, save);
  const products = watchProducts(given, () => thread.id());
  const drawing = { phrases, language, linkHosts: service.linkHosts, watchCard: products.watch };
  const transcript = createTranscript(panel.log, drawing);
  products.listen(panel.log);
  const parts: ChatParts = { ...given, phrases, transcript, onChange: save };
  const state: State = { parts, thread, entries: [], running: undefined };
  showStored(state);
  storage.onChange(() => {
    if (!isCurrent(state, storage.load())) showStored(state);
  });
  return {
    send: (text) => send(state, text),
    stop: () => state.running?.abort(),
    isBusy: () => state.running !== undefined,
    isEmpty: () => state.entries.length === 0,
    restart: () => {
      state.entries = [];
      thread.load();
      save();
      showStored(state);
    },
    showEnd: () => transcript.showEnd(),
  };
}

/** Whether what another tab has stored is shown here; a question that waits for its reply is not compared further. */
function isCurrent({ thread, entries }: State, stored: StoredChat): boolean {
  if (stored.pending?.key !== thread.pending()?.key) return false;
  return stored.pending !== undefined || JSON.stringify(stored.entries) === JSON.stringify(entries);
}

/** Shows what is stored, and asks again for the reply to an open question. */
function showStored(state: State): void {
  const { parts, thread } = state;
  const { transcript, widget } = parts;
  state.running?.abort();
  state.running = undefined;
  showBusy(parts, false);
  const stored = parts.storage.load();
  state.entries = [...stored.entries];
  thread.load(stored);
  transcript.clear();
  transcript.add({ role: 'bot', text: widget.config.welcome_message });
  for (const entry of state.entries) transcript.add(entry);
  if (stored.pending === undefined) offerNext(state);
  else void requestReply(state, true);
}

function send(state: State, text: string): boolean {
  const { parts, thread, entries } = state;
  const message = text.trim();
  if (message === '' || state.running !== undefined) return false;
  entries.push({ role: 'user', text: message });
  parts.transcript.add({ role: 'user', text: message });
  parts.notify('message', message);
  thread.ask(message, pageContext(parts.page()));
  void requestReply(state, false);
  return true;
}

/** Requests and draws the reply to the open question; one tab does, and the others wait for it. */
async function requestReply(state: State, isRepeated: boolean): Promise<void> {
  const { parts, thread } = state;
  const { panel, storage, transcript, widget } = parts;
  const question = thread.pending();
  if (state.running !== undefined || question === undefined) return;
  const controller = (state.running = new AbortController());
  const reply = transcript.reply();
  panel.status.textContent = '';
  showBusy(parts, true);
  const failure = await withLock(`agent-chatbot:${widget.chatbot_id}`, controller.signal, async () => {
    if (!isRepeated) {
      // Stored with the lock, so that a tab that reads it waits.
      parts.onChange();
      return drawReply(state, reply, controller.signal, false);
    }
    // What the tab stored that had the lock may come after the lock.
    await new Promise((resolve) => setTimeout(resolve, storageDelayMs));
    if (state.running !== controller) return undefined;
    if (storage.load().pending?.key !== question.key) return showStored(state);
    return drawReply(state, reply, controller.signal, true);
  }).catch((error: unknown) => error);
  if (state.running !== controller) return reply.remove();
  state.running = undefined;
  showBusy(parts, false);
  endReply(state, reply, controller.signal.aborted ? 'stopped' : failure);
}

function endReply(state: State, reply: LiveReply, failure: unknown): void {
  const { parts, thread } = state;
  const question = thread.pending();
  // After a lost connection the question stays open: its reply may be complete at the service.
  const isLost = failure !== undefined && failure !== 'stopped' && !asResponseError(failure);
  const entry: Entry = { ...reply.finish(), ...(failure === undefined && { thumb: 'none' }) };
  const isKept = !isLost && (entry.text !== '' || entry.products !== undefined);
  if (!isLost) thread.settle();
  if (isKept) state.entries.push(entry);
  parts.onChange();
  if (failure === undefined) {
    parts.panel.status.textContent = plainText(entry.text, parts.service.linkHosts());
    offerNext(state);
    if (entry.products === undefined) void offerMessage(state);
    return parts.notify('reply', entry.text);
  }
  announceFailure(parts, failure, () => {
    // The new reply takes the place of what there is of this one.
    if (isKept) state.entries.pop();
    reply.remove();
    parts.transcript.node.focus();
    if (!isLost && question !== undefined) thread.ask(question.body.message, question.page);
    void requestReply(state, isLost);
  });
  if (!isLost && failure !== 'stopped') void offerMessage(state);
}

/** Offers to leave a message for a person where the last reply was no help, unless something is asked meanwhile. */
async function offerMessage(state: State): Promise<void> {
  const { parts, thread, entries } = state;
  const { length } = entries;
  const conversationId = thread.id();
  if (conversationId === undefined || parts.widget.config.leave_message === false) return;
  const isOffered = await parts.service.offersMessage(conversationId).catch(() => false);
  const isAsked = state.running !== undefined || state.entries !== entries || entries.length !== length;
  if (!isOffered || isAsked) return;
  markLast(state, true);
  showOffer(state);
}

function showOffer(state: State): void {
  const conversationId = state.thread.id();
  if (conversationId === undefined) return;
  const question = state.entries.filter(({ role }) => role === 'user').at(-1)?.text ?? '';
  showMessageOffer(state.parts, { conversationId, question }, () => markLast(state, false));
}

/** Stores with the last reply whether a message may be left after it. A reply without text is not stored. */
function markLast({ parts, entries }: State, isUnhelped: boolean): void {
  const last = entries.at(-1);
  if (last?.role === 'bot') entries[entries.length - 1] = { ...last, isUnhelped };
  parts.onChange();
}

/** Offers what a shopper may do after a reply, or at first: rate it, and ask what the chatbot suggests. */
function offerNext(state: State): void {
  const { parts, thread, entries } = state;
  const last = entries.at(-1);
  showThumbs(parts, last, thread.id(), (rated) => {
    entries[entries.length - 1] = { ...entries.at(-1), ...rated };
  });
  if (last?.isUnhelped) showOffer(state);
  if (last?.role === 'user') return;
  const offered = followUps(parts, entries);
  parts.transcript.prompts(offered, last !== undefined, (message) => {
    // The focused button is removed with its row: move the focus first.
    parts.transcript.node.focus();
    send(state, message);
  });
}

function showBusy({ panel, phrases }: ChatParts, isBusy: boolean): void {
  panel.send.setAttribute('aria-label', isBusy ? phrases.stop : phrases.send);
  panel.send.replaceChildren(icon(isBusy ? paths.stop : paths.send));
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
  { parts, thread }: State,
  reply: LiveReply,
  signal: AbortSignal,
  isRepeated: boolean,
): Promise<unknown> {
  try {
    for await (const event of thread.reply(signal, isRepeated)) draw(event, reply, parts.phrases);
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
    reply.activity(event.tool.endsWith('search_catalog') ? phrases.searching : '');
  } else if (event.type === 'tool_result') {
    reply.products(shownProducts(event));
  }
}
