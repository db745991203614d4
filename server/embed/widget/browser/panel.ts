import { element, icon, paths } from './element.ts';
import type { PanelPhrases } from './phrases.ts';
import type { WidgetConfig } from './types.ts';

/** The visible elements of the widget, without event listeners. */
export interface Panel {
  readonly launcher: HTMLButtonElement;
  readonly dialog: HTMLElement;
  /** The messages. It is not a live region: `status` announces finished replies. */
  readonly log: HTMLElement;
  /** Only on a phone, where the dialog covers the launcher. */
  readonly close: HTMLButtonElement;
  readonly restart: HTMLButtonElement;
  /** Asks whether to delete the conversation. */
  readonly confirm: HTMLElement;
  readonly confirmed: HTMLButtonElement;
  readonly cancelled: HTMLButtonElement;
  readonly form: HTMLFormElement;
  readonly input: HTMLTextAreaElement;
  readonly send: HTMLButtonElement;
  /** Hidden live region that announces each finished reply once. */
  readonly status: HTMLElement;
  /** The bubble opens the chat and marks an unread reply, or closes the chat. */
  setLauncher(isOpen: boolean, isUnread: boolean): void;
}

/** Builds launcher and dialog. */
export function createPanel(config: WidgetConfig['config'], phrases: PanelPhrases): Panel {
  const log = element('div', {
    class: 'log',
    role: 'log',
    'aria-live': 'off',
    'aria-labelledby': 'title',
    tabindex: '0',
  });
  const launcher = element(
    'button',
    { class: 'launcher', type: 'button', 'aria-haspopup': 'dialog' },
    icon(paths.chat),
    element('span', { class: 'launcher-text' }, config.title),
    element('span', { class: 'unread' }),
  );
  const close = iconButton(phrases.close, paths.close);
  const restart = iconButton(phrases.restart, paths.compose);
  const input = element('textarea', {
    rows: '1',
    maxlength: '32000',
    placeholder: phrases.placeholder,
    'aria-label': phrases.placeholder,
  });
  const send = element(
    'button',
    { class: 'send', type: 'submit', 'aria-label': phrases.send },
    icon(paths.send),
  );
  const form = element('form', { class: 'form' }, input, send);
  const status = element('div', { class: 'hidden', role: 'status' });
  const question = confirmation(phrases);
  const notice = element('p', { class: 'notice', hidden: config.ai_notice === false }, phrases.aiNotice);
  const dialog = element(
    'div',
    { class: 'panel', role: 'dialog', 'aria-labelledby': 'title', hidden: true },
    element('div', { class: 'head' }, ...avatar(config), titles(config), restart, close),
    log,
    question.confirm,
    form,
    notice,
    status,
  );
  const setLauncher = (isOpen: boolean, isUnread: boolean): void => {
    const label = `${isOpen ? phrases.close : phrases.open}: ${config.title}`;
    launcher.setAttribute('aria-label', isUnread ? `${label}. ${phrases.unread}` : label);
    launcher.setAttribute('aria-expanded', String(isOpen));
    launcher.classList.toggle('is-unread', isUnread);
    launcher.firstElementChild?.replaceWith(icon(isOpen ? paths.close : paths.chat));
  };
  setLauncher(false, false);
  const buttons = { launcher, close, restart, send };
  return { ...buttons, ...question, dialog, log, form, input, status, setLauncher };
}

/** Asks whether to delete the conversation. */
function confirmation(phrases: PanelPhrases): Pick<Panel, 'confirm' | 'confirmed' | 'cancelled'> {
  const confirmed = element('button', { type: 'button' }, phrases.restart);
  const cancelled = element('button', { type: 'button' }, phrases.cancel);
  const confirm = element(
    'div',
    { class: 'confirm', role: 'alertdialog', 'aria-labelledby': 'confirm', hidden: true },
    element('p', { id: 'confirm' }, phrases.confirmRestart),
    confirmed,
    cancelled,
  );
  return { confirm, confirmed, cancelled };
}

function titles(config: WidgetConfig['config']): HTMLElement {
  const node = element(
    'div',
    { class: 'titles' },
    element('h2', { class: 'title', id: 'title' }, config.title),
  );
  if (config.subtitle) node.append(element('p', { class: 'subtitle' }, config.subtitle));
  return node;
}

/** The picture of the header; none where the page's policy or the network forbids it. */
function avatar({ avatar_url: url }: WidgetConfig['config']): HTMLElement[] {
  if (!url) return [];
  const image = element('img', { class: 'avatar', src: url, alt: '' });
  image.addEventListener('error', () => image.remove());
  return [image];
}

function iconButton(label: string, path: string): HTMLButtonElement {
  return element('button', { type: 'button', 'aria-label': label, title: label }, icon(path));
}
