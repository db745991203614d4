const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const minuteMs = 60_000;
// Not days: 38 hours ago may be yesterday or the day before.
const units = [
  ['minute', minuteMs, 60],
  ['hour', 60 * minuteMs, 24],
] as const;

/**
 * A point in time in the browser's zone, in the words of a sentence: near ones as a distance, others as a date. The title has
 * the minute.
 */
export function Time({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={full.format(date)}>
      {near(date.getTime() - Date.now()) ?? day.format(date)}
    </time>
  );
}

/** The same to the minute, for logs. */
export function Minute({ at }: { readonly at: string }) {
  return <time dateTime={at}>{full.format(new Date(at))}</time>;
}

function near(distanceMs: number): string | undefined {
  if (Math.abs(distanceMs) < minuteMs) return 'just now';
  for (const [unit, unitMs, max] of units) {
    const count = Math.round(distanceMs / unitMs);
    if (Math.abs(count) < max) return relative.format(count, unit);
  }
  return undefined;
}
