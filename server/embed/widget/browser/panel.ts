import { element, icon, paths } from './element.ts';
import type { Phrases } from './phrases.ts';
import type { WidgetConfig } from './types.ts';

/** The visible elements of the widget, without event listeners. */
export interface Panel {
  readonly launcher: HTMLButtonElement;
  readonly dialog: HTMLElement;
  readonly close: HTMLButtonElement;
  readonly restart: HTMLButtonElement;
  readonly form: HTMLFormElement;
  readonly input: HTMLTextAreaElement;
  readonly send: HTMLButtonElement;
  /** Hidden live region that announces each finished reply once. */
  readonly status: HTMLElement;
}

/** Builds launcher and dialog around the transcript. */
export function createPanel(config: WidgetConfig['config'], phrases: Phrases, log: HTMLElement): Panel {
  const launcher = element(
    'button',
    {
      class: 'launcher',
      type: 'button',
      'aria-expanded': 'false',
      'aria-haspopup': 'dialog',
      'aria-label': `${phrases.open}: ${config.title}`,
    },
    icon(paths.chat),
    element('span', { class: 'launcher-text' }, config.title),
  );
  const close = iconButton(phrases.close, paths.close);
  const restart = iconButton(phrases.restart, paths.restart);
  const input = element('textarea', {
    rows: '1',
    maxlength: '32000',
    placeholder: phrases.placeholder,
    'aria-label': phrases.placeholder,
    enterkeyhint: 'send',
  });
  const send = element(
    'button',
    { class: 'send', type: 'submit', 'aria-label': phrases.send },
    icon(paths.send),
  );
  const form = element('form', { class: 'form' }, input, send);
  const status = element('div', { class: 'hidden', role: 'status' });
  const titles = element(
    'div',
    { class: 'titles' },
    element('h2', { class: 'title', id: 'title' }, config.title),
  );
  if (config.subtitle) titles.append(element('p', { class: 'subtitle' }, config.subtitle));
  const dialog = element(
    'div',
    { class: 'panel', role: 'dialog', 'aria-labelledby': 'title', hidden: true },
    element('div', { class: 'head' }, titles, restart, close),
    log,
    form,
    status,
  );
  return { launcher, dialog, close, restart, form, input, send, status };
}

function iconButton(label: string, path: string): HTMLButtonElement {
  return element('button', { type: 'button', 'aria-label': label, title: label }, icon(path));
}
