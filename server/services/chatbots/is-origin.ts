/** Exactly what a browser sends as Origin: over HTTPS, or plain HTTP from this machine (for trying a page out). */
export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.origin !== value) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** A host as an https address has it, with a port where it is not the usual one. */
export function isHost(value: string): boolean {
  return URL.parse(`https://${value}`)?.host === value;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
