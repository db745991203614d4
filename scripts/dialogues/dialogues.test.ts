import { describe, expect, it } from 'vitest';
import { gradeReply } from './check-reply.ts';
import { parseDialogues } from './parse-dialogues.ts';
import { allDialogues, runDialogues } from './run-dialogues.ts';
import { formatSummary } from './summary.ts';

const maxWrong = 0.05;

describe('the built-in assistant', () => {
  it('is wrong in at most 5 % of its replies in every third of the 150 dialogues', async () => {
    const all = allDialogues();
    expect(all.length).toBeGreaterThanOrEqual(150);
    const replies = await runDialogues(all.filter((_, index) => index % 3 === 0));
    const wrong = replies.filter(({ grade }) => grade === 'wrong').length;
    expect(wrong / replies.length, formatSummary(replies, false)).toBeLessThanOrEqual(maxWrong);
  });
});

describe('gradeReply', () => {
  const [dialogue] = parseDialogues('# sample: price\n> mugs\nis list\nonly Mug\nsends {"color":"red"}\n');
  const expected = dialogue?.turns[0]?.expected;
  if (expected === undefined) throw new Error('no turn');
  const calls = [{ tool: 'search_catalog', input: { filters: { color: 'red' } } }];

  it.each([
    ['good', 'I found one:\n\n1. **Mug** – $5.00', calls],
    ['wrong', 'I found two:\n\n1. **Mug** – $5.00\n2. **Cup** – $6.00', calls],
    ['wrong', 'I found one:\n\n1. **Mug** – $5.00', []],
    ['unhelpful', 'Which one do you mean? Say its number in the list or its name.', []],
  ])('grades %s: %s', (grade, text, made) => {
    expect(gradeReply({ text, calls: made }, expected).grade).toBe(grade);
  });
});
