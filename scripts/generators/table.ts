import type { Trial } from './trial.ts';

const begin = '<!-- generators: written by npm run test:generators -->';
const end = '<!-- /generators -->';

/** Puts the table of trials between the markers of a Markdown text. Throws where the markers are missing. */
export function writeTable(markdown: string, trials: readonly Trial[]): string {
  const [before, rest] = markdown.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`spec/README.md must have ${begin} and ${end}`);
  return `${before}${begin}\n\n${formatTable(trials)}\n\n${end}${after}`;
}

function formatTable(trials: readonly Trial[]): string {
  const rows = trials.map(({ tool, version, input, gives, compiledWith, notes, problems }) => [
    tool,
    version,
    input,
    gives,
    compiledWith || '-',
    [...notes, ...problems.map((problem) => `**Fails**: ${problem}`)].join('. '),
  ]);
  const head = ['tool', 'version', 'input', 'gives', 'compiled with', 'notes'];
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`)
    .join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
