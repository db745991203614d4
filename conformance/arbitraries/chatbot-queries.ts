import fc, { type Arbitrary } from 'fast-check';

/** How a query spells the id of a chatbot, as data. */
export type ChatbotQuery =
  /** The id itself: which of its characters are percent-encoded, and in which letter case. */
  | { readonly kind: 'same'; readonly encoded: readonly boolean[]; readonly lower: boolean }
  /** Another id: a text is inserted into it. */
  | { readonly kind: 'other'; readonly at: number; readonly text: string };

const inserted = ['x', '~', 'xx', '%', '*', '_', '-', ';', '/', "'", '\\', '\u0000'];

export const anyChatbotQuery: Arbitrary<ChatbotQuery> = fc.oneof(
  fc.record({
    kind: fc.constant('same' as const),
    encoded: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
    lower: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('other' as const),
    at: fc.nat({ max: 40 }),
    text: fc.constantFrom(...inserted),
  }),
);

/** All of the id encoded, in each letter case, or as little as possible; and each text at the end of the id. */
export const plainChatbotQueries: readonly ChatbotQuery[] = [
  { kind: 'same', encoded: [true], lower: false },
  { kind: 'same', encoded: [true], lower: true },
  { kind: 'same', encoded: [false], lower: true },
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
  const { encoded, lower } = query;
  const spelled = [...id].map((one, index) =>
    encoded[index % encoded.length] === true || encodeURIComponent(one) !== one ? percent(one, lower) : one,
  );
  return `chatbot_id=${spelled.join('')}`;
}
