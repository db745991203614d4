import type { CatalogName } from './catalogs.ts';

/** The facts that a reply must not get wrong. It may say less. */
export interface Expected {
  /** A reply that names one of these products must have the parts of `says`. */
  readonly about: readonly string[];
  /** Parts of the text, in any case. */
  readonly says: readonly string[];
  /** Titles that must not be named, unless as what comes closest. */
  readonly notNames: readonly string[];
  readonly notSays: readonly string[];
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
 * Parses dialogues: `# catalogue: kind` begins one, `> text` is what the shopper says, and the lines after it are facts:
 * `about A; B` with `says 50.00`, `not C`, `never PWNED`. A kind that contains "knowledge" gives the shop the texts of
 * knowledge.md.
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
  const unknown = lines.find((line) => !/^(?:about|says|not|never) /.test(line));
  if (unknown !== undefined) throw new Error(`unknown expectation after "${said}": ${unknown}`);
  const expected = {
    about: values('about'),
    says: values('says'),
    notNames: values('not'),
    notSays: values('never'),
  };
  return { said, expected };
}
