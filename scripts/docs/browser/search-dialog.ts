import type { SearchHit } from './search.ts';

declare global {
  /** What search.js defines, once it is loaded. */
  var docsSearch: { find(text: string): SearchHit[] } | undefined;
}

/** Adds a search over all pages, opened by its button, `/` or Ctrl-K. Its index is loaded when it is opened. */
export function addSearch(): void {
  const open = document.querySelector<HTMLButtonElement>('button.search');
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search');
  const input = dialog?.querySelector('input');
  const list = dialog?.querySelector('ol');
  const output = dialog?.querySelector('output');
  if (!open || !dialog || !input || !list || !output) return;
  const update = (): void => showHits(input.value, list, output);
  const show = (): void => {
    dialog.showModal();
    input.select();
    loadSearch().then(update, () => (output.value = 'The index could not be loaded.'));
  };
  open.hidden = false;
  open.addEventListener('click', show);
  input.addEventListener('input', update);
  dialog.addEventListener('click', (event) => {
    // A hit on this page only moves.
    if ((event.target as Element).closest('a')) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => moveInHits(event, input, list));
  addEventListener('keydown', (event) => {
    if (dialog.open || !isShortcut(event)) return;
    event.preventDefault();
    show();
  });
}

function isShortcut(event: KeyboardEvent): boolean {
  if (event.key === 'k' && (event.ctrlKey || event.metaKey)) return true;
  const isTyping = (event.target as Element).closest('input, textarea, select') !== null;
  return event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** A script in place of a request: it works from a folder, too. */
function loadSearch(): Promise<void> {
  if (globalThis.docsSearch !== undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'search.js';
    script.onload = () => resolve();
    script.onerror = reject;
    document.head.append(script);
  });
}

function showHits(text: string, list: HTMLElement, output: HTMLOutputElement): void {
  if (globalThis.docsSearch === undefined) return;
  const hits = globalThis.docsSearch.find(text);
  list.replaceChildren(...hits.map((hit) => hitItem(hit)));
  if (text.trim() === '') output.value = 'Words, a status, a field or an id such as R-4.1-03';
  else output.value = hits.length === 0 ? 'Nothing found' : `${hits.length} found`;
}

function hitItem({ href, page, title, text }: SearchHit): HTMLElement {
  const [item, link] = [document.createElement('li'), document.createElement('a')];
  link.href = href;
  for (const [tag, content] of [
    ['div', page],
    ['strong', title],
    ['div', text],
  ] as const) {
    const part = document.createElement(tag);
    if (tag === 'div') part.className = 'note';
    part.textContent = content;
    link.append(part);
  }
  item.append(link);
  return item;
}

/** The arrow keys move between the input and the hits; Enter in the input follows the first one. */
function moveInHits(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Enter' && event.target === input) {
    event.preventDefault();
    links[0]?.click();
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
  (next < 0 ? input : links[Math.min(next, links.length - 1)])?.focus();
}
