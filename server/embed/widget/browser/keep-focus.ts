const stops = 'a[href],button:not(:disabled),textarea,[tabindex]';

/** Lets Tab go round within a dialog that covers the page: what is behind it cannot be seen (WCAG 2.2, 2.4.11). */
export function keepFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const found = [...dialog.querySelectorAll<HTMLElement>(stops)];
  const [first, last] = [found[0], found.at(-1)];
  const focused = event.composedPath()[0];
  if (focused !== (event.shiftKey ? first : last)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
