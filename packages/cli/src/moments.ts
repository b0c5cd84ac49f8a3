import { InvalidArgumentError } from 'commander';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/**
 * Reads the value of an option that is a time, as epoch milliseconds. A date or time without a zone is in the time zone of the reader, as tables show
 * it.
 */
export function momentOption(text: string): number {
  // JavaScript reads a date alone as UTC, and a date with a time as local.
  const value = DATE.test(text) ? Date.parse(`${text}T00:00`) : TIME.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  if (Number.isNaN(value)) throw new InvalidArgumentError('Give a time such as 2026-11-01, 2026-11-01T08:00 or 2026-11-01T08:00:00Z.');
  return value;
}
