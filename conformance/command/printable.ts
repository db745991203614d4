// All control characters but the line feed, and what changes the direction of text.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text as a terminal may show it: texts of a target must not move the cursor, or hide what was printed. */
export function printable(text: string): string {
  return text.replaceAll(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
