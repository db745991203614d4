import type { Target } from '../exchange.ts';

/** Masks keys in a text, also near misses and base64 forms of them. */
export type Redact = (text: string) => string;

// Shorter pieces of a key occur by chance.
const pieceLength = 8;
const mask = '[redacted]';

/** Every piece of a secret of that length, as a pattern. */
function piecesOf(secret: string): string[] {
  const count = Math.max(0, secret.length - pieceLength + 1);
  const pieces = Array.from({ length: count }, (_, at) => secret.slice(at, at + pieceLength));
  return pieces.map((piece) => piece.replaceAll(/\W/g, String.raw`\$&`));
}

/** The secret in base64 at each of the three alignments, without the characters at the edges. */
export function base64Forms(secret: string): string[] {
  return ['', 'x', 'xx'].map((pad) =>
    Buffer.from(pad + secret)
      .toString('base64')
      .slice(pad === '' ? 0 : 4, -4),
  );
}

/** A secret as texts and JSON texts have it. */
function formsOf(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), ...base64Forms(secret)];
}

/** Masks each part of a text that shares 8 characters or more with a secret, ignoring case. */
export function createRedactor(secrets: readonly string[]): Redact {
  const pieces = [...new Set(secrets.flatMap(formsOf).flatMap(piecesOf))];
  if (pieces.length === 0) return (text) => text;
  // Overlapping pieces are one match: each character that begins a piece, and the rest of the last piece.
  const pattern = new RegExp(`(?:(?=${pieces.join('|')})[^])+[^]{${pieceLength - 1}}`, 'gi');
  return (text) => text.replaceAll(pattern, mask);
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
