import type { Page } from './layout.ts';
import { html } from './html.ts';
export function diffPage(_specFolder: string): Page {
  return { file: 'diff.html', title: 'Unreleased changes', lead: html`x`, contents: [], body: html`x` };
}
