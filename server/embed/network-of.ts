import ipaddr from 'ipaddr.js';

/**
 * What one customer of a network has: an IPv4 address, or the first 64 bits of an IPv6 one, within which anybody may
 * choose a new address for every request. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
