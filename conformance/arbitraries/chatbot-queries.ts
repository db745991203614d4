import fc, { type Arbitrary } from 'fast-check';

/** How a query spells the id of a chatbot, as data. */
export type ChatbotQuery =
  /** The id itself: which of its characters are percent-encoded, in which letter case, and what is beside it. */
  | {
      readonly kind: 'same';
      readonly encoded: readonly boolean[];
      readonly lower: boolean;
      readonly before: string;
      readonly after: string;
    }
  /** Another id: a text is inserted into it. */
  | { readonly kind: 'other'; readonly at: number; readonly text: string };

// Parameters that caches, campaigns and clients add.
const others = ['', 'v=2', '_=1700000000000', 'lang=de', 'utm_source=a%26b', 'empty=', 'flag'];
const inserted = ['x', '~', 'xx', '%', '*', '_', '-', ';', '/', "'", '\\', '\u0000'];

export const anyChatbotQuery: Arbitrary<ChatbotQuery> = fc.oneof(
  fc.record({
    kind: fc.constant('same' as const),
    encoded: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
    lower: fc.boolean(),
    before: fc.constantFrom(...others),
    after: fc.constantFrom(...others),
  }),
  fc.record({
    kind: fc.constant('other' as const),
    at: fc.nat({ max: 40 }),
    text: fc.constantFrom(...inserted),
  }),
);

/** All of the id encoded, in each letter case, with other parameters around it; and each text at the end of the id. */
export const plainChatbotQueries: readonly ChatbotQuery[] = [
  { kind: 'same', encoded: [true], lower: false, before: '', after: '' },
  { kind: 'same', encoded: [true], lower: true, before: 'v=2', after: 'lang=de' },
  { kind: 'same', encoded: [false], lower: true, before: 'flag', after: 'empty=' },
  ...inserted.map((text) => ({ kind: 'other', at: 40, text }) as const),
];

/** A character as UTF-8 in percent-encoding. */
function percent(character: string, lower: boolean): string {
  const bytes = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  return lower ? bytes.join('') : bytes.join('').toUpperCase();
}

/** The query of an id, without its question mark. RFC 3986, 2.1: the letter case of the encoding has no meaning. */
export function queryOf(id: string, query: ChatbotQuery): string {
  if (query.kind === 'other') {
    const at = Math.min(query.at, id.length);
    return `chatbot_id=${encodeURIComponent(id.slice(0, at) + query.text + id.slice(at))}`;
  }
  const { encoded, lower, before, after } = query;
  const spelled = [...id].map((one, index) =>
    encoded[index % encoded.length] === true || encodeURIComponent(one) !== one ? percent(one, lower) : one,
  );
  return [before, `chatbot_id=${spelled.join('')}`, after].filter((part) => part !== '').join('&');
}
