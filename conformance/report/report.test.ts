import { levelOf } from '../check.ts';
import { describe, expect, it } from 'vitest';
import { allChecks } from '../checks/all-checks.ts';
import { githubAnnotations, githubSummary } from '../command/github.ts';
import { unlimited } from '../client/meter.ts';
import type { Job } from '../runner/plan.ts';
import type { CheckResult } from '../runner/run-check.ts';
import { htmlReport } from './html.ts';
import { junitXml } from './junit.ts';
import { clauseLines, printReport } from './print-report.ts';
import { compareWithBaseline, makeReport, type RunFacts } from './suite-report.ts';
import { parseBaseline } from '../runner/baseline.ts';

const job: Job = {
  target: {
    baseUrl: 'https://host',
    httpUrl: 'http://host',
    mcpUrl: undefined,
    stores: { main: { key: 'svc_secret' } },
    idleTimeoutMs: 1000,
    readOnly: false,
    insecure: false,
  },
  profile: 'full',
  budget: unlimited,
  seed: 1,
  runs: 1,
};

function passing(): CheckResult[] {
  const nothing = { requests: 1, messages: 0, agents: 0 };
  const rest = {
    failures: [],
    untested: [],
    notShown: [],
    observations: [],
    warnings: [],
    spent: nothing,
    durationMs: 1,
  };
  return allChecks
    .filter(({ profile }) => profile !== 'reference')
    .map(({ id, title, profile, requirements }) => ({
      id,
      title,
      level: levelOf({ requirements }),
      profile,
      requirements,
      outcome: 'pass',
      completed: true,
      ...rest,
    }));
}

function changed(id: string, change: Partial<CheckResult>): CheckResult[] {
  return passing().map((result) => (result.id === id ? { ...result, ...change } : result));
}

const failures = Array.from({ length: 6 }, (_, index) => ({
  requirement: 'R-2.1-04' as const,
  slug: 'name-kept',
  expected: `name <as> sent, ${index}`,
  actual: 'nothing \u0007',
  curl: `curl ${'x'.repeat(9000)}`,
  replay: `agents/keeps-text@1@characters@e${index}`,
}));
const failing = changed('agents/keeps-text', { outcome: 'fail', failures });
const skipped = changed('agents/keeps-text', { outcome: 'untested', reason: 'no budget', completed: false });

function report(results: readonly CheckResult[], more: Partial<RunFacts> = {}) {
  return makeReport({
    job,
    results,
    startedAt: 0,
    durationMs: 5,
    baseline: [],
    requireComplete: false,
    level: 'derived',
    versions: { suite: '0.1.0', contract: '2.0.0', node: 'v24.0.0' },
    options: { profile: 'full' },
    ...more,
  });
}

describe('the outcome of a report', () => {
  it('holds when every check passed', () => {
    expect(report(passing())).toMatchObject({ outcome: 'holds', exitCode: 0 });
  });

  it('is violated when a stated clause failed', () => {
    expect(report(failing)).toMatchObject({ outcome: 'violated', exitCode: 1 });
  });

  it('counts for a released version what it required, and warns of the rest', () => {
    const of = (id: string, requirement: 'R-2.1-04' | 'R-2.1-16') => {
      const one = { requirement, slug: 'a', expected: 'a', actual: 'b', replay: `${id}@1@0@e` };
      const results = changed(id, { outcome: 'fail', failures: [one] });
      return report(results, { releasedContract: '1.0.0', options: { contract: '1.0.0' } });
    };
    expect(of('agents/keeps-text', 'R-2.1-04').exitCode).toBe(1);
    // A requirement of 2.0.0, and a check that 1.0.0 did not have.
    for (const later of [of('agents/keeps-text', 'R-2.1-16'), of('agents/keeps-values', 'R-2.1-04')]) {
      expect(later).toMatchObject({ outcome: 'holds', exitCode: 0 });
      expect(printReport(later)).toContain('not scored for contract 1.0.0: R-2.1-');
      expect(later.clauses.find(({ id }) => id === 'R-2.1-16')?.outcome).toBe('unscored');
    }
  });

  it('is incomplete when a check did not run, with exit code 3 where completeness is required', () => {
    expect(report(skipped)).toMatchObject({ outcome: 'incomplete', exitCode: 0 });
    expect(report(skipped, { requireComplete: true }).exitCode).toBe(3);
    expect(report(passing(), { requireComplete: true }).exitCode).toBe(0);
  });

  it('is incomplete with exit code 3 when the checks that ran checked no clause', () => {
    const all = passing().map((result): CheckResult => {
      const untested = result.requirements.map((requirement) => ({ requirement, text: 'no agents' }));
      return { ...result, untested };
    });
    expect(report(all)).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
  });

  it('is broken after an error of the suite, without a failed clause', () => {
    const broken = changed('agents/keeps-text', { outcome: 'error', reason: 'oops', completed: false });
    expect(report(broken)).toMatchObject({ outcome: 'broken', exitCode: 2 });
    expect(report(broken).clauses.find(({ id }) => id === 'R-2.1-04')?.outcome).toBe('error');
  });

  it('passes no clause that was only skipped', () => {
    const none = passing().map((result) => ({ ...result, outcome: 'untested' as const, completed: false }));
    const outcomes = new Set(report(none).clauses.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['untested', 'elsewhere']));
  });

  it('does not pass a clause by a check that failed on another', () => {
    const only = failing.filter(({ id }) => id === 'agents/keeps-text');
    const { clauses } = report(only);
    expect(clauses.find(({ id }) => id === 'R-2.1-04')?.outcome).toBe('fail');
    expect(clauses.find(({ id }) => id === 'R-2.1-08')?.outcome).toBe('partly');
  });

  it('is inconclusive with exit code 3 when messages were sent and no reply had text', () => {
    const reason = 'the reply has no text';
    const untested = (['R-6-02', 'R-6-07'] as const).map((requirement) => ({ requirement, text: reason }));
    const chats = ['chat-stream/reply', 'chat-stream/hostile-message', 'chat-stream/generated-messages'];
    const textless = (results: CheckResult[], ids: readonly string[]): CheckResult[] =>
      results.map((result) => (ids.includes(result.id) ? { ...result, untested } : result));
    expect(report(textless(passing(), chats))).toMatchObject({ outcome: 'inconclusive', exitCode: 3 });
    expect(report(textless(passing(), chats.slice(0, 1))).exitCode).toBe(0);
    expect(printReport(report(textless(passing(), chats)))).toContain('Inconclusive: no reply had text');
  });

  it('is inconclusive when no message got a response and that was known or is not counted', () => {
    const requirement = 'R-4.1-16' as const;
    const failure = {
      requirement,
      slug: 'a',
      expected: 'status 200',
      actual: 'status 500',
      replay: 'chat-stream/reply@1',
    };
    const rejected = passing().map((result): CheckResult =>
      result.requirements.includes('R-6-02') ? { ...result, outcome: 'fail', failures: [failure] } : result,
    );
    expect(report(rejected).exitCode).toBe(1);
    expect(report(rejected, { level: 'stated' })).toMatchObject({ outcome: 'inconclusive', exitCode: 3 });
  });

  it('is no inconclusive one where no message was to be sent', () => {
    const none = passing().map((result): CheckResult =>
      result.requirements.includes('R-6-02') ? { ...result, outcome: 'untested', completed: false } : result,
    );
    expect(report(none)).toMatchObject({ outcome: 'incomplete', exitCode: 0 });
  });

  it('never passes an open clause without a check of our decision', () => {
    const open = report(passing()).clauses.filter(({ level }) => level === 'open');
    expect(open.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
  });
});

describe('levels', () => {
  const stated = changed('embed/script', {
    outcome: 'fail',
    failures: [
      {
        requirement: 'R-4.5-01',
        slug: 'script',
        expected: 'status 200',
        actual: 'status 404',
        replay: 'embed/script@1',
      },
    ],
  });

  it('of failures are in every report, with the words of the source', () => {
    const made = report(failing);
    const text = printReport(made);
    expect(text).toContain('R-2.1-04 (derived)  name is stored');
    expect(text).toContain('source 2.1, line 21: "display name"');
    expect(text).toContain('follows: ');
    expect(text).toContain('1 clause is violated (1 derived)');
    expect(junitXml(made)).toContain('<failure type="derived"');
    expect(htmlReport(made)).toContain('R-2.1-04</a> (derived)');
    expect(made.clauses.find(({ id }) => id === 'R-2.1-04')).toMatchObject({ level: 'derived', line: '21' });
    expect(printReport(report(stated))).toContain('R-4.5-01 (stated)');
  });

  it('count stated failures alone with --level stated, and show the others', () => {
    const made = report(failing, { level: 'stated' });
    expect(made).toMatchObject({ exitCode: 0, level: 'stated' });
    expect(made.clauses.find(({ id }) => id === 'R-2.1-04')?.outcome).toBe('tolerated');
    const text = printReport(made);
    expect(text).toContain('R-2.1-04 (derived, not counted)');
    expect(text).toContain('1 derived violated, not counted with --level stated.');
    expect(junitXml(made)).toMatch(/<testsuites [^>]*failures="0"/);
    expect(junitXml(made)).toContain(
      '<skipped message="violated, not counted; R-2.1-04 (derived, not counted)',
    );
    expect(htmlReport(made)).toContain('id="failure-R-2.1-04"');
    expect(report(stated, { level: 'stated' }).exitCode).toBe(1);
  });

  it('of the reference profile name the decision record', () => {
    const requirement = 'R-4.3-07' as const;
    const failure = {
      requirement,
      slug: 'a',
      expected: 'status 201',
      actual: 'status 200',
      replay: 'agents/reference@1',
    };
    const reference: CheckResult = {
      id: 'agents/reference',
      title: 'ours',
      level: 'open',
      profile: 'reference',
      outcome: 'fail',
      requirements: [requirement],
      completed: true,
      failures: [failure],
      untested: [],
      notShown: [],
      observations: [],
      warnings: [],
      spent: { requests: 1, messages: 0, agents: 0 },
      durationMs: 1,
    };
    const made = report([...passing(), reference]);
    expect(made.exitCode).toBe(1);
    expect(printReport(made)).toContain(
      'R-4.3-07 (open)  The status of a successful create.\n  open, decision 0001',
    );
    expect(htmlReport(made)).toContain('open, decision 0001');
  });

  it('of a check are the strictest of its clauses', () => {
    expect(levelOf({ requirements: ['R-2.1-14', 'R-5-14', 'R-5-01'] })).toBe('stated');
    expect(levelOf({ requirements: ['R-2.1-14', 'R-5-14'] })).toBe('derived');
    expect(levelOf({ requirements: ['R-2.1-14'] })).toBe('open');
  });
});

describe('the report of a replay', () => {
  const property = { label: 'characters', path: 'e0' };
  const replaying = { ...job, replay: { checkId: 'agents/keeps-text', seed: 1, property } };
  const string = 'agents/keeps-text@1@characters@e0';
  const alone = (results: CheckResult[]) =>
    report(
      results.filter(({ id }) => id === 'agents/keeps-text'),
      { job: replaying },
    );

  it('that passes names the case and passes no clause', () => {
    const made = alone(passing());
    expect(made.exitCode).toBe(0);
    expect(printReport(made)).toContain(
      `\nRepeated ${string}: it does not fail. Nothing else was checked.\n`,
    );
    expect(made.clauses.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
    expect(printReport(made)).not.toMatch(/hold|section by section/);
  });

  it('that fails states it and has the clause', () => {
    const made = alone(failing);
    expect(made.exitCode).toBe(1);
    expect(printReport(made)).toContain(`Repeated ${string}: it fails.`);
    expect(printReport(made)).toContain('R-2.1-04');
    expect(htmlReport(made)).toContain(`Repeated ${string}: it fails.`);
  });

  it('that could not run states the reason', () => {
    expect(printReport(alone(skipped))).toContain(`Could not repeat ${string}: no budget.`);
  });

  it('of a check without properties passes its clauses', () => {
    const whole = { ...job, replay: { checkId: 'agents/keeps-text', seed: 1 } };
    const results = passing().filter(({ id }) => id === 'agents/keeps-text');
    const { clauses } = report(results, { job: whole });
    expect(clauses.map(({ outcome }) => outcome)).toContain('pass');
  });
});

describe('a baseline', () => {
  const known = { requirement: 'R-2.1-04', check: 'agents/keeps-text' };

  it('excludes known failures from the outcome', () => {
    expect(report(failing, { baseline: [known] }).exitCode).toBe(0);
  });

  it('fails the run when an entry is stale, but not when its check did not run', () => {
    expect(report(passing(), { baseline: [known] })).toMatchObject({
      exitCode: 1,
      baseline: { stale: [known] },
    });
    expect(compareWithBaseline([known], skipped).stale).toEqual([]);
  });

  it('is rejected when an entry is incomplete', () => {
    expect(parseBaseline('{"failures":[{"requirement":"a","check":"b"}]}')).toEqual([
      { requirement: 'a', check: 'b' },
    ]);
    expect(() => parseBaseline('{}')).toThrow('array of failures');
    expect(() => parseBaseline('{"failures":[{}]}')).toThrow('requirement and check');
  });
});

describe('reports', () => {
  it('have a failure in at most 25 lines, with the request and the replay string', () => {
    const clause = report(failing).clauses.find(({ id }) => id === 'R-2.1-04');
    const lines = clause === undefined ? [] : clauseLines(clause);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(lines.join('\n')).toContain("--replay 'agents/keeps-text@1@characters@e0'");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2100);
  });

  it('have equal counts in text, JUnit and HTML, and the version of the requirements', () => {
    const made = report(failing);
    expect(printReport(made)).toContain(`Requirements ${made.requirementsVersion}`);
    expect(printReport(made)).toContain('1 clause is violated');
    expect(junitXml(made)).toMatch(/<testsuites [^>]*tests="\d+" failures="1" errors="0"/);
    expect(htmlReport(made)).toContain('1 clause is violated');
    expect(htmlReport(made)).toContain(`<dd>${made.requirementsVersion}</dd>`);
  });

  it('escape what a target sends', () => {
    const xml = junitXml(report(failing));
    expect(xml).toContain('name &lt;as&gt; sent');
    expect(xml).not.toContain('\u0007');
    expect(htmlReport(report(failing))).not.toContain('<as>');
  });

  it('have warnings, which never change the outcome, before the violated clauses', () => {
    const warnings = [{ text: 'the stream <b> arrives in one piece', curl: 'curl x' }];
    const warned = report(changed('agents/keeps-text', { warnings }));
    expect(warned).toMatchObject({ outcome: 'holds', exitCode: 0 });
    const text = printReport(warned);
    expect(text).toContain('  the stream <b> arrives in one piece (agents/keeps-text)\n            curl x');
    expect(text.indexOf('Warnings')).toBeLessThan(text.indexOf('section by section'));
    expect(junitXml(warned)).toContain('<system-out>the stream &lt;b&gt; arrives');
    expect(githubAnnotations(warned)).toContain('::warning title=agent-conformance::the stream');
    expect(githubSummary(warned)).toContain('- the stream');
    expect(htmlReport(warned)).toContain('<h3>the stream &lt;b&gt; arrives in one piece</h3>');
  });

  it('call a failure flaky that did not always come again, with how often', () => {
    const [first] = failures;
    if (first === undefined) throw new Error('no failure');
    const flaky = { ...first, flaky: { failed: 1, runs: 4 } };
    const made = report(changed('agents/keeps-text', { outcome: 'fail', failures: [flaky] }));
    expect(made.exitCode).toBe(1);
    expect(printReport(made)).toContain('flaky: failed 1 of 4 times');
    expect(htmlReport(made)).toContain('flaky: failed 1 of 4 times');
  });

  it('begin with the outcome, then have the causes, the violated clauses, and the table last', () => {
    const html = htmlReport(report(failing));
    const parts = ['class="outcome violated"', 'id="cause-1"', 'id="failure-R-2.1-04"', '<table>'];
    const places = parts.map((part) => html.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
