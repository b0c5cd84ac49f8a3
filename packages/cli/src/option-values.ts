import { type Command, InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number from 1. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return value;
}

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

/** Options of the lists of executions that name a period. */
export type PeriodOptions = { from?: number; to?: number; lastDays?: number };

/** Adds the options. */
export const withPeriod = (command: Command): Command =>
  command
    .option('--from <time>', 'only those from a time on, such as 2026-11-01 or 2026-11-01T08:00:00Z', momentOption)
    .option('--to <time>', 'only those before a time', momentOption)
    .option('--last-days <n>', 'only those of this many days (default: 60)', wholeNumber);

/** The fields of a request that the options give. */
export const periodFields = ({ from, to, lastDays }: PeriodOptions): PeriodOptions => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(lastDays !== undefined && { lastDays }),
});
