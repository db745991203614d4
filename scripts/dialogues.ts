import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureSets } from './dialogues/measure-sets.ts';
import { runCommand } from './run-command.ts';

const help = `npm run dialogues

Measures the search, the shop's texts and the replies of the built-in assistant over the shops of scripts/dialogues/shops:
their queries, questions and dialogues. Replies must not invent a title, a price or stock, either. Prints what failed, and
how many passed.

  --all           print every reply, not only those that failed
  --sets FOLDER   measure another shop, with products.jsonl, contact.txt and texts
  --help          show this

Exit code 0: measured, 2: the arguments are wrong.`;

const shops = fileURLToPath(new URL('./dialogues/shops/', import.meta.url));
const options = { all: { type: 'boolean', default: false }, sets: { type: 'string' } } as const;
await runCommand({ name: 'dialogues', help, options, errorCode: 2 }, async ({ values: { all, sets } }) => {
  for (const folder of sets === undefined ? readdirSync(shops).map((name) => `${shops}${name}`) : [sets]) {
    console.log(folder);
    for (const { name, passed, of, misses } of await measureSets(folder, all))
      console.log([...misses, `${passed} of ${of} ${name}`, ''].join('\n'));
  }
  return 0;
});
