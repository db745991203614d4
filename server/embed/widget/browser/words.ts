import type { Phrases } from './phrases.ts';
import { RefusedError } from './service.ts';

/** What an agent is doing, in plain words. */
export function activityOf(tool: string, phrases: Phrases): string {
  if (tool.endsWith('search_catalog')) return phrases.searching;
  return /(?:get_product|lookup_catalog)$/.test(tool) ? phrases.looking : phrases.working;
}

/** What went wrong, with the wait in seconds where the service asked for one. */
export function wordsFor(failure: unknown, phrases: Phrases): string {
  if (!(failure instanceof RefusedError)) return phrases.offline;
  return failure.retryAfter === undefined
    ? phrases.failed
    : phrases.wait.replace('{n}', String(failure.retryAfter));
}
