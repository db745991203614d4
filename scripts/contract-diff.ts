import { dirname, join } from 'node:path';
import { compareDocuments, type ContractDiff } from './contract-diff/compare-contracts.ts';
import { formatMarkdown, formatText } from './contract-diff/format-report.ts';
import { mainBranch, readVersion } from './contract-diff/read-version.ts';
import { runCommand } from './run-command.ts';

const help = `npm run contract:diff -- [<release | git ref | folder> [<release | git ref | folder>]] [options]

Compares two versions of the contract: every difference, whether it breaks, for whom, and a message that shows it.
A release is one of spec/released, such as 1.0.0; a folder is one such as spec/. Without a second version the working
tree's spec/ is the new one, and without any the old one is the last commit on main (origin/main where there is one).

  --format F   text (default), json (scripts/contract-diff/report.schema.json) or markdown for a pull request
  --all        list each note on whom something binds (x-required-by, x-core); the text counts them otherwise
  --help       show this

Exit code 0: compatible, 1: something breaks, 2: the arguments are wrong or a version cannot be read.
Decision 0052 has the rules: what breaks, and for whom.`;

const root = dirname(import.meta.dirname);
const formats: Readonly<Record<string, (diff: ContractDiff, all: boolean) => string>> = {
  text: formatText,
  json: (diff) => `${JSON.stringify(diff, undefined, 2)}\n`,
  markdown: formatMarkdown,
};

const options = {
  format: { type: 'string', default: 'text' },
  all: { type: 'boolean', default: false },
} as const;
await runCommand(
  { name: 'contract:diff', help, options, allowPositionals: true, errorCode: 2 },
  ({ values, positionals: [old = mainBranch(root), now = join(root, 'spec'), ...rest] }) => {
    const format = formats[values.format];
    if (rest.length > 0) throw new Error('name two versions at most, or --help');
    if (format === undefined) throw new Error(`--format must be one of ${Object.keys(formats).join(', ')}`);
    const diff = compareDocuments(readVersion(root, old), readVersion(root, now));
    process.stdout.write(format(diff, values.all));
    return diff.breaking > 0 ? 1 : 0;
  },
);
