import { decodeHTMLStrict } from 'entities';

// Tags, comments and declarations. Not an HTML parser: those that were tried take quadratic time for unclosed tags. Each
// alternative ends at the next bracket, and the look-ahead gives a name one length only: without it an unclosed tag would
// be tried again with each shorter name.
const markup = /<!--[\s\S]*?(?:-->|$)|<[!?][^<>]*>|<(\/?)([a-z][a-z0-9:-]*)(?![a-z0-9:-])[^<>]*>/gi;

const hidden = new Set(['script', 'style', 'head', 'template', 'noscript', 'iframe', 'object', 'svg']);
const blocks = new Set(
  `address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
  hr li main nav ol p pre section summary table tbody tfoot thead tr ul`.split(/\s+/),
);

const pageControls = new Set(['title', 'nav', 'button', 'select']);
const titles = /^(?:h[1-6]|summary|dt)$/;

/**
 * `fragment`: the HTML of a description. `page`: headings, summaries and terms become lines that begin with `#`, as in
 * Markdown, rows of tables become lines such as `Zone 1 | $5`, and navigation is left out. `markdown`: text with HTML in it, which keeps its lines.
 */
export type HtmlKind = 'fragment' | 'page' | 'markdown';

/**
 * The text of HTML: without tags, comments and scripts, a line for each block, character references decoded. Text
 * without markup keeps its lines. The result is not HTML: it may contain `<`.
 */
export function plainText(html: string, kind: HtmlKind = 'fragment'): string {
  const parts: string[] = [];
  let end = 0;
  let hiddenIn: string | undefined;
  let hasMarkup = false;
  const separate = kind === 'page' ? pageSeparators() : separatorOf;
  const add = (text: string): void => {
    if (hiddenIn === undefined) parts.push(text);
  };
  // A line break is a space in HTML, and a line break in plain text.
  const decode = (text: string): string =>
    decodeHTMLStrict(hasMarkup && kind !== 'markdown' ? text.replace(/\s+/g, ' ') : text);
  const isHidden = (name: string): boolean => hidden.has(name) || (kind === 'page' && pageControls.has(name));
  for (const match of html.matchAll(markup)) {
    hasMarkup = true;
    add(decode(html.slice(end, match.index)));
    end = match.index + match[0].length;
    const [isClosing, name] = [match[1] === '/', match[2]?.toLowerCase() ?? ''];
    if (hiddenIn === undefined && isHidden(name) && !isClosing && !match[0].endsWith('/>')) hiddenIn = name;
    else if (hiddenIn === name && isClosing) hiddenIn = undefined;
    else add(separate(name, isClosing));
  }
  add(decode(html.slice(end)));
  return withoutBlankLines(parts.join(''));
}

/** What stands for each tag of a page, in their order: the paragraphs in a cell stay in the line of its row. */
function pageSeparators(): (name: string, isClosing: boolean) => string {
  let cells: number | undefined;
  return (name, isClosing) => {
    if (name === 'tr' || name === 'table') cells = name === 'tr' && !isClosing ? 0 : undefined;
    if (titles.test(name)) return isClosing ? '\n' : `\n${'#'.repeat(Number(name[1]) || 6)} `;
    if (cells === undefined) return separatorOf(name, isClosing);
    if (name === 'td' || name === 'th') return !isClosing && cells++ > 0 ? ' | ' : ' ';
    return ['p', 'div', 'br'].includes(name) ? ' ' : separatorOf(name, isClosing);
  };
}

function separatorOf(name: string, isClosing: boolean): string {
  if (name === 'li' && !isClosing) return '\n- ';
  if (blocks.has(name)) return '\n';
  return name === 'td' || name === 'th' ? ' ' : '';
}

function withoutBlankLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
