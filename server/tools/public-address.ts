import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet. Private, loopback, link-local (cloud metadata), multicast
 * and reserved ranges do not, nor IPv6 outside 2000::/3, nor an IPv6 address that carries an IPv4 one of these.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const inner = innerIpv4(address.toByteArray(), address.range());
  if (inner !== null) return isPublicAddress(inner);
  // `unicast` is only what no other range has: ::7f00:1 too, an old way to write 127.0.0.1.
  return address.range() === 'unicast' && address.match(globalUnicast);
}

// NAT64 (64:ff9b::/96) carries the IPv4 address in its last four bytes, 6to4 (2002::/16) in bytes 2 to 5.
function innerIpv4(bytes: readonly number[], range: string): string | null {
  if (range === 'rfc6052') return bytes.slice(12).join('.');
  if (range === '6to4') return bytes.slice(2, 6).join('.');
  return null;
}
