/**
 * Matches the next bold, code, italic, link or bare URL of a text, in groups of that order; a link has two. The length
 * between marks is bounded, so that thousands of unclosed marks do not take quadratic time.
 */
export const inlineMark =
  /\*\*([^*]{1,500})\*\*|`([^`]{1,500})`|\*([^*\s][^*]{0,500})\*|\[([^[\]]{1,500})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>()]*[^\s<>().,;:!?])/;

/** Where a link leads. */
export interface LinkTarget {
  readonly href: string;
  /** The host as browsers connect to it: with punycode and any port. The address of a mailto link. */
  readonly host: string;
  /** `https://` and the host; empty for a mailto link. */
  readonly origin: string;
}

/**
 * The target of an absolute http, https or mailto URL, without user name and mail headers, which would mislead;
 * undefined for any other text.
 */
export function linkTarget(text: string): LinkTarget | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'mailto:') return { href: `mailto:${url.pathname}`, host: url.pathname, origin: '' };
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  url.username = url.password = '';
  return { href: url.href, host: url.host, origin: url.origin };
}

/** Whether a shopper who reads the label knows the target's host: the label is the host, or the URL itself. */
export function showsHost(label: string, { host, origin }: LinkTarget): boolean {
  if (label === host) return true;
  return origin !== '' && label.startsWith(origin) && /^(?:[/?#]|$)/.test(label.slice(origin.length));
}
