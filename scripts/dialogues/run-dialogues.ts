import { readdirSync, readFileSync } from 'node:fs';
import { tool, type ToolSet } from 'ai';
import { createCatalog } from '../../server/catalog/catalog.ts';
import { buildKnowledgeIndex } from '../../server/knowledge/knowledge-index.ts';
import { searchShopKnowledge, type ShopKnowledge } from '../../server/knowledge/knowledge-tool.ts';
import { readText } from '../../server/knowledge/read-document.ts';
import { createShopper, type Said, toolsOver } from '../../server/models/built-in/testing/shopper.ts';
import { catalogNames, productsOf } from './catalogs.ts';
import { type Graded, gradeReply } from './check-reply.ts';
import { type Dialogue, parseDialogues } from './parse-dialogues.ts';

export interface GradedReply extends Graded {
  readonly dialogue: Dialogue;
  readonly said: string;
  readonly reply: Said;
}

const folder = new URL('./sets/', import.meta.url);

/** All dialogues of sets/, which are written by hand. */
export function allDialogues(): Dialogue[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => parseDialogues(readFileSync(new URL(name, folder), 'utf8')));
}

/** Knowledge.md, which is the shop's own knowledge in dialogues whose kind names it. */
async function ownKnowledge(): Promise<ShopKnowledge> {
  const name = 'knowledge.md';
  const text = readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
  const document = readText(name, 'markdown', text);
  return { index: await buildKnowledgeIndex([document]), contact: 'hello@shop.example' };
}

/** The real tool over a shop's knowledge as a tool of the SDK. */
export function knowledgeTools(knowledge: ShopKnowledge): ToolSet {
  const { name, description, inputSchema, run } = searchShopKnowledge;
  const execute = (input: unknown) => run(knowledge, inputSchema.parse(input));
  return { [name]: tool({ description, inputSchema, execute }) };
}

/**
 * Holds the dialogues with the built-in model in this process. Those whose catalogue is not on this machine are left out.
 */
export async function runDialogues(dialogues: readonly Dialogue[]): Promise<GradedReply[]> {
  const graded: GradedReply[] = [];
  const knowledge = knowledgeTools(await ownKnowledge());
  for (const name of catalogNames) {
    const products = await productsOf(name);
    if (products === undefined) continue;
    const tools = toolsOver(await createCatalog(products));
    for (const dialogue of dialogues.filter(({ catalog }) => catalog === name)) {
      const isWithKnowledge = dialogue.kind.includes('knowledge');
      const shopper = createShopper(isWithKnowledge ? { ...tools, ...knowledge } : tools);
      for (const { said, expected } of dialogue.turns) {
        const reply = await shopper.say(said);
        graded.push({ dialogue, said, reply, ...gradeReply(reply, expected, products) });
      }
    }
  }
  return graded;
}
