import type { RequirementId } from '../../generated/requirements.ts';
import { readExpectation, type Finding } from '../check.ts';
import { NoResponse, type ApiRequest, type Target } from '../exchange.ts';
import { createModel } from '../model/model.ts';
import { exchangeOfLine, requestOfLine, type RecordLine } from './record.ts';

/** What the model finds in a record. */
export interface RecordResult {
  /** The number of exchanges. */
  readonly exchanges: number;
  /** When the first request was sent, and the last, in Unix milliseconds. */
  readonly sentBetween: readonly [first: number, last: number];
  readonly baseUrl: string;
  /** The violated clauses, each with what the first finding was. */
  readonly violated: ReadonlyMap<RequirementId, string>;
}

function parseLines(record: string): readonly RecordLine[] {
  const lines = record.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as RecordLine;
    } catch {
      throw new Error(`line ${index + 1} of the record is no JSON`);
    }
  });
}

function targetOf([first]: readonly RecordLine[]): Target {
  if (first?.type !== 'target') throw new Error('the record does not begin with its target');
  return { ...first.target, idleTimeoutMs: 0, readOnly: false, insecure: false };
}

/** Throws Error where a request is missing: the model depends on the order of all of them. */
function requireNext(expected: number, id: number): void {
  if (id !== expected) throw new Error(`request ${expected} is missing in the record: request ${id} follows`);
}

/**
 * Verifies the recorded exchanges again, in the order in which they happened, by the model that a run has. Throws Error for
 * a record that no run writes: a request is missing, or has two responses.
 */
export function verifyRecord(record: string): RecordResult {
  const lines = parseLines(record);
  const target = targetOf(lines);
  const model = createModel(target);
  const violated = new Map<RequirementId, string>();
  const open = new Map<number, ReturnType<typeof model.start> & { readonly request: ApiRequest }>();
  const times: number[] = [];
  let sent = 0;
  const add = (findings: readonly Finding[]): void => {
    for (const { requirement, expected, actual } of findings)
      if (!violated.has(requirement))
        violated.set(requirement, `${readExpectation(expected).expected}; ${actual}`);
  };
  const take = (id: number) => {
    const started = open.get(id);
    if (started === undefined)
      throw new Error(`the response to request ${id} has no request, or is there twice`);
    open.delete(id);
    return started;
  };
  for (const line of lines.slice(1)) {
    if (line.type === 'sent') {
      requireNext(sent + 1, line.id);
      sent += 1;
      const request = requestOfLine(line.request);
      open.set(line.id, { request, ...model.start(request, add) });
    } else if (line.type === 'response') {
      const { request, onResponse } = take(line.id);
      times.push(line.exchange.startedAt);
      onResponse(exchangeOfLine(request, line.exchange));
    } else if (line.type === 'silence') {
      const { request, onSilence } = take(line.id);
      onSilence(new NoResponse(request, request.path, line.code));
    }
  }
  add(model.relations());
  return {
    exchanges: times.length,
    sentBetween: [Math.min(...times), Math.max(...times)],
    baseUrl: target.baseUrl,
    violated,
  };
}
