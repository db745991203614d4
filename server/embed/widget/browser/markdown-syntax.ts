/**
 * Matches the next bold, code, italic, link or bare URL of a text, in groups of that order; a link has two. The length
 * between marks is bounded, so that thousands of unclosed marks do not take quadratic time.
 */
export const inlineMark =
  /\*\*([^*]{1,500})\*\*|`([^`]{1,500})`|\*([^*\s][^*]{0,500})\*|\[([^[\]]{1,500})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>()]*[^\s<>().,;:!?])/;

/** Returns the URL if it is absolute http, https or mailto, else undefined. */
export function safeUrl(text: string): string | undefined {
  try {
    const url = new URL(text);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
