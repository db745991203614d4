/** The host of an address that clients connect to: 0.0.0.0 and :: are where to listen, not where to connect. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
