import type { RequirementsFilter } from './requirements-filter.ts';

/** Shows the target of a deep link, even when it is filtered out. */
export function showTarget(filter: RequirementsFilter | undefined): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.hidden) filter?.reset();
  target.scrollIntoView();
}

/** A button with a text. */
export function button(text: string, className = ''): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = text;
  return made;
}
