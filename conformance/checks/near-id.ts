const digits = '0123456789';
const hexadecimal = 'abcdef';
const lower = 'ghijklmnopqrstuvwxyz';

/** The next character of the same kind, so that a form which a server demands of its ids is kept. */
function turned(character: string, by: number): string {
  for (const alphabet of [digits, hexadecimal, hexadecimal.toUpperCase(), lower, lower.toUpperCase()]) {
    const position = alphabet.indexOf(character);
    if (position !== -1) return alphabet[(position + by) % alphabet.length] ?? character;
  }
  return character;
}

/**
 * An id of the same form as a real one that names nothing: the end of its last word is turned within its own kind.
 * `taken` are the ids known to exist. A short number is made a long one, as its neighbours may exist unseen.
 */
export function nearId(real: string, taken: ReadonlySet<string>): string {
  const word = /[A-Za-z0-9]*$/.exec(real)?.[0] ?? '';
  const head = real.slice(0, real.length - word.length);
  const base = /^\d{1,8}$/.test(word) ? `8${word.padStart(8, '7')}` : word;
  for (let by = 1; by < 6; by += 1) {
    const tail = [...base.slice(-6)].map((character) => turned(character, by)).join('');
    const near = head + base.slice(0, -6) + tail;
    if (near !== real && !taken.has(near)) return near;
  }
  return `${head}${base}0`;
}
