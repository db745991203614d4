import { join } from 'node:path';
import { isListening } from '../../server/testing/child-process.ts';
import { type RunningProxy, startProxy } from './start-proxy.ts';

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

/** Runs nginx with `nginx.conf` of this folder. */
export function startNginx(options: NginxOptions): Promise<RunningProxy> {
  const { certFile, keyFile, servicePort, command = ['nginx'] } = options;
  const { requestsPerAddress = 200, requestRate = '100r/s', isAddressLimited = true } = options;
  return startProxy('nginx.conf', {
    replacements: ({ folder, httpsPort, httpPort }) => [
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
    ],
    command: ({ folder }) => {
      const files = ['-p', folder, '-c', 'nginx.conf', '-e', join(folder, 'error.log')];
      return [...command, ...files, '-g', 'daemon off;'];
    },
    isReady: ({ httpsPort }) => isListening(httpsPort),
  });
}
