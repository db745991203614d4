import { connectAskButtons } from './ask-buttons.ts';
import { createChat } from './chat.ts';
import type { ChatSignal } from './chat-parts.ts';
import { connectPanel, createDialog } from './dialog.ts';
import { element } from './element.ts';
import { createPanel } from './panel.ts';
import { phrasesFor } from './phrases.ts';
import { createReporter } from './reporter.ts';
import type { Service } from './service.ts';
import { createSignals, type Signals } from './signals.ts';
import { createChatStorage } from './storage.ts';
import { phone, styleSheets } from './styles.ts';
import { createTranscript } from './transcript.ts';
import type { WidgetConfig } from './types.ts';

/** The JavaScript interface that a page gets as `window.AgentChatbot`. */
export interface ChatbotInterface {
  open(): void;
  close(): void;
  send(text: string): void;
  /** Calls `listener` with a detail text on each signal; returns a function that removes it. */
  readonly on: Signals['on'];
}

/** Adds the widget to the page. */
export function mountWidget(
  widget: WidgetConfig,
  service: Service,
  wantedLanguages: readonly string[],
): ChatbotInterface {
  const { phrases, language, rightToLeft } = phrasesFor(wantedLanguages);
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
  const transcript = createTranscript({ phrases, language, linkHosts: service.linkHosts });
  const panel = createPanel(widget.config, phrases, transcript.node);
  const save = (): void => storage.save({ ...chat.snapshot(), open: dialog.isOpen(), unread: isUnread });
  const dialog = createDialog(panel, transcript, (isOpen) => {
    isUnread = false;
    // Keep the stored conversation: another tab may have continued it.
    storage.save({ ...storage.load(), open: isOpen, unread: false });
    signals.notify(isOpen ? 'open' : 'close');
    if (!isOpen) return;
    service.identify();
    reportOpened();
  });
  const notify = (signal: ChatSignal, detail: string): void => {
    if (signal === 'reply' && !dialog.isOpen()) {
      isUnread = true;
      panel.setLauncher(false, true);
      save();
    }
    signals.notify(signal, detail);
  };
  const parts = { widget, phrases, service, storage, panel, transcript, notify, report, onChange: save };
  const chat = createChat(parts);
  connectPanel(panel, dialog, chat);

  const content = element('div', { lang: language, dir: rightToLeft ? 'rtl' : 'ltr' });
  content.append(panel.dialog, panel.launcher);
  document.body.append(hostOf(widget.config, content));
  // On a phone the dialog would cover the new page.
  if (before.open && !matchMedia(phone).matches) dialog.restore();
  else panel.setLauncher(false, isUnread);

  const send = (text: string): void => {
    dialog.open();
    chat.send(text);
  };
  connectAskButtons(send);
  return { open: () => dialog.open(), close: () => dialog.close(), send, on: signals.on };
}

/** Creates an element with a shadow root, which isolates the styles of page and widget. */
function hostOf(config: WidgetConfig['config'], content: HTMLElement): HTMLElement {
  const host = document.createElement('agent-chatbot');
  host.dataset['position'] = config.position;
  host.dataset['style'] = config.bubble_style;
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = styleSheets(config);
  shadow.append(content);
  return host;
}
