const charactersPerToken = 4;

/** Tokens of a text, estimated as vendors' models do on English: four characters each. */
export function countTokens(text: string): number {
  return Math.ceil(charactersIn(text) / charactersPerToken);
}

/** Characters as people count them: one that takes two places in a string is one. */
function charactersIn(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** As much of a text as `tokens` allow; never half of a character. */
export function cutToTokens(text: string, tokens: number): string {
  const letters = [...text];
  const most = Math.max(0, Math.floor(tokens)) * charactersPerToken;
  return letters.length <= most ? text : letters.slice(0, most).join('');
}
