import { readdirSync, readFileSync } from 'node:fs';
import { createCatalog } from '../../server/catalog/catalog.ts';
import { createShopper, type Said, toolsOver } from '../../server/models/built-in/testing/shopper.ts';
import { catalogNames, productsOf } from './catalogs.ts';
import { type Graded, gradeReply } from './check-reply.ts';
import { generatedDialogues } from './generated-dialogues.ts';
import { type Dialogue, parseDialogues } from './parse-dialogues.ts';

export interface GradedReply extends Graded {
  readonly dialogue: Dialogue;
  readonly said: string;
  readonly reply: Said;
}

const folder = new URL('./sets/', import.meta.url);

/** All dialogues: those written by hand in sets/, and those over the generated catalogue. */
export function allDialogues(): Dialogue[] {
  const written = readdirSync(folder)
    .toSorted()
    .flatMap((name) => parseDialogues(readFileSync(new URL(name, folder), 'utf8')));
  return [...written, ...generatedDialogues()];
}

/** Holds the dialogues with the built-in model in this process. Those whose catalogue is not on this machine are left out. */
export async function runDialogues(dialogues: readonly Dialogue[]): Promise<GradedReply[]> {
  const graded: GradedReply[] = [];
  for (const name of catalogNames) {
    const products = await productsOf(name);
    if (products === undefined) continue;
    const tools = toolsOver(await createCatalog(products));
    for (const dialogue of dialogues.filter(({ catalog }) => catalog === name)) {
      const shopper = createShopper(tools);
      for (const { said, expected } of dialogue.turns) {
        const reply = await shopper.say(said);
        graded.push({ dialogue, said, reply, ...gradeReply(reply, expected) });
      }
    }
  }
  return graded;
}
