import { catalogNames } from './dialogues/catalogs.ts';
import { measureSets } from './dialogues/outside-sets.ts';
import { allDialogues, runDialogues } from './dialogues/run-dialogues.ts';
import { formatSummary } from './dialogues/summary.ts';
import { runCommand } from './run-command.ts';

const help = `npm run dialogues

Holds conversations with the built-in assistant over three catalogues (${catalogNames.join(', ')}) and checks the facts of its
replies: that titles, prices and stock are those of the products, and nothing is invented. Prints how many are right, silent
(they name no product) and wrong.

  --all           print every reply, not only those that are wrong
  --sets FOLDER   measure the search, the shop's texts and the replies over another shop instead, such as
                  scripts/dialogues/shops/millrace: its queries, questions and dialogues were written before their first run
  --help          show this

Exit code 0: none is wrong, 1: some are, 2: the arguments are wrong.`;

const options = { all: { type: 'boolean', default: false }, sets: { type: 'string' } } as const;
await runCommand({ name: 'dialogues', help, options, errorCode: 2 }, async ({ values: { all, sets } }) => {
  if (sets !== undefined) {
    for (const { name, passed, of, misses } of await measureSets(sets, all))
      console.log([...misses, `${passed} of ${of} ${name}`, ''].join('\n'));
    return 0;
  }
  const replies = await runDialogues(allDialogues());
  console.log(formatSummary(replies, all));
  return replies.some(({ grade }) => grade === 'wrong') ? 1 : 0;
});
