import ipaddr from 'ipaddr.js';

/**
 * Whether an address belongs to the public internet. Private, loopback, link-local (cloud metadata), multicast
 * and reserved ranges do not, and neither does an IPv6 address that carries an IPv4 one of these inside.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const inner = innerIpv4(address.toByteArray(), address.range());
  return inner === null ? address.range() === 'unicast' : isPublicAddress(inner);
}

// NAT64 (64:ff9b::/96) carries the IPv4 address in its last four bytes, 6to4 (2002::/16) in bytes 2 to 5.
function innerIpv4(bytes: readonly number[], range: string): string | null {
  if (range === 'rfc6052') return bytes.slice(12).join('.');
  if (range === '6to4') return bytes.slice(2, 6).join('.');
  return null;
}
