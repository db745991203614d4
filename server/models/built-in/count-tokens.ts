const charactersPerToken = 4;

/** Estimates the tokens of a text: four characters each, as in English. */
export function countTokens(text: string): number {
  return Math.ceil(charactersIn(text) / charactersPerToken);
}

/** Counts code points: a surrogate pair is one character. */
function charactersIn(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** Truncates a text to `tokens`, without splitting a surrogate pair. */
export function truncateToTokens(text: string, tokens: number): string {
  const letters = [...text];
  const maxLength = Math.max(0, Math.floor(tokens)) * charactersPerToken;
  return letters.length <= maxLength ? text : letters.slice(0, maxLength).join('');
}
