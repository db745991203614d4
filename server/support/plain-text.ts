/** Text that every database accepts: without NUL, and with U+FFFD for half of a surrogate pair. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The first `maxCharacters` code points of a text. */
export function truncate(text: string, maxCharacters: number): string {
  return Array.from(text.slice(0, 2 * maxCharacters))
    .slice(0, maxCharacters)
    .join('');
}
