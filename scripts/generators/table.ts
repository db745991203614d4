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

/** One row a tool; a line for each of its inputs. */
function formatTable(trials: readonly Trial[]): string {
  const tools = [...new Set(trials.map((trial) => trial.tool.name))];
  const rows = tools.map((name) => formatTool(trials.filter((trial) => trial.tool.name === name)));
  const head = ['tool', 'version', 'input', 'gives', 'compiled with', 'notes'];
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`)
    .join('\n');
}

function formatTool(trials: readonly Trial[]): string[] {
  const [first] = trials;
  if (first === undefined) return [];
  const compilers = [...new Set(trials.map(({ compiledWith }) => compiledWith))].filter(
    (name) => name !== '',
  );
  const notes = [...groupInputs(trials, 'limits', ''), ...groupInputs(trials, 'problems', '**fails**: ')];
  return [
    first.tool.name,
    first.version,
    trials.map(({ input }) => input).join('<br>'),
    trials.map(({ gives }) => gives).join('<br>'),
    compilers.join('<br>') || '-',
    [first.tool.note, ...notes].filter((note) => note !== '').join('<br>'),
  ];
}

/** Each text once, with the inputs that it is about. */
function groupInputs(trials: readonly Trial[], key: 'limits' | 'problems', prefix: string): string[] {
  const texts = [...new Set(trials.flatMap((trial) => trial[key]))];
  return texts.map((text) => {
    const inputs = trials.filter((trial) => trial[key].includes(text)).map(({ input }) => `\`${input}\``);
    return `${inputs.join(', ')}: ${prefix}${text}`;
  });
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
