import type { Finding } from '../check.ts';
import type { ApiRequest, Exchange } from '../exchange.ts';
import { clauseOfSuccess, operationOf, type OperationName } from './valid-request.ts';

/** A request without a response, or without the end of it. */
export interface Silence {
  readonly request: ApiRequest;
  readonly url: string;
  /** The system's code, `timeout`, or how the body ended. */
  readonly code: string;
}

interface Life {
  responses: number;
  /** The requests since the last response. */
  silent: Silence[];
}

const minSilences = 3;
// What a network between suite and target has no part in.
const ofTarget = new Set(['timeout', 'timed out', 'truncated', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

function findingOf(operation: OperationName, { responses, silent }: Life): readonly Finding[] {
  const last = silent.at(-1);
  if (responses === 0 || silent.length < minSilences || last === undefined) return [];
  const { request, url, code } = last;
  const actual = `stopped responding: ${code}, ${silent.length} times in a row, after ${responses} responses`;
  const expected = 'operation-still-responds';
  const exchange = { request, url } as Exchange;
  return [{ requirement: clauseOfSuccess[operation], expected, actual, exchange }];
}

/** Counts what the operations of a run leave without a response after they have worked. Source 4. */
export function createSilences() {
  const lives = new Map<OperationName, Life>();
  const lifeOf = ({ request, url }: Pick<Silence, 'request' | 'url'>): Life | undefined => {
    const operation = operationOf(request, url);
    if (operation === undefined) return undefined;
    const life = lives.get(operation) ?? { responses: 0, silent: [] };
    lives.set(operation, life);
    return life;
  };
  /** A request with a timeout of its own expects silence. */
  const wasSilent = (silence: Silence): void => {
    if (silence.request.idleTimeoutMs === undefined && ofTarget.has(silence.code))
      lifeOf(silence)?.silent.push(silence);
  };
  return {
    responded: (exchange: Exchange): void => {
      const life = lifeOf(exchange);
      if (exchange.ending === 'timed out') wasSilent({ ...exchange, code: exchange.ending });
      else if (life !== undefined) Object.assign(life, { responses: life.responses + 1, silent: [] });
    },
    wasSilent,
    findings: (): readonly Finding[] => [...lives].flatMap(([operation, life]) => findingOf(operation, life)),
  };
}
