import type { Result } from './records.ts';

/** What a shopper got from a reply: exactly one of these (decision 0042). */
export const results = [
  'helped',
  'small_talk',
  'nothing_found',
  'not_known',
  'declined',
  'failed',
  'limited',
  'left',
] as const satisfies readonly Result[];

/** Those that were no help to the shopper. */
export const withoutHelp = [
  'nothing_found',
  'not_known',
  'declined',
  'failed',
  'limited',
] as const satisfies readonly Result[];
