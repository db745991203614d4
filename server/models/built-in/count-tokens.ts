const charactersPerToken = 4;

/** Tokens of a text, estimated as vendors' models do on English: four characters each. */
export function countTokens(text: string): number {
  return Math.ceil([...text].length / charactersPerToken);
}

/** As much of a text as `tokens` allow; never half of a character. */
export function cutToTokens(text: string, tokens: number): string {
  const letters = [...text];
  const most = Math.max(0, Math.floor(tokens)) * charactersPerToken;
  return letters.length <= most ? text : letters.slice(0, most).join('');
}
