import { isObject } from '../is-object.ts';

/**
 * Whether what came back is what was sent. Objects may have gained fields, which the source leaves open;
 * everything else is equal to the bit.
 */
export function isKept(sent: unknown, answered: unknown): boolean {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(answered) &&
      answered.length === sent.length &&
      sent.every((item, index) => isKept(item, answered[index]))
    );
  }
  if (isObject(sent)) {
    return isObject(answered) && Object.entries(sent).every(([name, value]) => isKept(value, answered[name]));
  }
  return Object.is(sent, answered) || (sent === 0 && answered === 0);
}

/** Absent and null are the same answer for an optional field (decision 0027 leaves it open). */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

const shown = 90;

/** Two values on one line; long texts from shortly before where they part. */
export function showDifference(sent: unknown, answered: unknown): string {
  const [before, after] = [show(sent), show(answered)];
  const longest = Math.max(before.length, after.length);
  if (longest <= 2 * shown) return `sent ${before}, got ${after}`;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const from = Math.max(0, at - 20);
  const piece = (text: string): string => `${from > 0 ? '...' : ''}${text.slice(from, from + shown)}`;
  return `sent ${before.length} characters, got ${after.length}; at ${at}: sent ${piece(before)}, got ${piece(after)}`;
}
