/** Ids that databases, URLs, JSON made by hand and plain objects may take for something else than an unknown id. */
export function confusingIds(real: string): readonly string[] {
  return [
    // Patterns, quotes and ends of text.
    '%',
    `${real.slice(0, -2)}%`,
    `${real.slice(0, -3)}___`,
    '*',
    `${real}\0`,
    `"${real}"`,
    `${real}\\`,
    `${real}' OR '1'='1`,
    // Empty, beyond 64-bit integers, longer than an index allows, and non-ASCII, which the error message may quote.
    '',
    '9'.repeat(20),
    'a'.repeat(300),
    'Größe "👟"',
    // What objects of JavaScript have by themselves.
    'constructor',
    '__proto__',
    // Ids in the forms of other services.
    '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    '507f1f77bcf86cd799439011',
    '1',
    'default',
    'null',
  ];
}

const alphabets = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'] as const;

/** Another character of the same kind (digit, hexadecimal, letter), so that the form of an id is kept. */
function shifted(character: string, by: number): string {
  const alphabet = alphabets.find((one) => one.includes(character));
  if (alphabet === undefined) return character;
  return alphabet[(alphabet.indexOf(character) + by) % alphabet.length] ?? character;
}

/**
 * An unknown id of the same form as a real one: up to six characters at its end are shifted. `taken` are the ids known
 * to exist. A short number becomes a long one, since its neighbours may exist in a store that the suite cannot list.
 */
export function nearId(real: string, taken: ReadonlySet<string> = new Set()): string {
  const word = /[A-Za-z0-9]*$/.exec(real)?.[0] ?? '';
  const head = real.slice(0, real.length - word.length);
  const base = /^\d{1,8}$/.test(word) ? `8${word.padStart(8, '7')}` : word;
  for (let by = 1; by < 6; by += 1) {
    const tail = Array.from(base.slice(-6), (character) => shifted(character, by)).join('');
    const near = head + base.slice(0, -6) + tail;
    if (near !== real && !taken.has(near)) return near;
  }
  return `${head}${base}0`;
}

// Numbers, UUIDs and hexadecimal ids are parsed: blanks, zeros and letter case are spellings of one value.
const parsed = /^(?:\d+|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|[0-9a-f]{16,})$/i;

const isMixed = (part: string): boolean => /[a-z]/.test(part) && /[A-Z]/.test(part);

function otherCase(id: string): string {
  const lower = id.toLowerCase();
  return lower === id ? id.toUpperCase() : lower;
}

/** The id percent-encoded, its first character too, as a service reads it that decodes twice. */
function encodedTwice(id: string): string {
  const [first = '', ...rest] = id;
  const encoded = /\w/.test(first) ? `%${first.charCodeAt(0).toString(16)}` : encodeURIComponent(first);
  return encoded + encodeURIComponent(rest.join(''));
}

/**
 * Ids that are not the given one, but equal to it for code or a database that trims, pads, folds or decodes. Letter
 * case counts only where a part of the id has both: forms of one case, such as the ULID of `agt_01HV3Z`, may be read in
 * either. Unicode's normal
 * forms are left out, since canonically equivalent texts may be taken for the same.
 */
export function likeIds(id: string): readonly string[] {
  if (parsed.test(id)) return [];
  const unaccented = id.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
  const ids = [
    `${id} `,
    `\t${id}`,
    ...(id.split(/[^A-Za-z0-9]+/).some(isMixed) ? [otherCase(id)] : []),
    unaccented,
    encodedTwice(id),
  ];
  return [...new Set(ids)].filter((one) => one.normalize('NFC') !== id.normalize('NFC'));
}
