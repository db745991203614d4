/** A seed from a seed and a name: 31 bits, by FNV-1a. Order and company of checks do not change it. */
export function deriveSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${seed}/${name}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  // FNV leaves the last bytes' trace in the low bits alone.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & 0x7fffffff;
}
