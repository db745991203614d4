import { element } from './element.ts';
import { appendBlocks } from './markdown-blocks.ts';
import { inlineMark, linkTarget, showsHost } from './markdown-syntax.ts';

/**
 * Renders the Markdown that agents use: paragraphs, headings, nested lists, tables, quotes, code, bold, italics, links.
 * Text only becomes text nodes; images and raw HTML are not supported. Links open hosts of `linkHosts` only, unless it
 * is empty.
 */
export function renderMarkdown(text: string, linkHosts: readonly string[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  appendBlocks(fragment, text.split('\n'), (target, content) => appendInline(target, content, linkHosts));
  return fragment;
}

/** The text without Markdown marks, for screen readers: a line for each block. */
export function plainText(text: string, linkHosts: readonly string[]): string {
  const rendered = renderMarkdown(text, linkHosts);
  for (const cell of rendered.querySelectorAll('td,th')) cell.append(' ');
  for (const block of rendered.querySelectorAll('p,li,pre,tr')) block.prepend('\n');
  return (rendered.textContent ?? '').replace(/\s*\n\s*/g, '\n').trim();
}

function appendInline(target: Element, text: string, linkHosts: readonly string[]): void {
  let rest = text;
  for (let found = inlineMark.exec(rest); found !== null; found = inlineMark.exec(rest)) {
    target.append(rest.slice(0, found.index));
    const [whole, bold, code, italic, label, url, bare] = found;
    if (bold !== undefined) target.append(element('strong', {}, bold));
    else if (code !== undefined) target.append(element('code', {}, code));
    else if (italic !== undefined) target.append(element('em', {}, italic));
    else target.append(textLink(url ?? bare ?? '', label ?? bare ?? whole, linkHosts));
    rest = rest.slice(found.index + whole.length);
  }
  target.append(rest);
}

/**
 * Creates a link that shows its host beside a label that does not. A link to a host that is not listed is text with its
 * URL, and a URL that is not http, https or mailto is its label.
 */
function textLink(url: string, label: string, linkHosts: readonly string[]): Node | string {
  const target = linkTarget(url);
  if (target === undefined) return label;
  const opens = linkHosts.length === 0 || linkHosts.includes(target.host);
  const shown = opens ? target.host : target.href.replace('mailto:', '');
  const isShown = opens ? showsHost(label, target) : label === shown;
  // Isolated: characters that reverse the label must not reverse the host.
  const text = breakable(label);
  const content = isShown ? text : [...text, ' ', element('bdi', { dir: 'ltr' }, `(${shown})`)];
  return opens ? anchor(target.href, ...content) : element('span', { dir: 'auto' }, ...content);
}

/** An address may break after its parts, not within them; a text of words is unchanged. */
function breakable(text: string): (Node | string)[] {
  const parts = /\s/.test(text) ? [text] : text.split(/(?<=[^/:][/?&=#@._-])(?=[^/])/);
  return parts.flatMap((part, index) => (index === 0 ? [part] : [element('wbr'), part]));
}

/** Creates a link. Another site opens in a new tab, which cannot reach the page. */
export function anchor(href: string, ...content: readonly (Node | string)[]): HTMLElement {
  const isSameSite = linkTarget(href)?.origin === location.origin;
  const target = isSameSite ? undefined : '_blank';
  return element('a', { href, target, rel: 'noopener noreferrer', dir: 'auto' }, ...content);
}
