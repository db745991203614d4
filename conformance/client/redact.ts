import type { Target } from '../target.ts';

/** Takes keys out of a text, near misses and encoded forms of them too. */
export type Redact = (text: string) => string;

// Shorter pieces of a key occur by chance, and tell nobody anything.
const gramLength = 8;
const mask = '[redacted]';

/** ASCII only, so that the text keeps its length. */
function folded(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function gramsOf(secret: string): string[] {
  const text = folded(secret);
  return Array.from({ length: Math.max(0, text.length - gramLength + 1) }, (_, at) =>
    text.slice(at, at + gramLength),
  );
}

/** The secret as base64 shows it at each of its three alignments, without the characters at the edges. */
function base64Forms(secret: string): string[] {
  return ['', 'x', 'xx'].map((pad) =>
    Buffer.from(pad + secret)
      .toString('base64')
      .slice(pad === '' ? 0 : 4, -4),
  );
}

/** Masks each run of a text that shares 8 characters or more with a secret, in either case. */
export function createRedactor(secrets: readonly string[]): Redact {
  const grams = new Set(secrets.flatMap((secret) => [secret, ...base64Forms(secret)]).flatMap(gramsOf));
  return (text) => {
    const lower = folded(text);
    let redacted = '';
    let kept = 0;
    for (let at = 0; at + gramLength <= lower.length; at += 1) {
      if (!grams.has(lower.slice(at, at + gramLength))) continue;
      let end = at + gramLength;
      while (end < lower.length && grams.has(lower.slice(end - gramLength + 1, end + 1))) end += 1;
      redacted += text.slice(kept, at) + mask;
      kept = end;
      at = end - 1;
    }
    return redacted + text.slice(kept);
  };
}

/** The same for every string inside a value made of plain objects and arrays. */
export function redactDeeply<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => redactDeeply(item, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => [
    redact(key),
    redactDeeply(item, redact),
  ]);
  return Object.fromEntries(entries) as T;
}

/** The keys of a target: what no report may hold. */
export function secretsOf(target: Target): string[] {
  return Object.values(target.stores).flatMap((store) => (store === undefined ? [] : [store.key]));
}
