/** A text of at most 48 characters with what comparisons ignore: case, blanks, accents, digits and punctuation. */
const original = 'Ask Zoë at 24 Main Street, who sells fine shoes';

/**
 * The original first, then one smallest change for each way in which databases and code take two texts for equal. A text
 * that is stored once, cached or looked up under such a key comes back as another one.
 */
export const nearDuplicates: readonly string[] = [
  original,
  // Another case of one letter: collations, lower, upper, fold and capitalize.
  original.replace('Ask', 'ask'),
  // A blank at its end: trim, rtrim and PAD SPACE.
  `${original} `,
  original.replace(' ', '  '),
  original.normalize('NFD'),
  original.replace('ë', 'e'),
  original.replace('24', '25'),
  original.replace(',', ''),
  original.replace('fine shoes', 'shoes fine'),
  // The beginning of the original, and so contained in it: prefixes, LIKE 'x%', regular expressions, word stems.
  original.slice(0, -1),
  // A pattern of LIKE that the original matches.
  original.replace(/oë.*/, 'o_ at%'),
  original.replace(' ', '\u200b '),
];
