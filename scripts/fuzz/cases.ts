import { bytesOf, changeBytes, changeRequest } from './mutate.ts';
import { createRandomOf, type Random } from '../random.ts';
import { validRequest, type Credentials } from './valid-requests.ts';

/** What is sent on one connection. */
export interface FuzzCase {
  readonly index: number;
  /** Written one after the other. */
  readonly writes: readonly Buffer[];
  /** Whether the client leaves at once, without reading. */
  readonly leaves: boolean;
}

/** The case with number `index` of a run: the same for the same seed, index and credentials. */
export function caseOf(seed: number, index: number, credentials: Credentials): FuzzCase {
  const random = createRandomOf(seed, index);
  const requests = random.chance(0.1) ? 2 + random.below(11) : 1;
  const parts = Array.from({ length: requests }, () => requestBytes(credentials, random));
  const bytes = Buffer.concat(parts);
  const leaves = random.chance(0.05);
  const cut = leaves || random.chance(0.03) ? random.below(bytes.length + 1) : bytes.length;
  return { index, writes: split(bytes.subarray(0, cut), random), leaves };
}

function requestBytes(credentials: Credentials, random: Random): Buffer {
  let bytes = bytesOf(changeRequest(validRequest(credentials, random), random));
  // Most such changes end in the HTTP parser: few, so that the rest of the service is reached.
  if (random.chance(0.3)) bytes = changeBytes(bytes, random);
  return bytes;
}

function split(bytes: Buffer, random: Random): Buffer[] {
  if (!random.chance(0.2)) return [bytes];
  const at = random.below(bytes.length + 1);
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
