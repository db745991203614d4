/** What a Retry-After header asks for: a wait in milliseconds, or why it cannot be read. */
export type RetryAfter =
  | { readonly type: 'wait'; readonly milliseconds: number; readonly form: 'seconds' | 'date' }
  | { readonly type: 'malformed'; readonly reason: string };

const httpDate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Reads both forms that HTTP allows: whole seconds, or a date. A date is held against the Date header of the same
 * response where there is one, so that clocks need not agree; `localNow` is in milliseconds.
 */
export function readRetryAfter(
  value: string | undefined,
  dateHeader: string | undefined,
  localNow: number,
): RetryAfter {
  if (value === undefined) return { type: 'malformed', reason: 'there is no Retry-After header' };
  const text = value.trim();
  if (/^\d+$/.test(text)) return { type: 'wait', milliseconds: Number(text) * 1000, form: 'seconds' };
  if (!httpDate.test(text) || Number.isNaN(Date.parse(text))) {
    return {
      type: 'malformed',
      reason: `Retry-After is neither whole seconds nor an HTTP date: ${text.slice(0, 60)}`,
    };
  }
  const sentAt = Date.parse(dateHeader ?? '');
  const now = Number.isNaN(sentAt) ? localNow : sentAt;
  return { type: 'wait', milliseconds: Math.max(0, Date.parse(text) - now), form: 'date' };
}
