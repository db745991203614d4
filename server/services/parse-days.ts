import { ServiceError } from '../errors.ts';
import { isDay, isTimeZone } from '../support/days.ts';

/** Days of the query of a list or of figures, both included. */
export interface QueriedDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** IANA name. */
  readonly timeZone: string;
}

/** Throws ServiceError `invalid_request` for an unknown time zone, a day that does not exist, and an empty range. */
export function requireDays({ timeZone, ...days }: QueriedDays): void {
  if (!isTimeZone(timeZone)) throw invalidQuery('time_zone must be the IANA name of a time zone');
  const { from, to } = days;
  for (const [name, day] of Object.entries({ from, to })) {
    if (day !== undefined && !isDay(day)) throw invalidQuery(`${name} must be a day, as 2026-11-22`);
  }
  if (from !== undefined && to !== undefined && from > to) throw invalidQuery('to must not be before from');
}

/** The error of a query that breaks a rule. */
export function invalidQuery(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}
