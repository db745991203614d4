import { NotOffered, Untested, type Check, type CheckContext, type Outcome } from '../check.ts';
import type { Meter } from '../client/budget.ts';
import { curlLine } from '../client/curl-line.ts';
import { BudgetSpent, NoAnswer, type Exchange } from '../client/exchange.ts';
import { redactDeeply } from '../client/redact.ts';
import { requirements } from '../../generated/requirements.ts';
import type { CheckResult, Failure, Remark } from './check-result.ts';
import { deriveSeed } from './derive-seed.ts';
import { forAll, noSuchCase } from './for-all.ts';
import { encodeReplay, type Replay } from './replay.ts';
import type { Session } from './session.ts';

const mostFailures = 6;
const probeTimeoutMs = 5000;
const openRequirements = new Set(requirements.filter(({ level }) => level === 'open').map(({ id }) => id));

/** What a check told while it ran. */
interface Findings {
  /** The properties that the check has. */
  readonly labels: string[];
  readonly failures: Failure[];
  readonly untested: Remark[];
  readonly observations: Remark[];
}

interface Ending {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly completed: boolean;
}

/** One failure a clause and expectation is enough; a flood of them helps nobody. */
function addFailure(findings: Findings, failure: Failure): void {
  const known = findings.failures.some(
    ({ requirement, expected }) => requirement === failure.requirement && expected === failure.expected,
  );
  if (!known && findings.failures.length < mostFailures) findings.failures.push(failure);
}

function contextOf(check: Check, session: Session, meter: Meter, findings: Findings): CheckContext {
  const { options, clientFor, fixtures } = session;
  const replaying = options.replay?.checkId === check.id ? options.replay : undefined;
  const seed = deriveSeed(options.seed, check.id);
  const report = (
    breach: Omit<Failure, 'replay'>,
    exchange: Exchange | undefined,
    property?: Replay['property'],
  ) => {
    if (openRequirements.has(breach.requirement) && check.profile !== 'reference') {
      throw new Error(`${check.id} tried to fail ${breach.requirement}, which the source leaves open`);
    }
    const { requirement, expected, actual } = breach;
    const replay = encodeReplay({ checkId: check.id, seed: options.seed, ...(property && { property }) });
    const curl = exchange && { curl: curlLine(exchange.request, exchange.url) };
    addFailure(findings, { requirement, expected, actual, replay, ...curl });
  };
  return {
    target: options.target,
    client: clientFor(meter),
    clock: options.clock,
    fixtures,
    seed,
    runs: options.runs,
    profile: options.profile,
    breach: (breach, exchange) => report(breach, exchange),
    untested: (reason, ...ids) => {
      const named = ids.length > 0 ? ids : check.requirements;
      findings.untested.push(...named.map((requirement) => ({ requirement, text: reason })));
    },
    observe: (requirement, text) => {
      const known = findings.observations.some((one) => one.requirement === requirement && one.text === text);
      if (!known) findings.observations.push({ requirement, text });
    },
    forAll: async (property) => {
      findings.labels.push(property.label);
      const run = { checkSeed: seed, runs: options.runs, meter, replay: replaying?.property };
      const found = await forAll(property, run);
      for (const { exchange, ...breach } of found?.breaches ?? []) report(breach, exchange, found);
    },
  };
}

/** Whether the target still answers anything at all: a target that is gone is not blamed for one request. */
async function stillAnswers({ client }: CheckContext): Promise<boolean> {
  const probe = { method: 'GET', path: '/api/agents', idleTimeoutMs: probeTimeoutMs, raw: true };
  return client.send(probe).then(
    () => true,
    () => false,
  );
}

async function endingOf(error: unknown, check: Check, context: CheckContext): Promise<Ending> {
  if (error instanceof NotOffered) return { outcome: 'not offered', reason: error.message, completed: false };
  if (error instanceof Untested || error instanceof BudgetSpent) {
    return { outcome: 'untested', reason: error.message, completed: false };
  }
  if (error instanceof NoAnswer) {
    if (!(await stillAnswers(context))) {
      return { outcome: 'error', reason: `the target stopped answering: ${error.code}`, completed: false };
    }
    const [requirement] = check.requirements;
    if (requirement !== undefined) {
      const exchange = { request: error.request, url: error.url } as Exchange;
      context.breach({ requirement, expected: 'an answer', actual: error.message }, exchange);
    }
    return { outcome: 'fail', completed: false };
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { outcome: 'error', reason, completed: false };
}

/** A check that told its own clauses untested, all of them, is untested as a whole. */
function completedOutcome(check: Check, findings: Findings, replay: Replay | undefined): Ending {
  const label = replay?.checkId === check.id ? replay.property?.label : undefined;
  if (label !== undefined && !findings.labels.includes(label)) {
    return { outcome: 'untested', reason: noSuchCase, completed: false };
  }
  const untested = new Set(findings.untested.map(({ requirement }) => requirement));
  const [first] = findings.untested;
  if (first !== undefined && check.requirements.every((id) => untested.has(id))) {
    return { outcome: 'untested', reason: first.text, completed: true };
  }
  return { outcome: 'pass', completed: true };
}

/** Runs one check to its end, whatever happens. Never rejects; the result is free of keys. */
export async function runCheck(check: Check, session: Session): Promise<CheckResult> {
  const findings: Findings = { labels: [], failures: [], untested: [], observations: [] };
  const meter = session.meter.part();
  const context = contextOf(check, session, meter, findings);
  const began = performance.now();
  const ending = await check.run(context).then(
    () => completedOutcome(check, findings, session.options.replay),
    (error: unknown) => endingOf(error, check, context),
  );
  const { id, title, level, profile, requirements: clauses } = check;
  const result: CheckResult = {
    ...{ id, title, level, profile, requirements: clauses },
    ...ending,
    ...(findings.failures.length > 0 && ending.outcome !== 'error' && { outcome: 'fail' as const }),
    failures: findings.failures,
    untested: findings.untested,
    observations: findings.observations,
    spent: meter.spent(),
    durationMs: performance.now() - began,
  };
  return redactDeeply(result, session.redact);
}

/** The result of a check that is not run, and why. */
export function skippedResult(
  check: Check,
  outcome: 'untested' | 'not offered',
  reason: string,
): CheckResult {
  const { id, title, level, profile, requirements: clauses } = check;
  return {
    ...{ id, title, level, profile, requirements: clauses, outcome, reason },
    completed: false,
    failures: [],
    untested: [],
    observations: [],
    spent: { requests: 0, messages: 0, agents: 0 },
    durationMs: 0,
  };
}
