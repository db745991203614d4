import ipaddr from 'ipaddr.js';

/** A range of addresses in CIDR form. */
export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `10.0.0.0/8` or a single address; null for anything else. */
export function parseAddressRange(text: string): AddressRange | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Whether an address, as a socket or X-Forwarded-For gives it, lies in one of the ranges. */
export function isInRanges(address: string | undefined, ranges: readonly AddressRange[]): boolean {
  if (address === undefined || ranges.length === 0 || !ipaddr.isValid(address)) return false;
  // Unwrap IPv4-mapped IPv6.
  const peer = ipaddr.process(address);
  return ranges.some((range) => peer.kind() === range[0].kind() && peer.match([...range]));
}
