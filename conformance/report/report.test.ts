import { describe, expect, it } from 'vitest';
import { allChecks } from '../checks/all-checks.ts';
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
  const rest = { failures: [], untested: [], observations: [], spent: nothing, durationMs: 1 };
  return allChecks
    .filter(({ profile }) => profile !== 'reference')
    .map(({ id, title, level, profile, requirements }) => ({
      ...{ id, title, level, profile, requirements, outcome: 'pass', completed: true, ...rest },
    }));
}

function changed(id: string, change: Partial<CheckResult>): CheckResult[] {
  return passing().map((result) => (result.id === id ? { ...result, ...change } : result));
}

const failures = Array.from({ length: 6 }, (_, index) => ({
  requirement: 'R-2.1-04' as const,
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

  it('is incomplete when a check did not run, with exit code 3 where completeness is required', () => {
    expect(report(skipped)).toMatchObject({ outcome: 'incomplete', exitCode: 0 });
    expect(report(skipped, { requireComplete: true }).exitCode).toBe(3);
    expect(report(passing(), { requireComplete: true }).exitCode).toBe(0);
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
    expect(clauses.find(({ id }) => id === 'R-2.1-08')?.outcome).toBe('untested');
  });

  it('never passes an open clause without a check of our decision', () => {
    const open = report(passing()).clauses.filter(({ level }) => level === 'open');
    expect(open.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
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

  it('begin with the outcome, before the clauses', () => {
    const html = htmlReport(report(failing));
    expect(html.indexOf('class="outcome violated"')).toBeLessThan(html.indexOf('<table>'));
    expect(html.indexOf('<table>')).toBeLessThan(html.indexOf('<article class="failure"'));
  });
});
