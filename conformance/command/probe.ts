import { createMeter, unlimited } from '../client/budget.ts';
import { createClients } from '../client/client.ts';
import { NoAnswer, type Client } from '../client/exchange.ts';
import { openTransport } from '../client/transport.ts';
import { systemClock } from '../runner/session.ts';
import type { Target } from '../target.ts';
import { UsageError } from './usage-error.ts';

const paths = ['/api/agents', '/api/widget/config'];

function reasonOf({ code }: NoAnswer): string {
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code))
    return `its certificate is not trusted (${code}); give --ca`;
  if (code === 'EPROTO') return 'it does not speak TLS';
  return code === 'timeout' ? 'it does not answer' : code;
}

async function statusesOf(client: Client): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await client.send({ method: 'GET', path, raw: true })).status);
  return statuses;
}

/** Throws UsageError when the target cannot be reached, or refuses the key wherever it is asked. */
export async function probe(target: Target): Promise<void> {
  const transport = openTransport(target);
  const parts = { target, transport, clock: systemClock, record: () => undefined, onWait: () => undefined };
  try {
    const statuses = await statusesOf(createClients(parts)(createMeter(unlimited)));
    if (statuses.every((status) => status === 401)) {
      throw new UsageError(`${target.baseUrl} refuses the key (401): is it the key of a store there?`);
    }
  } catch (error) {
    if (error instanceof NoAnswer) throw new UsageError(`cannot reach ${target.baseUrl}: ${reasonOf(error)}`);
    throw error;
  } finally {
    transport.close();
  }
}
