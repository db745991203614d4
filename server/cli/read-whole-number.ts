import { InvalidArgumentError } from 'commander';

/** Reads an option's value. Throws InvalidArgumentError, which Commander reports with the option's name. */
export function readWholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}
