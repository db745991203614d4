/** A piece of a page, safe to put into another. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly (Html | string)[];

/** A template whose strings are escaped, so that no text of the contract can become markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map((part) => write(part))) };
}

/** The same for text in which every blank counts; Prettier lays out the other as HTML. */
export const exact = html;

/** Puts pieces side by side. */
export function join(parts: readonly (Html | string)[], separator = ''): Html {
  return { html: parts.map((part) => write(part)).join(separator) };
}

function write(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  if ('html' in part) return part.html;
  return part.map((item) => write(item)).join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
