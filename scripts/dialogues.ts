import { parseArgs } from 'node:util';
import { catalogNames } from './dialogues/catalogs.ts';
import { allDialogues, runDialogues } from './dialogues/run-dialogues.ts';
import { formatSummary } from './dialogues/summary.ts';

const help = `npm run dialogues

Holds conversations with the built-in assistant over four catalogues (${catalogNames.join(', ')}) and checks the facts of its
replies: products named, filters sent, intents. Prints how many are good, unhelpful and wrong, by kind.

  --all    print every reply, not only those that are not good
  --help   show this

Exit code 0: at most 5 % are wrong, 1: more are, 2: the arguments are wrong.`;

function readArguments(): { all: boolean; help: boolean } {
  try {
    const { values } = parseArgs({
      options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

const maxWrong = 0.05;
const { all, help: wantsHelp } = readArguments();
if (wantsHelp) console.log(help);
else {
  const replies = await runDialogues(allDialogues());
  console.log(formatSummary(replies, all));
  process.exitCode =
    replies.filter(({ grade }) => grade === 'wrong').length > maxWrong * replies.length ? 1 : 0;
}
