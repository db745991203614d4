import { element } from './element.ts';
import { inlineMark, safeUrl } from './markdown-syntax.ts';

const item = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/;

/**
 * Renders the subset of Markdown that agents use: paragraphs, lists, bold, italics, code, links. Text only becomes text
 * nodes; images and raw HTML are not supported.
 */
export function renderMarkdown(text: string): DocumentFragment {
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
    appendInline(target, listed === null ? line.replace(/^#{1,6}\s+/, '') : (listed[2] ?? ''));
  }
  return fragment;
}

/** The text without Markdown marks, for screen readers. */
export function plainText(text: string): string {
  const blocks = renderMarkdown(text).querySelectorAll('p,li');
  return [...blocks].map((block) => block.textContent).join('\n');
}

function appendInline(target: Node, text: string): void {
  let rest = text;
  for (let found = inlineMark.exec(rest); found !== null; found = inlineMark.exec(rest)) {
    if (found.index > 0) target.appendChild(document.createTextNode(rest.slice(0, found.index)));
    const [whole, bold, code, italic, label, url, bare] = found;
    if (bold !== undefined) target.appendChild(element('strong', {}, bold));
    else if (code !== undefined) target.appendChild(element('code', {}, code));
    else if (italic !== undefined) target.appendChild(element('em', {}, italic));
    else target.appendChild(link(url ?? bare ?? '', label ?? bare ?? whole));
    rest = rest.slice(found.index + whole.length);
  }
  if (rest !== '') target.appendChild(document.createTextNode(rest));
}

/** Creates a link that opens a new tab; a URL that is not http, https or mailto stays text. */
export function link(url: string, label: string | Node): Node {
  const href = safeUrl(url);
  if (href === undefined) return typeof label === 'string' ? document.createTextNode(label) : label;
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow ugc' }, label);
}
