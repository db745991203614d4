import { createClients } from '../client/client.ts';
import { createMeter, unlimited } from '../client/meter.ts';
import { describeRejection } from '../client/describe-exchange.ts';
import { createRedactor, secretsOf } from '../client/redact.ts';
import { openTransport } from '../client/transport.ts';
import { NoResponse, type Exchange, type Target } from '../exchange.ts';
import { systemClock } from '../runner/run-plan.ts';
import { UsageError } from './usage-error.ts';

const paths = ['/api/agents', '/api/widget/config'];
const hints: Readonly<Record<number, string>> = {
  401: 'is it the key of a store there?',
  403: 'is --base-url where the API is served, and may the key use it?',
};

function reasonOf({ code }: NoResponse): string {
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code))
    return `its certificate is not trusted (${code}); give --ca`;
  if (code === 'EPROTO') return 'it does not speak TLS';
  return code === 'timeout' ? 'it does not respond' : code;
}

/** Throws UsageError when every path rejects the key with one status; checks report a rejection by one alone. */
function requireAccepted(exchanges: readonly Exchange[], target: Target): void {
  const [first] = exchanges;
  if (first === undefined || exchanges.some(({ status }) => status !== first.status)) return;
  const hint = hints[first.status];
  if (hint === undefined) return;
  const rejection = createRedactor(secretsOf(target))(describeRejection(first));
  throw new UsageError(`${target.baseUrl} rejects the key (${rejection}): ${hint}`);
}

/** Throws UsageError when the target cannot be reached, or rejects the key on every path. */
export async function probe(target: Target): Promise<void> {
  const transport = openTransport(target);
  const client = createClients({ target, transport, clock: systemClock })(createMeter(unlimited));
  try {
    const exchanges: Exchange[] = [];
    for (const path of paths) exchanges.push(await client.send({ method: 'GET', path, raw: true }));
    requireAccepted(exchanges, target);
  } catch (error) {
    if (error instanceof NoResponse)
      throw new UsageError(`cannot reach ${target.baseUrl}: ${reasonOf(error)}`);
    throw error;
  } finally {
    transport.close();
  }
}
