import { requirements, type RequirementId, type RequirementLevel } from '../../generated/requirements.ts';
import {
  deriveSeed,
  isWhole,
  levelOf,
  readExpectation,
  somePositions,
  Untested,
  type Check,
  type CheckContext,
  type Clock,
  type Cost,
  type Finding,
  type Fixtures,
  type Model,
  type NotShown,
  type Outcome,
} from '../check.ts';
import type { ClientFor, OnSend } from '../client/client.ts';
import type { Meter } from '../client/meter.ts';
import { clauseOfSuccess, validOperationOf } from '../model/valid-request.ts';
import { agentsOf } from '../model/listed-agents.ts';
import type { Origins } from '../client/origins.ts';
import { redactDeeply, type Redact } from '../client/redact.ts';
import { BudgetSpent, NoResponse, type Ending, type Exchange } from '../exchange.ts';
import { isKnownFinding, type KnownFailure } from './baseline.ts';
import { encodeReplay, forAll, noSuchCase, type Flaky, type Replay } from './for-all.ts';
import { odditiesOf } from './oddities.ts';
import { otherSpellingIn } from './other-spelling.ts';
import type { Job } from './plan.ts';

/** As much of a response as a report shows. */
export interface ShownResponse {
  readonly status: number;
  readonly contentType: string;
  /** The start of the body; of a list, the agent that the finding is about. */
  readonly body: string;
  readonly ending: Ending;
}

/** A finding with what it takes to reproduce it. */
export interface Failure extends Omit<Finding, 'exchange' | 'agentId' | 'expected'> {
  readonly slug: string;
  readonly expected: string;
  /** The method and the path of the request that shows it. */
  readonly operation?: string;
  readonly response?: ShownResponse;
  /** The position of that request in the order of sending. */
  readonly sequence?: number;
  /** The request that shows it, as shell lines without a key; undefined when no request does. The last one sends it. */
  readonly curl?: string;
  readonly replay: string;
  /** True where an exchange shows it by itself, whatever the check looks at. */
  readonly isOfModel?: true;
  /** Set where it did not fail each time that it was repeated. */
  readonly flaky?: Flaky;
}

/** A text about one clause. */
interface Remark {
  readonly requirement: RequirementId;
  readonly text: string;
}

/** What no clause forbids, and every user would rather not have. */
export interface Warning {
  readonly text: string;
  /** The request that shows it, as shell lines without a key. */
  readonly curl?: string;
}

/** The result of one check. Plain data, without keys. */
export interface CheckResult extends Pick<Check, 'id' | 'title' | 'profile' | 'requirements'> {
  readonly level: RequirementLevel;
  readonly outcome: Outcome;
  /** Why it is untested, not offered or an error. */
  readonly reason?: string;
  /** False when it ended early, so that clauses without a finding were not checked. */
  readonly completed: boolean;
  readonly failures: readonly Failure[];
  /** Clauses that could not be checked, though others were. */
  readonly untested: readonly Remark[];
  /** Clauses of which no response of the run showed anything, and what would. */
  readonly notShown: readonly NotShown[];
  readonly observations: readonly Remark[];
  readonly warnings: readonly Warning[];
  readonly spent: Cost;
  readonly durationMs: number;
}

export interface SessionOptions extends Omit<Job, 'only' | 'harFile'> {
  readonly clock: Clock;
  /** True where properties run their sampled cases alone. */
  readonly sampledOnly?: boolean;
  /** False where it does not matter whether a failure is flaky. */
  readonly repeatsFailed?: false;
  /** True where the run ends with the first check that fails. */
  readonly untilFailure?: true;
  /** Known failures, which do not end a property's search for others. */
  readonly known?: readonly KnownFailure[];
  /** Called before each wait for a rate limit. */
  readonly onWait?: ((milliseconds: number) => void) | undefined;
  /** Called with each exchange when it has ended; it contains keys. */
  readonly record?: (exchange: Exchange) => void;
  /** Wraps the model, such as to record what it is given. */
  readonly withModel?: (model: Model) => Model;
}

/** What the checks of one run share. */
export interface Session {
  readonly options: SessionOptions;
  readonly clientFor: ClientFor;
  /** The meter of a planned check. */
  readonly meterOf: (check: Check) => Meter;
  /** Whether a check has failed, and the run ends with that. */
  readonly isEnough: () => boolean;
  readonly addResult: (result: CheckResult) => void;
  /** Rejects with BudgetSpent when the time of the run is over. */
  readonly timeIsOver: Promise<never>;
  readonly isOver: () => boolean;
  readonly clock: Clock;
  readonly fixtures: Fixtures;
  readonly model: Model;
  readonly origins: Origins;
  readonly redact: Redact;
  readonly close: () => void;
}

// Enough that those of one cause do not hide those of another.
const maxFailures = 40;
const maxShownLength = 4000;
const probeTimeoutMs = 5000;
const openRequirements = new Set(requirements.filter(({ level }) => level === 'open').map(({ id }) => id));

/** What a check recorded while it ran. */
interface CheckLog {
  /** The labels of the check's properties. */
  readonly labels: string[];
  readonly failures: Failure[];
  readonly untested: Remark[];
  readonly notShown: NotShown[];
  readonly observations: Remark[];
  readonly warnings: Warning[];
}

type End = Pick<CheckResult, 'outcome' | 'reason' | 'completed'>;

/** Adds a failure, once for each clause and expectation, up to a maximum. One of a property has the smaller case. */
function addFailure({ failures }: CheckLog, failure: Failure): void {
  const known = failures.findIndex(
    ({ requirement, expected }) => requirement === failure.requirement && expected === failure.expected,
  );
  if (known >= 0) {
    if (failures[known]?.isOfModel === true && failure.isOfModel === undefined) failures[known] = failure;
    return;
  }
  const own = failures.filter(({ isOfModel }) => isOfModel === failure.isOfModel);
  if (own.length < maxFailures) failures.push(failure);
}

/** What a report has of the exchange of a finding; one without a response has no status. */
function shown(
  { exchange, agentId }: Pick<Finding, 'exchange' | 'agentId'>,
  { options: { target }, origins }: Session,
): Pick<Failure, 'curl' | 'operation' | 'response' | 'sequence'> {
  if (exchange === undefined) return {};
  const { request, url, status, headers, text, ending } = exchange as Partial<Exchange> & Exchange;
  const contentType = headers?.['content-type'] ?? '';
  const agent = agentId === undefined ? undefined : agentsOf(exchange).find(({ id }) => id === agentId);
  const body = (agent === undefined ? (text ?? '') : JSON.stringify(agent)).slice(0, maxShownLength);
  return {
    operation: `${request.method} ${new URL(url).pathname}`,
    curl: origins.curlLines(request, url, target, agentId).join('\n'),
    ...(status !== undefined && {
      response: { status, contentType, body, ending },
      sequence: exchange.sequence,
    }),
  };
}

function addObservation({ observations }: CheckLog, remark: Remark): void {
  const { requirement, text } = remark;
  const isKnown = observations.some((one) => one.requirement === requirement && one.text === text);
  if (!isKnown) observations.push(remark);
}

function addWarning({ warnings }: CheckLog, session: Session, text: string, exchange?: Exchange): void {
  if (warnings.some((one) => one.text === text)) return;
  const { curl } = exchange === undefined ? {} : shown({ exchange }, session);
  warnings.push({ text, ...(curl !== undefined && { curl }) });
}

type Add = (
  finding: Finding,
  facts?: Pick<Failure, 'isOfModel' | 'flaky'>,
  property?: Replay['property'],
) => void;

/** Turns findings of a check into failures of its log. Throws for a clause that the source leaves open. */
function createAdd({ id, profile }: Check, session: Session, log: CheckLog): Add {
  return (finding, facts = {}, property) => {
    const { requirement, exchange } = finding;
    const { slug, expected } = readExpectation(finding.expected);
    const spelling = otherSpellingIn(expected, finding.actual, exchange);
    const actual = spelling === undefined ? finding.actual : `${finding.actual}; ${spelling}`;
    if (openRequirements.has(requirement) && profile !== 'reference') {
      throw new Error(`${id} tried to fail ${requirement}, which the source leaves open`);
    }
    const replay = encodeReplay({ checkId: id, seed: session.options.seed, ...(property && { property }) });
    addFailure(log, { requirement, slug, expected, actual, replay, ...shown(finding, session), ...facts });
  };
}

function contextOf(check: Check, session: Session, meter: Meter, log: CheckLog): CheckContext {
  const { options, clientFor, fixtures, model } = session;
  const replaying = options.replay?.checkId === check.id ? options.replay : undefined;
  const seed = deriveSeed(options.seed, check.id);
  const add = createAdd(check, session, log);
  const warn: CheckContext['warn'] = (text, exchange) => addWarning(log, session, text, exchange);
  const onSend: OnSend = (request) => {
    const { onResponse, onSilence } = model.start(request, (findings) => {
      for (const finding of findings) add(finding, { isOfModel: true });
    });
    const look = (exchange: Exchange): void => {
      onResponse(exchange);
      for (const text of odditiesOf(exchange)) warn(text, exchange);
    };
    return { onResponse: look, onSilence };
  };
  return {
    target: options.target,
    client: clientFor(meter, onSend),
    clock: session.clock,
    fixtures,
    model,
    seed,
    isWhole: isWhole(options.profile),
    some: (cases, count) =>
      isWhole(options.profile)
        ? cases
        : somePositions(cases.length, count, seed).flatMap((at) => cases.slice(at, at + 1)),
    report: (findings, exchange) => {
      for (const finding of [findings].flat()) add({ ...(exchange && { exchange }), ...finding });
    },
    untested: (reason, ...ids) => {
      const clauses = ids.length > 0 ? ids : check.requirements;
      log.untested.push(...clauses.map((requirement) => ({ requirement, text: reason })));
    },
    notShown: (found) => void log.notShown.push(found),
    observe: (requirement, text) => addObservation(log, { requirement, text }),
    warn,
    forAll: async (property) => {
      log.labels.push(property.label);
      const { label } = property;
      const found = await forAll(property, {
        checkSeed: seed,
        runs: options.runs,
        meter,
        replay: replaying?.property,
        sampledOnly: options.sampledOnly,
        isWhole: isWhole(options.profile),
        isKnown: (finding) => isKnownFinding(options.known ?? [], check.id, label, finding),
        onKnown: (finding, path) => add(finding, {}, { label, path }),
      });
      for (const finding of found?.findings ?? [])
        add(finding, found?.flaky && { flaky: found.flaky }, found);
    },
  };
}

/** Whether the target still responds to anything: one that is down is not blamed for one request. */
async function stillResponds({ client }: CheckContext): Promise<boolean> {
  const probe = { method: 'GET', path: '/api/agents', idleTimeoutMs: probeTimeoutMs, raw: true };
  return client.send(probe).then(
    () => true,
    (error: unknown) => !(error instanceof NoResponse),
  );
}

async function endOfError(error: unknown, check: Check, context: CheckContext): Promise<End> {
  if (error instanceof Untested || error instanceof BudgetSpent) {
    return { outcome: 'untested', reason: error.message, completed: false };
  }
  if (error instanceof NoResponse) {
    if (!(await stillResponds(context))) {
      return { outcome: 'error', reason: `the target stopped responding: ${error.code}`, completed: false };
    }
    if (levelOf(check) === 'open' && check.profile !== 'reference') {
      return { outcome: 'untested', reason: error.message, completed: false };
    }
    const operation = validOperationOf(error.request, error.url);
    if (operation === undefined) {
      const reason = `${error.message} to ${error.request.method} ${new URL(error.url).pathname}`;
      return { outcome: 'error', reason, completed: false };
    }
    const exchange = { request: error.request, url: error.url } as Exchange;
    const requirement = clauseOfSuccess[operation];
    context.report({ requirement, expected: 'response-at-all', actual: error.message, exchange });
    return { outcome: 'fail', completed: false };
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { outcome: 'error', reason, completed: false };
}

/** A check is untested as a whole when all of its clauses are, or when it has no case for the replay. */
function endOfRun(check: Check, log: CheckLog, { options: { replay }, model }: Session): End {
  const label = replay?.checkId === check.id ? replay.property?.label : undefined;
  if (label !== undefined && !log.labels.includes(label)) {
    return { outcome: 'untested', reason: noSuchCase, completed: false };
  }
  for (const [requirement, text] of model.untestable())
    if (check.requirements.includes(requirement)) log.untested.push({ requirement, text });
  const untested = new Set(log.untested.map(({ requirement }) => requirement));
  const [first] = log.untested;
  if (first !== undefined && check.requirements.every((id) => untested.has(id))) {
    return { outcome: 'untested', reason: first.text, completed: true };
  }
  return { outcome: 'pass', completed: true };
}

/** Runs one check to its end. Never rejects; the result contains no keys. */
export async function runCheck(check: Check, session: Session): Promise<CheckResult> {
  const log: CheckLog = {
    labels: [],
    failures: [],
    untested: [],
    notShown: [],
    observations: [],
    warnings: [],
  };
  const meter = session.meterOf(check);
  const context = contextOf(check, session, meter, log);
  const began = performance.now();
  // A check that does not end by itself is left behind; it can send nothing more.
  const run = session.isOver() ? session.timeIsOver : Promise.race([check.run(context), session.timeIsOver]);
  const end = await run.then(
    () => endOfRun(check, log, session),
    (error: unknown) => endOfError(error, check, context),
  );
  meter.close();
  const { id, title, profile, requirements: clauses } = check;
  const { failures, untested, notShown, observations, warnings } = log;
  const result: CheckResult = {
    id,
    title,
    level: levelOf(check),
    profile,
    requirements: clauses,
    ...end,
    ...(failures.length > 0 && end.outcome !== 'error' && { outcome: 'fail' as const }),
    failures,
    untested,
    notShown,
    observations,
    warnings,
    spent: meter.spent(),
    durationMs: performance.now() - began,
  };
  return redactDeeply(result, session.redact);
}
