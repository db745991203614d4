import { escapeUTF8 } from 'entities';
import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';

/** A piece of a page, safe to insert into another. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly (Html | string)[];

/** A template that escapes its strings, so that no text of the contract can become markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map((part) => write(part))) };
}

/** The same for text in which whitespace counts: Prettier reformats `html` templates only. */
export const exact = html;

/** Concatenates pieces. */
export function join(parts: readonly (Html | string)[], separator = ''): Html {
  return { html: parts.map((part) => write(part)).join(separator) };
}

/**
 * A table in a box that scrolls sideways, and on a narrow window a card for each row, whose cells have the headings as labels.
 * The headings are the first row, where there are any. `className` is for rules of one table, and for the search.
 */
export function table(headings: readonly (Html | string)[], rows: readonly Html[], className = ''): Html {
  const head = html`<thead>
    <tr>
      ${headings.map((heading) => (heading === '' ? html`<td></td>` : html`<th scope="col">${heading}</th>`))}
    </tr>
  </thead>`;
  return html`<div class="table">
    <table class="${className}">
      ${headings.length === 0 ? undefined : head}
      <tbody>
        ${rows.map((row) => labelCells(row, headings))}
      </tbody>
    </table>
  </div>`;
}

function labelCells(row: Html, headings: readonly (Html | string)[]): Html {
  let at = 0;
  const labelled = row.html.replaceAll(/<table\b.*?<\/table>|<t[dh]\b/gs, (cell) => {
    if (cell.startsWith('<table')) return cell;
    const label = write(headings[at++]).replaceAll(/<[^>]+>/g, '');
    return at === 1 || label === '' ? cell : `${cell} data-label="${label}"`;
  });
  return { html: labelled };
}

export type BadgeVariant = 'secondary' | 'success' | 'warning' | 'danger';

/** One or two words on a ground of their own. */
export function badge(text: string, variant: BadgeVariant = 'secondary'): Html {
  return html`<span class="badge" data-variant="${variant}">${text}</span> `;
}

/** GET or POST in its colour. */
export function methodBadge(method: string): Html {
  return badge(method.toUpperCase(), method === 'get' ? 'secondary' : 'success');
}

/** A status in the colour of its class. */
export function statusBadge(status: number): Html {
  if (status < 400) return badge(String(status), 'success');
  return badge(String(status), status < 500 ? 'warning' : 'danger');
}

/** The requirements of a part of the contract as links, folded where there are many. */
export function requirementLinks(ids: readonly string[]): Html {
  const links = html`<span class="chips"
    >${ids.map((id) => html`<a href="requirements.html#${id}">${id}</a> `)}</span
  >`;
  if (ids.length <= 8) return html`<p class="note">Carries ${links}</p>`;
  return html`<details>
    <summary>Carries ${ids.length} requirements</summary>
    <p>${links}</p>
  </details>`;
}

function write(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeUTF8(part);
  if (typeof part === 'number') return String(part);
  if ('html' in part) return part.html;
  return part.map((item) => write(item)).join('');
}

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

const marked = new Marked({
  extensions: [reference],
  renderer: {
    // HTML in the Markdown of the contract is text.
    html: ({ text }) => html`${text}`.html,
    table({ header, rows }) {
      const cell = (tokens: Token[]): Html => ({ html: this.parser.parseInline(tokens) });
      const headings = header.map(({ text, tokens }) => (text === '' ? '' : cell(tokens)));
      const lines = rows.map(
        (row) =>
          html`<tr>
            ${row.map(({ tokens }) => html`<td>${cell(tokens)}</td>`)}
          </tr>`,
      );
      return table(headings, lines).html;
    },
  },
});

/** Markdown of the contract as HTML. */
export function markdown(text: string): Html {
  const markup = marked.parse(text, { async: false });
  return { html: markup.replaceAll('<pre>', '<pre tabindex="0">') };
}

/** One line of Markdown, without a paragraph around it. */
export function inline(text: string): Html {
  return { html: marked.parseInline(text, { async: false }) };
}
