/** Reads the values of options, and the options of a period, which several lists have. */
import { InvalidArgumentError } from 'commander';
import { given } from './given.ts';
import type { OptionsOf, OptionTable } from './option-table.ts';

/** Reads an option that is a whole number from 1, or throws an `InvalidArgumentError`. */
export function readWholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return value;
}

/** Reads an option that is a whole number of seconds, 0 included, or throws an `InvalidArgumentError`. */
export function readSeconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/**
 * Reads the value of an option that is a time, as epoch milliseconds, or throws an `InvalidArgumentError`. A date or time without a zone is in the time
 * zone of the reader, as tables show it.
 */
export function readEpochTime(text: string): number {
  // JavaScript reads a date alone as UTC, and a date with a time as local.
  const value = DATE.test(text) ? Date.parse(`${text}T00:00`) : TIME.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  if (Number.isNaN(value)) throw new InvalidArgumentError('Give a time such as 2026-11-01, 2026-11-01T08:00 or 2026-11-01T08:00:00Z.');
  return value;
}

/** Adds a text of an option that may be repeated to the earlier ones. */
export const repeated = (text: string, before: string[] = []): string[] => [...before, text];

/** Options of the lists of executions that name a period. */
export const PERIOD_OPTIONS = {
  '--from <time>': { text: 'only those from a time on, such as 2026-11-01 or 2026-11-01T08:00:00Z', parse: readEpochTime },
  '--to <time>': { text: 'only those before a time', parse: readEpochTime },
  '--last-days <n>': { text: 'only those of this many days (default: 60)', parse: readWholeNumber },
} as const satisfies OptionTable;

/** The values of the options of a period. */
type PeriodOptions = OptionsOf<typeof PERIOD_OPTIONS>;

/** The fields of a request that the options of a period give. */
export const periodFields = ({ from, to, lastDays }: PeriodOptions): PeriodOptions => given({ from, to, lastDays });
