import { element, icon, paths } from './element.ts';
import { renderMarkdown } from './markdown.ts';
import type { Phrases } from './phrases.ts';
import { productCards } from './product-cards.ts';
import type { Entry, ProductCard, Thumb } from './types.ts';

/** A streaming reply; text is drawn at most once per frame. */
export interface LiveReply {
  append(text: string): void;
  products(found: readonly ProductCard[]): void;
  activity(text: string | undefined): void;
  /** Draws the remaining text and returns the finished entry. */
  finish(): Entry;
}

export interface Transcript {
  readonly node: HTMLElement;
  add(entry: Entry): void;
  note(text: string): void;
  /** Adds a button below the last message, until the next message. */
  action(label: string, run: () => void): HTMLButtonElement;
  prompts(suggestions: readonly string[], choose: (prompt: string) => void): void;
  /** Adds the two buttons that rate the last reply, until the next message. */
  thumbs(pressed: Thumb | 'none', rate: (thumb: Thumb) => void): void;
  reply(): LiveReply;
  clear(): void;
}

/** The messages of a conversation. The log is not a live region: the panel's `status` announces finished replies. */
export function createTranscript(
  phrases: Phrases,
  language: string,
  linkHosts: () => readonly string[],
): Transcript {
  const node = element('div', {
    class: 'log',
    role: 'log',
    'aria-live': 'off',
    'aria-label': phrases.conversation,
    tabindex: '0',
  });
  let temporary: HTMLElement[] = [];

  const show = (child: HTMLElement): void => {
    node.append(child);
    node.scrollTop = node.scrollHeight;
  };
  const showTemporary = (child: HTMLElement): void => {
    temporary.push(child);
    show(child);
  };
  const clearTemporary = (): void => {
    for (const child of temporary) child.remove();
    temporary = [];
  };
  const add = (entry: Entry): void => {
    clearTemporary();
    if (entry.products?.length) show(productCards(entry.products, phrases, language));
    if (entry.text !== '') show(message(entry, phrases, linkHosts()));
  };

  return {
    node,
    add,
    note: (text) => showTemporary(element('div', { class: 'note' }, text)),
    action: (label, run) => {
      const button = element('button', { class: 'retry', type: 'button' }, label);
      button.addEventListener('click', run);
      showTemporary(button);
      return button;
    },
    prompts: (suggestions, choose) => {
      const row = element('div', { class: 'prompts' });
      for (const prompt of suggestions) {
        const button = element('button', { type: 'button' }, prompt);
        button.addEventListener('click', () => choose(prompt));
        row.append(button);
      }
      if (suggestions.length > 0) showTemporary(row);
    },
    thumbs: (pressed, rate) => showTemporary(thumbs(phrases, pressed, rate)),
    reply: () => {
      clearTemporary();
      return liveReply({ log: node, show, phrases, language, linkHosts });
    },
    clear: () => {
      temporary = [];
      node.replaceChildren();
    },
  };
}

function thumbs(phrases: Phrases, pressed: Thumb | 'none', rate: (thumb: Thumb) => void): HTMLElement {
  const labels = { up: phrases.goodAnswer, down: phrases.badAnswer };
  const buttons = (['up', 'down'] as const).map((thumb) => {
    const attributes = { class: thumb, type: 'button', 'aria-label': labels[thumb], title: labels[thumb] };
    const button = element('button', attributes, icon(paths.thumb));
    button.addEventListener('click', () => {
      press(thumb);
      rate(thumb);
    });
    return button;
  });
  const press = (thumb: Thumb | 'none'): void => {
    for (const button of buttons) button.ariaPressed = String(button.className === thumb);
  };
  press(pressed);
  return element('div', { class: 'thumbs' }, ...buttons);
}

function message(entry: Entry, phrases: Phrases, linkHosts: readonly string[]): HTMLElement {
  const node = element('div', { class: `message ${entry.role}` });
  if (entry.role === 'bot') node.append(renderMarkdown(entry.text, linkHosts));
  else node.append(element('span', { class: 'hidden' }, `${phrases.you}: `), entry.text);
  return node;
}

interface LiveReplyParts {
  readonly log: HTMLElement;
  show(child: HTMLElement): void;
  readonly phrases: Phrases;
  readonly language: string;
  linkHosts(): readonly string[];
}

function liveReply({ log, show, phrases, language, linkHosts }: LiveReplyParts): LiveReply {
  const bubble = element('div', { class: 'message bot' });
  const activity = element('div', { class: 'activity', hidden: true });
  let text = '';
  let products: readonly ProductCard[] = [];
  let cards: HTMLElement | undefined;
  let frame = 0;
  show(activity);

  const draw = (): void => {
    frame = 0;
    // The conversation was cleared.
    if (!activity.isConnected) return;
    // Do not scroll when the shopper has scrolled up.
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
    bubble.replaceChildren(renderMarkdown(text, linkHosts()));
    if (!bubble.isConnected) log.insertBefore(bubble, activity);
    if (atEnd) log.scrollTop = log.scrollHeight;
  };

  return {
    append: (piece) => {
      text += piece;
      if (text.trim() !== '') frame ||= requestAnimationFrame(draw);
    },
    products: (found) => {
      if (found.length === 0) return;
      cards?.remove();
      products = found;
      cards = productCards(found, phrases, language);
      log.insertBefore(cards, bubble.isConnected ? bubble : activity);
      log.scrollTop = log.scrollHeight;
    },
    activity: (what) => {
      activity.hidden = what === undefined;
      activity.textContent = what ?? '';
      if (what !== undefined) log.scrollTop = log.scrollHeight;
    },
    finish: () => {
      cancelAnimationFrame(frame);
      if (text.trim() !== '') draw();
      activity.remove();
      return { role: 'bot', text, ...(products.length > 0 ? { products } : {}) };
    },
  };
}
