import type { GradedReply } from './run-dialogues.ts';

/** Replies that are wrong (or all), and how many have each grade. */
export function formatSummary(replies: readonly GradedReply[], all: boolean): string {
  const shown = replies.filter(({ grade }) => all || grade === 'wrong').map(formatReply);
  const counts = (['right', 'silent', 'wrong'] as const).map(
    (grade) => `${replies.filter((reply) => reply.grade === grade).length} ${grade}`,
  );
  const dialogues = new Set(replies.map(({ dialogue }) => dialogue)).size;
  return [...shown, `${dialogues} dialogues, ${replies.length} replies: ${counts.join(', ')}`].join('\n');
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
