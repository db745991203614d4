import type { Target } from '../exchange.ts';

/** Masks keys in a text, also near misses and base64 forms of them. */
export type Redact = (text: string) => string;

// Shorter pieces of a key occur by chance.
const gramLength = 8;
const mask = '[redacted]';

/** ASCII letters only, so that the text keeps its length. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function gramsOf(secret: string): string[] {
  const text = lowerCase(secret);
  return Array.from({ length: Math.max(0, text.length - gramLength + 1) }, (_, at) =>
    text.slice(at, at + gramLength),
  );
}

/** The secret in base64 at each of the three alignments, without the characters at the edges. */
export function base64Forms(secret: string): string[] {
  return ['', 'x', 'xx'].map((pad) =>
    Buffer.from(pad + secret)
      .toString('base64')
      .slice(pad === '' ? 0 : 4, -4),
  );
}

/** Masks each part of a text that shares 8 characters or more with a secret, ignoring case. */
export function createRedactor(secrets: readonly string[]): Redact {
  const grams = new Set(secrets.flatMap((secret) => [secret, ...base64Forms(secret)]).flatMap(gramsOf));
  return (text) => {
    const lower = lowerCase(text);
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

/** Redacts every string and key of a JSON value. */
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

/** The keys of a target, which no report may contain. */
export function secretsOf(target: Target): string[] {
  return Object.values(target.stores).flatMap((store) => (store === undefined ? [] : [store.key]));
}
