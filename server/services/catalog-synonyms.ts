import { z } from 'zod';
import { readSynonyms } from '../db/catalog.ts';
import type { Context } from '../db/database.ts';
import { readUnsold } from '../catalog/unsold.ts';
import { raiseVersion } from '../db/versions.ts';
import { audit } from './audit.ts';
import { parseInput } from './parse-input.ts';

const maxLines = 500;
const maxLineLength = 300;

const synonymsInput = z.object({
  synonyms: z
    .string('must be a text')
    .transform(trimmedLines)
    .superRefine((lines, context) => {
      for (const message of problemsOf(lines)) context.addIssue({ code: 'custom', message });
    }),
});

/**
 * Sets the shop's own words for the search, one entry a line: `slippers, house shoes` mean the same, `hat > beanie, cap`
 * says that a beanie and a cap are hats, `bicycle ! We sell no bicycles.` what to say about a thing that is not sold. Throws ServiceError `invalid_request` with the number of the line.
 */
export async function setSynonyms(context: Context, input: z.input<typeof synonymsInput>): Promise<string> {
  const { tables, storeId } = context;
  const { synonyms: lines } = parseInput(synonymsInput, input);
  const synonyms = lines.join('\n');
  await raiseVersion(context, 'catalog_versions');
  await tables('catalog_synonyms').insert({ store_id: storeId, synonyms }).onConflict('store_id').merge();
  const detail = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`;
  await audit(context, { action: 'catalog.synonyms_changed', detail });
  return synonyms;
}

/** Adds an entry to them; one that is there already is not added again. Throws as `setSynonyms` does. */
export async function addSynonyms(context: Context, line: string): Promise<void> {
  // Another change of them waits.
  await raiseVersion(context, 'catalog_versions');
  const lines = (await readSynonyms(context)).split('\n').filter((each) => each !== '' && each !== line);
  await setSynonyms(context, { synonyms: [...lines, line.replace(/\s+/g, ' ')].join('\n') });
}

function trimmedLines(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim());
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** What is wrong with the first line that is. */
function problemsOf(lines: readonly string[]): string[] {
  if (lines.length > maxLines) return [`must have at most ${maxLines} lines`];
  const at = lines.findIndex((line) => line !== '' && !isEntry(line));
  if (at === -1) return [];
  return [
    `line ${at + 1} must have two or more words or phrases, separated by commas, such as "slippers, house shoes", or ` +
      `after >, such as "hat > beanie, cap", or after ! what to say about a thing that you do not sell, in at most ${maxLineLength} characters`,
  ];
}

function isEntry(line: string): boolean {
  if (readUnsold(line) !== undefined) return line.length <= maxLineLength;
  const sides = line.split('>');
  const phrases = sides.flatMap((side) => side.split(','));
  const hasWords = phrases.every((phrase) => /[\p{L}\p{N}]/u.test(phrase));
  return line.length <= maxLineLength && sides.length <= 2 && phrases.length > 1 && hasWords;
}
