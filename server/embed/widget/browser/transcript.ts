import { element, icon, paths } from './element.ts';
import { createBotMessage, type Drawing } from './bot-message.ts';
import type { Phrases } from './phrases.ts';
import type { FollowUp } from './follow-ups.ts';
import type { Entry, ProductCard, Thumb } from './types.ts';

const maxCards = 5;

/** A streaming reply; text is drawn at most once per frame. */
export interface LiveReply {
  append(text: string): void;
  /** Adds the cards of products; a product that has one gets it anew. */
  products(shown: readonly ProductCard[]): void;
  /** Shows dots beside what the agent is doing, or nothing; dots alone at first. */
  activity(text: string | undefined): void;
  /** Draws the remaining text and returns the finished entry. */
  finish(): Entry;
  remove(): void;
}

export interface Transcript {
  readonly node: HTMLElement;
  add(entry: Entry): void;
  note(text: string): HTMLElement;
  /** Adds a button below the last message, until the next message. */
  action(label: string, run: () => void): HTMLButtonElement;
  /** Adds anything below the last message, until the next message. */
  offer(node: HTMLElement): HTMLElement;
  /** Adds buttons that send messages: in one row after a reply, all of them in view before the first message. */
  prompts(offered: readonly FollowUp[], isReply: boolean, choose: (message: string) => void): void;
  /** Adds the two buttons that rate the last reply, until the next message. */
  thumbs(pressed: Thumb | 'none', rate: (thumb: Thumb) => void): void;
  reply(): LiveReply;
  clear(): void;
  /** Scrolls to the end, after the panel was hidden. */
  showEnd(): void;
}

/** Draws the messages of a conversation into the panel's log. */
export function createTranscript(node: HTMLElement, drawing: Drawing): Transcript {
  const { phrases } = drawing;
  const scroll = createScroll(node);
  let temporary: HTMLElement[] = [];
  // A keyboard or a longer input takes height from the end of the log.
  new ResizeObserver(scroll.follow).observe(node);

  const showTemporary = <Node extends HTMLElement>(child: Node): Node => {
    temporary.push(child);
    node.append(child);
    scroll.follow();
    return child;
  };
  const clearTemporary = (): void => {
    for (const child of temporary) child.remove();
    temporary = [];
  };

  return {
    node,
    add: (entry) => {
      clearTemporary();
      node.append(message(entry, drawing));
      scroll.toEnd();
    },
    note: (text) => showTemporary(element('div', { class: 'note' }, text)),
    action: (label, run) => {
      const button = element('button', { class: 'retry', type: 'button' }, label);
      button.addEventListener('click', run);
      return showTemporary(button);
    },
    offer: showTemporary,
    prompts: (offered, isReply, choose) => {
      if (offered.length > 0) showTemporary(prompts(offered, isReply, choose));
    },
    thumbs: (pressed, rate) => void showTemporary(thumbs(phrases, pressed, rate)),
    reply: () => {
      clearTemporary();
      const live = liveReply(drawing, scroll);
      node.append(live.node);
      scroll.toEnd();
      scroll.keepInView(live.node);
      return live;
    },
    clear: () => {
      temporary = [];
      node.replaceChildren();
    },
    showEnd: () => scroll.toEnd(),
  };
}

function prompts(
  offered: readonly FollowUp[],
  isReply: boolean,
  choose: (message: string) => void,
): HTMLElement {
  const buttons = offered.map(({ label, message: text }) => {
    const button = element('button', { type: 'button', title: text === label ? undefined : text }, label);
    button.addEventListener('click', () => choose(text));
    return button;
  });
  return element('div', { class: isReply ? 'prompts next' : 'prompts' }, ...buttons);
}

interface Scroll {
  toEnd(): void;
  /** From here on, `follow` keeps the top of a reply in view. */
  keepInView(reply: HTMLElement): void;
  /** Scrolls down to what was added, unless the shopper has scrolled up. */
  follow(): void;
}

function createScroll(log: HTMLElement): Scroll {
  let reply: HTMLElement | undefined;
  let reached = 0;
  const margin = 12;
  return {
    toEnd: () => {
      reply = undefined;
      log.scrollTop = log.scrollHeight;
      reached = log.scrollTop;
    },
    keepInView: (node) => (reply = node),
    follow: () => {
      // What is shorter now has moved up by itself.
      const end = log.scrollHeight - log.clientHeight;
      if (log.scrollTop < Math.min(reached, end) - margin) return;
      const top = reply === undefined ? Infinity : reply.offsetTop - margin;
      log.scrollTop = Math.max(log.scrollTop, Math.min(log.scrollHeight, top));
      reached = log.scrollTop;
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

function message(entry: Entry, drawing: Drawing): HTMLElement {
  if (entry.role === 'user') {
    const author = element('span', { class: 'hidden' }, `${drawing.phrases.you}: `);
    return element('div', { class: 'message user' }, author, entry.text);
  }
  const bot = createBotMessage(drawing);
  bot.setProducts(entry.products ?? []);
  bot.setText(entry.text);
  return bot.node;
}

function liveReply(drawing: Drawing, scroll: Scroll): LiveReply & { readonly node: HTMLElement } {
  const bot = createBotMessage(drawing);
  const label = element('span');
  const activity = element('div', { class: 'activity' }, element('i'), element('i'), element('i'), label);
  bot.node.append(activity);
  let text = '';
  let products: readonly ProductCard[] = [];
  let frame = 0;
  let isQuiet = false;

  const draw = (): void => {
    frame = 0;
    activity.hidden = isQuiet;
    bot.setText(text);
    scroll.follow();
  };

  return {
    node: bot.node,
    append: (piece) => {
      text += piece;
      if (text.trim() !== '') frame ||= requestAnimationFrame(draw);
    },
    products: (shown) => {
      if (shown.length === 0) return;
      const all = new Map([...products, ...shown].map((product) => [product.id, product]));
      products = [...all.values()].slice(0, maxCards);
      bot.setProducts(products);
      draw();
    },
    activity: (what) => {
      // The text hides it as it appears: the log must not shrink between them.
      isQuiet = what === undefined;
      if (!isQuiet) activity.hidden = false;
      label.textContent = what ?? '';
      scroll.follow();
    },
    finish: () => {
      cancelAnimationFrame(frame);
      activity.remove();
      draw();
      return { role: 'bot', text, ...(products.length > 0 ? { products } : {}) };
    },
    remove: () => {
      cancelAnimationFrame(frame);
      bot.node.remove();
    },
  };
}
