/** A seed from a seed and a name: 31 bits, by FNV-1a. Order and company of checks do not change it. */
export function deriveSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ (seed | 0);
  for (const byte of Buffer.from(`${seed}/${name}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
