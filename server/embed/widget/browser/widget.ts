import { createChat } from './chat.ts';
import { createDialog } from './dialog.ts';
import { element } from './element.ts';
import { createMemory } from './memory.ts';
import { createPanel } from './panel.ts';
import { phrasesFor } from './phrases.ts';
import type { Service } from './service.ts';
import { createSignals, type Signals } from './signals.ts';
import { phone, styleSheets } from './styles.ts';
import { themeColors } from './theme-colors.ts';
import { createTranscript } from './transcript.ts';
import type { WidgetConfig } from './types.ts';
import { wirePanel } from './wire-panel.ts';

/** The JavaScript interface that a page gets as `window.AgentChatbot`. */
export interface ChatbotInterface {
  open(): void;
  close(): void;
  send(text: string): void;
  /** Calls `listener` with a detail text on each signal; returns what ends that. */
  readonly on: Signals['on'];
}

/** Draws the widget into the page and wires it up. */
export function mountWidget(
  widget: WidgetConfig,
  service: Service,
  wantedLanguages: readonly string[],
): ChatbotInterface {
  const { phrases, language, rightToLeft } = phrasesFor(wantedLanguages);
  const memory = createMemory(widget.chatbot_id);
  const wasOpen = memory.load().open;
  const signals = createSignals();
  const transcript = createTranscript(phrases, language);
  const panel = createPanel(widget.config, phrases, transcript.node);
  const save = (): void => memory.save({ ...chat.remembered(), open: dialog.isOpen() });
  const dialog = createDialog(panel, transcript.node, (isOpen) => {
    save();
    signals.notify(isOpen ? 'open' : 'close');
  });
  const { notify } = signals;
  const chat = createChat({ widget, phrases, service, memory, panel, transcript, notify, changed: save });
  wirePanel(panel, dialog, chat);

  const content = element('div', { lang: language, dir: rightToLeft ? 'rtl' : 'ltr' });
  content.append(panel.dialog, panel.launcher);
  document.body.append(hostOf(widget.config, content));
  // On a phone it would cover the page that the shopper went to.
  if (wasOpen && !matchMedia(phone).matches) dialog.showAgain();

  return {
    open: () => dialog.open(),
    close: () => dialog.close(),
    send: (text) => {
      dialog.open();
      chat.send(text);
    },
    on: signals.on,
  };
}

/** An element of its own with a shadow root: neither side's styles reach the other. */
function hostOf(config: WidgetConfig['config'], content: HTMLElement): HTMLElement {
  const host = document.createElement('agent-chatbot');
  host.dataset['position'] = config.position;
  host.dataset['style'] = config.bubble_style;
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = styleSheets(themeColors(config.theme));
  shadow.append(content);
  return host;
}
