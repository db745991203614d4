import { button } from './page.ts';

/** Puts a copy button on each block of code. Browsers have a clipboard on HTTPS and localhost only. */
export function addCopyButtons(): void {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined) return;
  for (const block of document.querySelectorAll<HTMLElement>('pre')) addCopyButton(block, clipboard);
}

function addCopyButton(block: HTMLElement, clipboard: Clipboard): void {
  const copy = button('Copy', 'copy outline small');
  const name = block.getAttribute('aria-label');
  if (name !== null) copy.setAttribute('aria-label', `Copy: ${name}`);
  copy.addEventListener('click', () => {
    clipboard.writeText(block.textContent).then(
      () => flash(copy, 'Copied'),
      () => flash(copy, 'Not permitted'),
    );
  });
  const box = document.createElement('div');
  box.className = 'code';
  block.replaceWith(box);
  box.append(block, copy);
}

function flash(copy: HTMLButtonElement, text: string): void {
  copy.textContent = text;
  setTimeout(() => (copy.textContent = 'Copy'), 2000);
}
