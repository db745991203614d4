import type { ToolOutput } from './types.ts';

interface Bounds {
  readonly items: number;
  readonly characters: number;
}

// From generous to tight: long texts give way before items do.
const steps: readonly Bounds[] = [
  { items: 200, characters: 2000 },
  { items: 100, characters: 500 },
  { items: 50, characters: 300 },
  { items: 20, characters: 200 },
  { items: 10, characters: 100 },
  { items: 5, characters: 60 },
];

/**
 * Makes a tool's output fit `maxBytes` of JSON and keeps its shape: long texts and lists are shortened, and
 * `truncated: true` says so. An output that cannot be shortened enough is replaced by the start of its JSON.
 */
export function boundOutput(output: ToolOutput, maxBytes: number): ToolOutput {
  if (sizeOf(output) <= maxBytes) return output;
  for (const bounds of steps) {
    const shorter = { ...shortenEntries(output, bounds), truncated: true };
    if (sizeOf(shorter) <= maxBytes) return shorter;
  }
  return { truncated: true, text: JSON.stringify(output).slice(0, Math.floor(maxBytes / 8)) };
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function shorten(value: unknown, bounds: Bounds): unknown {
  if (typeof value === 'string') return shortenText(value, bounds.characters);
  if (Array.isArray(value)) return value.slice(0, bounds.items).map((item) => shorten(item, bounds));
  if (typeof value === 'object' && value !== null) return shortenEntries({ ...value }, bounds);
  return value;
}

function shortenEntries(value: ToolOutput, bounds: Bounds): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, bounds)]));
}

// Cutting inside a surrogate pair would leave half a character.
function shortenText(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed()}…`;
}
