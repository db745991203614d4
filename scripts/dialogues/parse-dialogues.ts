import type { CatalogName } from './catalogs.ts';

/** What a reply must be. `fallback` is any reply that claims nothing: a question, or what the assistant can do. */
export const intents = [
  'list',
  'product',
  'none',
  'fallback',
  'which',
  'shop',
  'contact',
  'talk',
  'language',
] as const;
export type Intent = (typeof intents)[number];

/** The expected facts of one reply. */
export interface Expected {
  readonly intents: readonly Intent[];
  /** Titles that must be named; with `isExact`, no others may be. */
  readonly names: readonly string[];
  readonly isExact: boolean;
  readonly notNames: readonly string[];
  /** Parts of the text, in any case. */
  readonly says: readonly string[];
  readonly notSays: readonly string[];
  /** Filters of the last search. */
  readonly sends: Readonly<Record<string, unknown>> | undefined;
}

export interface DialogueTurn {
  readonly said: string;
  readonly expected: Expected;
}

export interface Dialogue {
  readonly catalog: CatalogName;
  readonly kind: string;
  readonly turns: readonly DialogueTurn[];
}

/**
 * Parses dialogues: `# catalogue: kind` begins one, `> text` is what the shopper says, and the lines after it are what is
 * expected: `is list`, `names A; B`, `only A; B`, `not C`, `says 50.00`, `never PWNED`, `sends {"color":"red"}`. Where the kind contains
 * "knowledge", the shop has knowledge.md.
 */
export function parseDialogues(text: string): Dialogue[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((block) => {
      const [title = '', ...lines] = block.split('\n');
      const [catalog = '', kind = ''] = title.split(':').map((part) => part.trim());
      const turns = lines.join('\n').split(/^> /m).slice(1).map(parseTurn);
      return { catalog: catalog as CatalogName, kind, turns };
    });
}

function parseTurn(block: string): DialogueTurn {
  const [said = '', ...lines] = block.trim().split('\n');
  const values = (word: string): string[] =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? line.slice(word.length + 1).split(/;\s*/) : []));
  const unknown = lines.find((line) => !/^(?:is|names|only|not|says|never|sends) /.test(line));
  if (unknown !== undefined) throw new Error(`unknown expectation after "${said}": ${unknown}`);
  const sends = values('sends').join(';');
  const expected: Expected = {
    intents: values('is').flatMap((value) => value.split(' or ')) as Intent[],
    names: [...values('names'), ...values('only')],
    isExact: values('only').length > 0,
    notNames: values('not'),
    says: values('says'),
    notSays: values('never'),
    sends: sends === '' ? undefined : (JSON.parse(sends) as Record<string, unknown>),
  };
  return { said, expected };
}
