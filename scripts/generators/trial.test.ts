import { describe, expect, it } from 'vitest';
import { toTrial, type KnownLimit, type Outcome } from './trial.ts';

const tool = { name: 'Tool', note: '' };
const limit: KnownLimit = {
  tools: ['Tool'],
  inputs: ['openapi.json'],
  problem: 'no stream',
  note: 'reads no streams',
};
const fails: Outcome = { gives: 'a client', problems: ['chat: no stream of events'] };
const works: Outcome = { gives: 'a client', problems: [] };

describe('toTrial', () => {
  it('shows a known limit in place of its problem', () => {
    const trial = toTrial(tool, '1', 'openapi.json', fails, [limit]);
    expect(trial).toMatchObject({ limits: ['reads no streams'], problems: [] });
  });

  it('keeps a problem of another input or tool, and one that no limit explains', () => {
    expect(toTrial(tool, '1', 'asyncapi.json', fails, [limit]).problems).toEqual(fails.problems);
    expect(toTrial({ ...tool, name: 'Other' }, '1', 'openapi.json', fails, [limit]).problems).toEqual(
      fails.problems,
    );
    const other = { ...fails, problems: [...fails.problems, 'chat is missing'] };
    expect(toTrial(tool, '1', 'openapi.json', other, [limit]).problems).toEqual(['chat is missing']);
  });

  it('takes what the compiler finds as problems of the tool', () => {
    const compilation = { with: 'go 1.22', ran: true, problems: ['no stream in a.go'] };
    const trial = toTrial(tool, '1', 'openapi.json', { ...works, compilation }, []);
    expect(trial).toMatchObject({ compiledWith: 'go 1.22', problems: ['no stream in a.go'] });
  });

  it('reports a known limit that is gone, unless the compiler that would show it is missing', () => {
    const gone = ['known-limits.ts: "no stream" is gone; remove it'];
    expect(toTrial(tool, '1', 'openapi.json', works, [limit]).problems).toEqual(gone);
    const compilation = { with: 'not compiled: no Go compiler', ran: false, problems: [] };
    expect(toTrial(tool, '1', 'openapi.json', { ...works, compilation }, [limit]).problems).toEqual([]);
  });
});
