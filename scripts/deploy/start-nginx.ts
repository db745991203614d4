import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isListening, startChild } from '../../server/testing/child-process.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { programEnvironment } from '../../server/testing/programs.ts';

export interface RunningNginx {
  readonly httpsPort: number;
  readonly httpPort: number;
  stop(): Promise<void>;
}

export interface NginxOptions {
  readonly certFile: string;
  readonly keyFile: string;
  /** The service's plain port. */
  readonly servicePort: number;
  /** The limit for an address, in requests in progress; 200 by default. */
  readonly requestsPerAddress?: number;
  /** How fast an address may send beyond a burst of 200 requests, as nginx writes it. */
  readonly requestRate?: string;
  /** False for loads from one address. */
  readonly isAddressLimited?: boolean;
  /** The program, and what runs before it. */
  readonly command?: readonly [string, ...string[]];
}

/** Runs nginx with `nginx.conf` of this folder on free ports of 127.0.0.1. Throws when it exits at once. */
export async function startNginx(options: NginxOptions): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const ports = { httpsPort: await freePort(), httpPort: await freePort() };
  writeFileSync(join(folder, 'nginx.conf'), renderConfig(folder, ports, options));
  const [program, ...before] = options.command ?? ['nginx'];
  const args = [
    ...before,
    '-p',
    folder,
    '-c',
    'nginx.conf',
    '-e',
    join(folder, 'error.log'),
    '-g',
    'daemon off;',
  ];
  const child = startChild([program, ...args], { env: programEnvironment });
  await child.until(() => isListening(ports.httpsPort));
  return {
    ...ports,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** nginx.conf with other ports, files and user. Throws when it no longer has a line that is replaced. */
function renderConfig(
  folder: string,
  { httpsPort, httpPort }: Pick<RunningNginx, 'httpsPort' | 'httpPort'>,
  options: NginxOptions,
): string {
  const { certFile, keyFile, servicePort } = options;
  const { requestsPerAddress = 200, requestRate = '100r/s', isAddressLimited = true } = options;
  const replacements: [from: RegExp, to: string][] = [
    [/^user www-data;/m, process.getuid?.() === 0 ? 'user root;' : ''],
    [/\/run\/nginx\.pid/, join(folder, 'nginx.pid')],
    [/\/var\/log\/nginx\/error\.log/, join(folder, 'error.log')],
    [/^ *listen \[::\].*$/gm, ''],
    [/listen 443/, `listen 127.0.0.1:${httpsPort}`],
    [/listen 80/, `listen 127.0.0.1:${httpPort}`],
    [/127\.0\.0\.1:8080/, `127.0.0.1:${servicePort}`],
    [/default 1;/, isAddressLimited ? 'default 1;' : 'default "";'],
    [/rate=100r\/s;/, `rate=${requestRate};`],
    [/limit_conn connections 200;/, `limit_conn connections ${requestsPerAddress};`],
    [/\/etc\/ssl\/agents\.example\.pem/, certFile],
    [/\/etc\/ssl\/agents\.example-key\.pem/, keyFile],
  ];
  const config = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8');
  return replacements.reduce((text, [from, to]) => {
    if (text.search(from) === -1) throw new Error(`nginx.conf has nothing that matches ${from}`);
    return text.replace(from, to);
  }, config);
}
