import { decodeEntities } from './html-entities.ts';

// Tags, comments and declarations. Each alternative ends at the next bracket, so that hostile text costs linear time.
const markup = /<!--[\s\S]*?(?:-->|$)|<[!?][^<>]*>|<(\/?)([a-z][a-z0-9:-]*)[^<>]*>/gi;

const silent = new Set(['script', 'style', 'head', 'template', 'noscript', 'iframe', 'object', 'svg']);
const blocks = new Set(
  `address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
  hr li main nav ol p pre section table tbody tfoot thead tr ul`.split(/\s+/),
);

function standIn(name: string, closing: boolean): string {
  if (name === 'li' && !closing) return '\n- ';
  if (blocks.has(name)) return '\n';
  return name === 'td' || name === 'th' ? ' ' : '';
}

function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/**
 * The words of an HTML text: tags, comments and scripts removed, blocks on lines of their own, character references
 * decoded. Text without markup keeps its lines. What it returns is data: it may still hold `<`.
 */
export function plainText(html: string): string {
  const parts: string[] = [];
  let end = 0;
  let skipping: string | undefined;
  let marked = false;
  const keep = (text: string): void => {
    if (skipping === undefined) parts.push(text);
  };
  // In HTML a line break of the source is a blank; in plain text it is meant.
  const words = (text: string): string => decodeEntities(marked ? text.replace(/\s+/g, ' ') : text);
  for (const match of html.matchAll(markup)) {
    marked = true;
    keep(words(html.slice(end, match.index)));
    end = match.index + match[0].length;
    const [closing, name] = [match[1] === '/', match[2]?.toLowerCase() ?? ''];
    if (skipping === undefined && silent.has(name) && !closing && !match[0].endsWith('/>')) skipping = name;
    else if (skipping === name && closing) skipping = undefined;
    else keep(standIn(name, closing));
  }
  keep(words(html.slice(end)));
  return tidy(parts.join(''));
}
