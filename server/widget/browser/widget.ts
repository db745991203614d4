import { createChat, type ChatSignal } from './chat.ts';
import { element } from './element.ts';
import { createMemory } from './memory.ts';
import { createPanel } from './panel.ts';
import { phrasesFor } from './phrases.ts';
import type { Service } from './service.ts';
import { styleSheets } from './styles.ts';
import { themeColors } from './theme-colors.ts';
import { createTranscript } from './transcript.ts';
import type { WidgetConfig } from './types.ts';

export type WidgetSignal = ChatSignal | 'open' | 'close';

/** The JavaScript interface that a page gets as `window.AgentChatbot`. */
export interface ChatbotInterface {
  open(): void;
  close(): void;
  send(text: string): void;
  /** Calls `listener` with a detail text on each signal; returns what ends that. */
  on(signal: WidgetSignal, listener: (detail: string) => void): () => void;
}

/** Draws the widget into the page and wires it up. */
export function mountWidget(
  widget: WidgetConfig,
  service: Service,
  wantedLanguages: readonly string[],
): ChatbotInterface {
  const { phrases, language, rightToLeft } = phrasesFor(wantedLanguages);
  const host = document.createElement('agent-chatbot');
  host.dataset['position'] = widget.config.position;
  host.dataset['style'] = widget.config.bubble_style;
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = styleSheets(themeColors(widget.config.theme));

  const memory = createMemory(widget.chatbot_id);
  const transcript = createTranscript(phrases, language);
  const panel = createPanel(widget.config, phrases, transcript.node);
  const listeners = new Map<WidgetSignal, Set<(detail: string) => void>>();
  const notify = (signal: WidgetSignal, detail = ''): void => {
    for (const listener of listeners.get(signal) ?? []) listener(detail);
  };
  const save = (): void => memory.save({ ...chat.remembered(), open: !panel.dialog.hidden });
  const wasOpen = memory.load().open;
  const chat = createChat({
    widget,
    phrases,
    service,
    memory,
    panel,
    transcript,
    notify,
    changed: () => save(),
  });

  const open = (): void => {
    if (!panel.dialog.hidden) return;
    panel.dialog.hidden = false;
    panel.launcher.setAttribute('aria-expanded', 'true');
    transcript.node.scrollTop = transcript.node.scrollHeight;
    panel.input.focus();
    save();
    notify('open');
  };
  const close = (): void => {
    if (panel.dialog.hidden) return;
    panel.dialog.hidden = true;
    panel.launcher.setAttribute('aria-expanded', 'false');
    panel.launcher.focus();
    save();
    notify('close');
  };
  const submit = (): void => {
    if (panel.send.getAttribute('aria-label') === phrases.stop) return chat.stop();
    chat.send(panel.input.value);
    panel.input.value = '';
  };

  panel.launcher.addEventListener('click', () => (panel.dialog.hidden ? open() : close()));
  panel.close.addEventListener('click', close);
  panel.restart.addEventListener('click', () => {
    chat.restart();
    panel.input.focus();
  });
  panel.form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  panel.input.addEventListener('keydown', (event) => {
    // Enter sends, Shift+Enter breaks the line; an input method's Enter only chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  panel.dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });

  shadow.append(
    element('div', { lang: language, dir: rightToLeft ? 'rtl' : 'ltr' }, panel.dialog, panel.launcher),
  );
  document.body.append(host);
  if (wasOpen) showAgain(panel.dialog, panel.launcher, transcript.node);

  return {
    open,
    close,
    send: (text) => {
      open();
      chat.send(text);
    },
    on: (signal, listener) => {
      const known = listeners.get(signal) ?? new Set();
      listeners.set(signal, known.add(listener));
      return () => known.delete(listener);
    },
  };
}

/** The dialog was open on the page before: it is open again, and the focus stays where the new page has it. */
function showAgain(dialog: HTMLElement, launcher: HTMLElement, log: HTMLElement): void {
  dialog.hidden = false;
  launcher.setAttribute('aria-expanded', 'true');
  log.scrollTop = log.scrollHeight;
}
