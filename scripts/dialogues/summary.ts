import type { Grade } from './check-reply.ts';
import type { GradedReply } from './run-dialogues.ts';

const grades: readonly Grade[] = ['right', 'silent', 'wrong'];

/** Replies that are wrong (or all), and a table of grades by kind. */
export function formatSummary(replies: readonly GradedReply[], all: boolean): string {
  const shown = replies.filter(({ grade }) => all || grade === 'wrong').map(formatReply);
  const kinds = [...new Set(replies.map(({ dialogue }) => dialogue.kind))].toSorted();
  const rows = [
    ...kinds.map((kind) =>
      row(
        kind,
        replies.filter(({ dialogue }) => dialogue.kind === kind),
      ),
    ),
    row('all', replies),
  ];
  const dialogues = new Set(replies.map(({ dialogue }) => dialogue)).size;
  const header = `${'kind'.padEnd(24)}${['replies', ...grades].map((name) => name.padStart(11)).join('')}`;
  return [...shown, `${dialogues} dialogues`, header, ...rows].join('\n');
}

function formatReply({ dialogue, said, reply, grade, reason }: GradedReply): string {
  const calls = reply.calls.map(({ tool, input }) => `\n  ${tool} ${JSON.stringify(input)}`).join('');
  const text = reply.text
    .split('\n')
    .filter(Boolean)
    .map((line) => `\n  | ${line}`)
    .join('');
  return `${grade} (${dialogue.catalog}, ${dialogue.kind}): ${said}${calls}${text}${reason === '' ? '' : `\n  ${reason}`}\n`;
}

function row(name: string, replies: readonly GradedReply[]): string {
  const counts = grades.map((grade) => replies.filter((each) => each.grade === grade).length);
  return `${name.padEnd(24)}${[replies.length, ...counts].map((count) => String(count).padStart(11)).join('')}`;
}
