import fc, { type Arbitrary } from 'fast-check';

/** One change of a valid API key or of its header, as data: a replay and a shrunk case are the same edit. */
export type KeyEdit =
  | { readonly kind: 'replace' | 'insert'; readonly at: number; readonly character: string }
  | { readonly kind: 'delete' | 'change case' | 'swap'; readonly at: number }
  | { readonly kind: 'before' | 'after'; readonly text: string };

/** The Authorization header of an edited key; `shell` is the same for a POSIX shell, without the key. */
export interface EditedHeader {
  readonly what: string;
  readonly value: string;
  readonly shell: string;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const alphanumeric = `${letters}${letters.toUpperCase()}0123456789`;
const keyLength = 36;

// A header has one scheme and one credential. None of these is that of RFC 6750, and each ends, or begins, with it.
const before = ['Basic ', 'Basic YTpi, ', 'Token=', 'Bearer ', 'x', 'Digest username="a", ', 'ApiKey '];
const after = [', Basic YTpi', ' x', '=', ',', ';v=1', ', Bearer x', '"', '_x'];

const at = fc.nat({ max: keyLength - 1 });
const anyCharacter = fc.constantFrom(...alphanumeric, '_', '-', '.', ' ');

export const anyKeyEdit: Arbitrary<KeyEdit> = fc.oneof(
  fc.record({ kind: fc.constantFrom('replace' as const, 'insert' as const), at, character: anyCharacter }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'change case' as const, 'swap' as const), at }),
  fc.record({ kind: fc.constant('before' as const), text: fc.constantFrom(...before) }),
  fc.record({ kind: fc.constant('after' as const), text: fc.constantFrom(...after) }),
);

/** Each text around the header, and an edit of each kind in the middle of the key. */
export const plainKeyEdits: readonly KeyEdit[] = [
  ...before.map((text) => ({ kind: 'before', text }) as const),
  ...after.map((text) => ({ kind: 'after', text }) as const),
  { kind: 'replace', at: 20, character: 'a' },
  // As long as the key in characters, and longer in UTF-8: comparisons of bytes throw.
  { kind: 'replace', at: 20, character: 'é' },
  { kind: 'change case', at: 0 },
  // Percent-encoded, as in a query, and quoted, as in a file of variables.
  { kind: 'replace', at: 0, character: '%73' },
  { kind: 'insert', at: 0, character: '"' },
  { kind: 'insert', at: 20, character: ' ' },
  { kind: 'insert', at: 20, character: '-' },
  { kind: 'delete', at: 20 },
  { kind: 'swap', at: 20 },
];

/** The key, and the same in a shell, with the characters from `at` on replaced. */
function spliced(key: string, start: number, length: number, text: string) {
  const variable = '"$CONFORMANCE_API_KEY"';
  const end = start + length;
  const head = start === 0 ? '' : `$(printf '%s' ${variable} | cut -c 1-${start})`;
  const tail = end >= key.length ? '' : `$(printf '%s' ${variable} | cut -c ${end + 1}-)`;
  return {
    value: key.slice(0, start) + text + key.slice(end),
    shell: head + text.replaceAll('"', '\\"') + tail,
  };
}

function aroundHeader(
  key: string,
  { kind, text }: Extract<KeyEdit, { readonly text: string }>,
): EditedHeader {
  const value = (middle: string): string =>
    kind === 'before' ? `${text}Bearer ${middle}` : `Bearer ${middle}${text}`;
  const what = `the header with ${JSON.stringify(text)} ${kind} it`;
  // The shell has the header in double quotes.
  return { what, value: value(key), shell: value('${CONFORMANCE_API_KEY}').replaceAll('"', '\\"') };
}

/** The Authorization header after an edit; undefined where the edit leaves the right key. */
export function editedHeader(key: string, edit: KeyEdit): EditedHeader | undefined {
  if ('text' in edit) return aroundHeader(key, edit);
  const start = Math.min(edit.at, key.length - 1);
  const [one = '', next = ''] = key.slice(start);
  const character = 'character' in edit ? edit.character : '';
  const [length, text] = {
    replace: [1, character] as const,
    insert: [0, character] as const,
    delete: [1, ''] as const,
    'change case': [1, one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase()] as const,
    swap: [2, `${next}${one}`] as const,
  }[edit.kind];
  const { value, shell } = spliced(key, start, length, text);
  if (value.trim() === key) return undefined;
  const what = `the key after: ${edit.kind} at ${start + 1}`;
  return { what, value: `Bearer ${value}`, shell: `Bearer ${shell}` };
}
