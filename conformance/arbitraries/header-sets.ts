import fc, { type Arbitrary } from 'fast-check';

/** Headers beside the key that a service has no reason to reject, and how all of them are sent. */
export interface HeaderSet {
  /** Names as they are sent, with their values, in the order of sending. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The name of the Authorization header as it is sent. */
  readonly authorization: string;
  /** True where the key comes after the other headers. */
  readonly keyLast: boolean;
}

/** Headers that browsers, proxies, tracing and HTTP clients add; none asks for another response. */
const known: readonly (readonly [name: string, value: string])[] = [
  ['accept', '*/*;q=0.1, application/json'],
  ['accept-charset', 'utf-8, iso-8859-1;q=0.5'],
  ['accept-language', 'tlh, de-CH-1996;q=0.9, *;q=0'],
  ['cache-control', 'max-age=0, x-unknown="a, b"'],
  ['cookie', 'a=b; _ga=GA1.2.3; empty=; quoted="x y"'],
  ['dnt', '1'],
  ['from', 'buyer@example.com'],
  ['pragma', 'no-cache'],
  ['priority', 'u=1, i'],
  ['referer', 'https://shop.example.com/a?b=c&d=%20'],
  ['sec-fetch-mode', 'cors'],
  ['te', 'trailers'],
  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ['upgrade-insecure-requests', '1'],
  ['user-agent', 'Mozilla/5.0 (compatible; "quoted" (nested (comment))) x/1'],
  ['via', '1.1 proxy.example.com'],
  ['x-request-id', ''],
  ['x-requested-with', 'XMLHttpRequest'],
  ['x-padding', 'x'.repeat(2000)],
  ["x-!#$%&'*+.^_`|~", 'every character of a name'],
];

const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
];

function spelled(name: string): Arbitrary<string> {
  return fc.constantFrom(...spellings.map((spell) => spell(name)));
}

const anyHeader = fc
  .constantFrom(...known)
  .chain(([name, value]) => fc.tuple(spelled(name), fc.constant(value)));

export const anyHeaderSet: Arbitrary<HeaderSet> = fc.record({
  headers: fc.uniqueArray(anyHeader, { maxLength: 8, selector: ([name]) => name.toLowerCase() }),
  authorization: spelled('authorization'),
  keyLast: fc.boolean(),
});

/** All of the headers at once, and each spelling of names. */
export const plainHeaderSets: readonly HeaderSet[] = spellings.map((spell, index) => ({
  headers: known.map(([name, value]) => [spell(name), value] as const),
  authorization: spell('authorization'),
  keyLast: index > 0,
}));

/** A set with one header less, or with the plain name of the key's header. */
export function fewerHeaders(set: HeaderSet): readonly HeaderSet[] {
  const half = Math.ceil(set.headers.length / 2);
  return [
    ...(set.headers.length > 1
      ? [
          { ...set, headers: set.headers.slice(0, half) },
          { ...set, headers: set.headers.slice(half) },
        ]
      : []),
    ...(set.authorization === 'authorization' ? [] : [{ ...set, authorization: 'authorization' }]),
    ...set.headers.map((_, index) => ({ ...set, headers: set.headers.toSpliced(index, 1) })),
  ];
}
