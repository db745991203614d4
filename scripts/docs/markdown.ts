import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { html, type Html } from './html.ts';

/** Links requirement ids and "decision 0012" to their place. */
const reference: TokenizerAndRendererExtension = {
  name: 'reference',
  level: 'inline',
  start: (text) => text.match(/\bR-[\dX.]+-\d\d\b|\bdecision \d{4}\b/)?.index,
  tokenizer(text) {
    const match = /^(?:R-[\dX.]+-\d\d|decision (\d{4}))\b/.exec(text);
    if (match === null) return undefined;
    const [raw, decision] = match;
    return { type: 'reference', raw, anchor: decision === undefined ? raw : `decision-${decision}` };
  },
  renderer: ({ raw, anchor }) => html`<a href="requirements.html#${String(anchor)}">${raw}</a>`.html,
};

// HTML in the Markdown of the contract is text.
const marked = new Marked({ extensions: [reference], renderer: { html: ({ text }) => html`${text}`.html } });

/** Markdown of the contract as HTML. */
export function markdown(text: string): Html {
  const markup = marked.parse(text, { async: false });
  return {
    html: markup
      .replaceAll('<table>', '<div class="scroll"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<th></th>', '<td></td>')
      .replaceAll('<th>', '<th scope="col">')
      .replaceAll('<pre>', '<pre tabindex="0">'),
  };
}

/** One line of Markdown, without a paragraph around it. */
export function inline(text: string): Html {
  return { html: marked.parseInline(text, { async: false }) };
}
