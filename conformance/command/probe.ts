import { createMeter, unlimited } from '../client/budget.ts';
import { createClients } from '../client/client.ts';
import { describeRefusal } from '../client/describe-answer.ts';
import { NoAnswer, type Client, type Exchange } from '../client/exchange.ts';
import { createRedactor, secretsOf } from '../client/redact.ts';
import { openTransport } from '../client/transport.ts';
import { systemClock } from '../runner/session.ts';
import type { Target } from '../target.ts';
import { UsageError } from './usage-error.ts';

const paths = ['/api/agents', '/api/widget/config'];
const questions: Readonly<Record<number, string>> = {
  401: 'is it the key of a store there?',
  403: 'is --base-url where the API is served, and may the key use it?',
};

function reasonOf({ code }: NoAnswer): string {
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code))
    return `its certificate is not trusted (${code}); give --ca`;
  if (code === 'EPROTO') return 'it does not speak TLS';
  return code === 'timeout' ? 'it does not answer' : code;
}

async function exchangesWith(client: Client): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const path of paths) exchanges.push(await client.send({ method: 'GET', path, raw: true }));
  return exchanges;
}

/** Throws UsageError for one refusal everywhere; a refusal in one place alone is for the checks to judge. */
function requireWelcome(exchanges: readonly Exchange[], target: Target): void {
  const [first] = exchanges;
  if (first === undefined || exchanges.some(({ status }) => status !== first.status)) return;
  const question = questions[first.status];
  if (question === undefined) return;
  const refusal = createRedactor(secretsOf(target))(describeRefusal(first));
  throw new UsageError(`${target.baseUrl} refuses the key (${refusal}): ${question}`);
}

/** Throws UsageError when the target cannot be reached, or refuses the key wherever it is asked. */
export async function probe(target: Target): Promise<void> {
  const transport = openTransport(target);
  const parts = { target, transport, clock: systemClock, record: () => undefined, onWait: () => undefined };
  try {
    requireWelcome(await exchangesWith(createClients(parts)(createMeter(unlimited))), target);
  } catch (error) {
    if (error instanceof NoAnswer) throw new UsageError(`cannot reach ${target.baseUrl}: ${reasonOf(error)}`);
    throw error;
  } finally {
    transport.close();
  }
}
