import { connectAskButtons } from './ask-buttons.ts';
import type { ChatModule, ChatSignal } from './chat-parts.ts';
import { connectPanel, createDialog } from './dialog.ts';
import { element } from './element.ts';
import { createLateChat } from './late-chat.ts';
import { createPanel } from './panel.ts';
import { languageOf } from './phrases.ts';
import { createReporter } from './reporter.ts';
import type { Order, Service } from './service.ts';
import { createSignals, type Signals } from './signals.ts';
import { createChatStorage } from './storage.ts';
import { phone, styleSheets } from './styles.ts';
import type { GivenPage, WidgetConfig } from './types.ts';

/** The JavaScript interface that a page gets as `window.ConversationalAgent`. */
export interface ChatbotInterface {
  open(): void;
  close(): void;
  send(text: string): void;
  /** Says where the shopper is and what is in the cart: replaces what it names, and null removes. */
  page(given: GivenPage): void;
  /** Says that the shopper has ordered. Sent for shoppers who have opened the chat only. */
  ordered(order: Order): void;
  /** Calls `listener` with a detail text on each signal; returns a function that removes it. */
  readonly on: Signals['on'];
}

/** What the widget gets from its script tag. */
export interface Embedding {
  readonly wantedLanguages: readonly string[];
  /** Of the page that the tag stands in. */
  readonly productId: string | undefined;
  /** Loads the code of an open chat. Rejects when it cannot be loaded. */
  loadChat(): Promise<ChatModule>;
}

/** Adds the widget to the page. */
export function mountWidget(widget: WidgetConfig, service: Service, embedding: Embedding): ChatbotInterface {
  const { phrases, language, rightToLeft } = languageOf(embedding.wantedLanguages);
  const storage = createChatStorage(widget.chatbot_id);
  const before = storage.load();
  let isUnread = before.unread;
  const signals = createSignals();
  const report = createReporter(service);
  let isOpenReported = false;
  const reportOpened = (): void => {
    if (!isOpenReported) report({ type: 'opened' });
    isOpenReported = true;
  };
  const panel = createPanel(widget.config, phrases);
  const content = element('div', { lang: language, dir: rightToLeft ? 'rtl' : 'ltr' });
  const root = rootOf(widget.config);
  const notify = (signal: ChatSignal, detail: string): void => {
    if (signal === 'reply' && !dialog.isOpen()) {
      isUnread = true;
      panel.setLauncher(false, true);
      storage.save({ ...storage.load(), unread: true });
    }
    signals.notify(signal, detail);
  };
  const shown = () => ({ open: dialog.isOpen(), unread: isUnread });
  const given: GivenPage = {};
  const page = () => ({ productId: embedding.productId, given });
  const parts = { widget, phrases, language, service, storage, panel, root, notify, report, shown, page };
  const chat = createLateChat(panel, phrases, async () => (await embedding.loadChat()).createChat(parts));
  const dialog = createDialog(panel, chat, (isOpen) => {
    isUnread = false;
    // Keep the stored conversation: another tab may have continued it.
    storage.save({ ...storage.load(), open: isOpen, unread: false });
    signals.notify(isOpen ? 'open' : 'close');
    if (!isOpen) return;
    service.identify();
    reportOpened();
  });
  connectPanel(panel, dialog, chat);
  content.append(panel.dialog, panel.launcher);
  root.append(content);
  document.body.append(root.host);
  // On a phone the dialog would cover the new page.
  if (before.open && !matchMedia(phone).matches) dialog.restore();
  else panel.setLauncher(false, isUnread);
  // A reply that another page or tab asked for, and did not get.
  const takeOver = (): unknown => storage.load().pending && chat.load();
  takeOver();
  storage.onChange(takeOver);

  const send = (text: string): void => {
    dialog.open();
    chat.send(text);
  };
  connectAskButtons(send);
  return {
    open: () => dialog.open(),
    close: () => dialog.close(),
    send,
    page: (changes) => void Object.assign(given, changes),
    ordered: (order) => storage.secret.read() !== undefined && reportOrder(service, order),
    on: signals.on,
  };
}

/** Sends what the service takes of an order; what it rejects is a warning for who wrote the page. */
function reportOrder(service: Service, { order_id, items, total: { amount, currency } }: Order): void {
  const pieces = items.map(({ product_id, quantity }) => ({ product_id, quantity }));
  const order = { type: 'ordered', order_id, items: pieces, total: { amount, currency } } as const;
  service.report([order]).catch((error: Error) => console.warn(`ordered: ${error.message}`));
}

/** The shadow root of a new element, which isolates the styles of page and widget. */
function rootOf(config: WidgetConfig['config']): ShadowRoot {
  const host = document.createElement('agent-chatbot');
  host.dataset['position'] = config.position;
  host.dataset['style'] = config.bubble_style;
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = styleSheets(config);
  return root;
}
