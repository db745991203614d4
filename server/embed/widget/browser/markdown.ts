import { element } from './element.ts';
import { inlineMark, linkTarget, showsHost } from './markdown-syntax.ts';

const item = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/;

/**
 * Renders the subset of Markdown that agents use: paragraphs, lists, bold, italics, code, links. Text only becomes text
 * nodes; images and raw HTML are not supported. Links open hosts of `linkHosts` only, unless it is empty.
 */
export function renderMarkdown(text: string, linkHosts: readonly string[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let block: { node: HTMLElement; kind: 'p' | 'ul' | 'ol' } | undefined;
  for (const line of text.split('\n')) {
    const listed = item.exec(line);
    const kind = listed === null ? 'p' : listed[1] === undefined ? 'ul' : 'ol';
    if (line.trim() === '') {
      if (block?.kind === 'p') block = undefined;
      continue;
    }
    if (block?.kind !== kind) {
      block = {
        // List numbers follow the direction of the text, not of the widget.
        node: element(kind, { dir: 'auto', start: kind === 'ol' ? listed?.[1] : undefined }),
        kind,
      };
      fragment.append(block.node);
    } else if (kind === 'p') {
      block.node.append('\n', element('br'));
    }
    const target = listed === null ? block.node : block.node.appendChild(element('li'));
    const content = listed === null ? line.replace(/^#{1,6}\s+/, '') : (listed[2] ?? '');
    appendInline(target, content, linkHosts);
  }
  return fragment;
}

/** The text without Markdown marks, for screen readers. */
export function plainText(text: string, linkHosts: readonly string[]): string {
  const blocks = renderMarkdown(text, linkHosts).querySelectorAll('p,li');
  return [...blocks].map((block) => block.textContent).join('\n');
}

function appendInline(target: Node, text: string, linkHosts: readonly string[]): void {
  let rest = text;
  for (let found = inlineMark.exec(rest); found !== null; found = inlineMark.exec(rest)) {
    if (found.index > 0) target.appendChild(document.createTextNode(rest.slice(0, found.index)));
    const [whole, bold, code, italic, label, url, bare] = found;
    if (bold !== undefined) target.appendChild(element('strong', {}, bold));
    else if (code !== undefined) target.appendChild(element('code', {}, code));
    else if (italic !== undefined) target.appendChild(element('em', {}, italic));
    else target.appendChild(textLink(url ?? bare ?? '', label ?? bare ?? whole, linkHosts));
    rest = rest.slice(found.index + whole.length);
  }
  if (rest !== '') target.appendChild(document.createTextNode(rest));
}

/**
 * Creates a link that shows its host beside a label that does not. A link to a host that is not listed is text with its
 * URL, and a URL that is not http, https or mailto is its label.
 */
function textLink(url: string, label: string, linkHosts: readonly string[]): Node {
  const target = linkTarget(url);
  if (target === undefined) return document.createTextNode(label);
  const opens = linkHosts.length === 0 || linkHosts.includes(target.host);
  const shown = opens ? target.host : target.href.replace('mailto:', '');
  const isShown = opens ? showsHost(label, target) : label === shown;
  // Isolated: characters that reverse the label must not reverse the host.
  const content = isShown ? [label] : [label, ' ', element('bdi', { dir: 'ltr' }, `(${shown})`)];
  return opens ? anchor(target.href, ...content) : element('span', { dir: 'auto' }, ...content);
}

/** Creates a link that opens a new tab, which cannot reach the page. */
export function anchor(href: string, ...content: readonly (Node | string)[]): HTMLElement {
  const rel = 'noopener noreferrer nofollow ugc';
  return element('a', { href, target: '_blank', rel, dir: 'auto' }, ...content);
}
