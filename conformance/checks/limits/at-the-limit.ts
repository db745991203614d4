import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext } from '../../check.ts';
import type { AgentCreate, ApiRequest, Exchange } from '../../exchange.ts';
import { maxAdmitted } from './measure-limit.ts';
import { agentsOf } from '../../model/listed-agents.ts';
import { readReply } from '../../model/read-stream.ts';

const unknownKey = `Bearer svc_${'4qQ1'.repeat(8)}`;

/** Requests of all kinds that come between those of a store at its limit. */
function others(body: AgentCreate | undefined, hasSecond: boolean): readonly ApiRequest[] {
  const credential = { type: 'store', store: 'limited' } as const;
  const list = { method: 'GET', path: '/api/agents' };
  const create = { method: 'POST', path: '/api/agents', credential };
  return [
    { ...list, credential: { type: 'none' } },
    { ...list, credential: { type: 'header', value: unknownKey, shell: unknownKey } },
    { ...create, json: {} },
    ...(body === undefined ? [] : [{ ...create, json: body }]),
    { method: 'GET', path: '/api/widget/config', credential },
    { ...list, credential: { type: 'store', store: 'main' } },
    ...(hasSecond ? [{ ...list, credential: { type: 'store', store: 'second' } } as const] : []),
    { method: 'OPTIONS', path: '/api/agents', credential: { type: 'none' } },
  ];
}

const nameBeyondLimit = 'Conformance: beyond the rate limit';

/**
 * Sends requests of other kinds for a store at its limit. Reports a limit that they lift, twice: plain requests after them
 * are admitted, and not before them. Where creates are not counted, none is sent. Source 8. Returns whether a create was rejected with 429.
 */
export async function verifyOthersLiftNothing(
  context: CheckContext,
  plain: () => Promise<Exchange>,
  limit: number,
  countsCreates = true,
): Promise<boolean> {
  const twin = await context.fixtures.acceptedCreate();
  const body = countsCreates ? { ...twin, name: nameBeyondLimit } : undefined;
  const sendOthers = async (): Promise<boolean> => {
    let isCreateRejected = false;
    for (const request of others(body, context.target.stores.second !== undefined)) {
      const isMain = request.credential?.type === 'store' && request.credential.store === 'main';
      // Requests of the main store wait where it is at a limit of its own.
      const { status } = await context.client.send({ ...request, raw: !isMain });
      if (body !== undefined && request.json === body) isCreateRejected = status === 429;
    }
    return isCreateRejected;
  };
  let isCreateRejected = false;
  for (let round = 0; round < 2; round += 1) {
    if ((await admittedUntilRejected(plain, limit)) > limit) return false;
    const began = context.clock.now();
    isCreateRejected = await sendOthers();
    const admitted = await admittedUntilRejected(plain, limit);
    // A limit that refills admits some by itself.
    if (admitted <= maxAdmitted(limit, context.clock.now() - began) - limit + 1) return isCreateRejected;
  }
  const expected = 'status 429 beyond the limit, whatever other requests came between';
  const actual =
    'admitted after requests of other stores, without a key, with an unknown one, and creates; before them 429';
  context.report({ requirement: 'R-8-06', expected, actual });
  return isCreateRejected;
}

/** Sends until a request is 429; how many were not, limit + 1 at most. */
async function admittedUntilRejected(plain: () => Promise<Exchange>, limit: number): Promise<number> {
  let admitted = 0;
  while (admitted <= limit && (await plain()).status !== 429) admitted += 1;
  return admitted;
}

/** How many agents of a list have the name of creates beyond the limit. */
export function countBeyondLimit(list: Exchange | undefined): number {
  return list === undefined ? 0 : agentsOf(list).filter(({ name }) => name === nameBeyondLimit).length;
}

/** Source 4.3: a create that was rejected with 429 created nothing. `before` are of earlier runs. */
export function verifyNoneCreated(context: CheckContext, before: number, list: Exchange | undefined): void {
  if (countBeyondLimit(list) <= before) return;
  const requirement: RequirementId = 'R-4.3-09';
  const expected = 'no agent of a create that was rejected with 429';
  context.report({ requirement, expected, actual: `${JSON.stringify(nameBeyondLimit)} in the list` }, list);
}

/** Whether a reply is nothing but an error event about a limit, in place of a 429. */
export function isLimitInStream(exchange: Exchange): boolean {
  const { failed, text, events } = readReply(exchange);
  const last = JSON.stringify(events.at(-1)) ?? '';
  return failed && text === '' && /429|rate.?limit|too many requests/i.test(last);
}
