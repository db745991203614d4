import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { createClients } from '../client/client.ts';
import { createMeter, unlimited } from '../client/meter.ts';
import { describeRejection } from '../client/describe-exchange.ts';
import { createRedactor, secretsOf } from '../client/redact.ts';
import { openTransport } from '../client/transport.ts';
import { NoResponse, type Exchange, type Target } from '../exchange.ts';
import { systemClock } from '../runner/run-plan.ts';
import { UsageError } from './usage-error.ts';

const paths = ['/api/agents', '/api/widget/config'];
const http2Only = 'it speaks HTTP/2 only; let it, or a proxy, offer HTTP/1.1 too';
const hints: Readonly<Record<number, string>> = {
  401: 'is it the key of a store there?',
  403: 'is --base-url where the API is served, and may the key use it?',
};

/** Whether the target speaks HTTP/2 and no HTTP/1.1, by what it chooses in the TLS handshake. */
async function speaksHttp2Only({ baseUrl, ca }: Target): Promise<boolean> {
  const { hostname, port, protocol } = new URL(baseUrl);
  if (protocol !== 'https:') return false;
  const chosen = (protocols: string[]): Promise<string | false> =>
    new Promise((resolve) => {
      const socket = connect({
        host: hostname,
        port: Number(port || 443),
        servername: isIP(hostname) === 0 ? hostname : '',
        ALPNProtocols: protocols,
        rejectUnauthorized: false,
        ...(ca !== undefined && { ca }),
      });
      const finish = (choice: string | false): void => {
        socket.destroy();
        resolve(choice);
      };
      socket.on('secureConnect', () => finish(socket.alpnProtocol ?? false));
      socket.on('error', () => finish(false));
      socket.setTimeout(5000, () => finish(false));
    });
  return (await chosen(['h2'])) === 'h2' && (await chosen(['http/1.1'])) !== 'http/1.1';
}

async function reasonOf({ code }: NoResponse, target: Target): Promise<string> {
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired; renew it (--insecure accepts it)';
  if (code === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet; compare the clocks';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for another host name';
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return `its certificate is not trusted (${code}); give --ca`;
  if (await speaksHttp2Only(target)) return http2Only;
  if (code === 'EPROTO') return 'it does not speak TLS';
  if (code === 'ENOTFOUND') return 'there is no such host (ENOTFOUND)';
  if (code === 'ECONNREFUSED') return 'nothing listens there (ECONNREFUSED)';
  if (code.startsWith('HPE_')) return `its response is no HTTP/1.1 (${code})`;
  return code === 'timeout' ? 'it does not respond' : code;
}

/** Throws UsageError when every path rejects the key with one status; checks report a rejection by one alone. */
async function requireAccepted(exchanges: readonly Exchange[], target: Target): Promise<void> {
  const [first] = exchanges;
  if (first === undefined || exchanges.some(({ status }) => status !== first.status)) return;
  const hint = hints[first.status];
  if (hint === undefined) return;
  if (await speaksHttp2Only(target)) throw new UsageError(`cannot test ${target.baseUrl}: ${http2Only}`);
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
    await requireAccepted(exchanges, target);
  } catch (error) {
    if (error instanceof NoResponse)
      throw new UsageError(`cannot reach ${target.baseUrl}: ${await reasonOf(error, target)}`);
    throw error;
  } finally {
    transport.close();
  }
}
