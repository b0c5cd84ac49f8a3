import type { Command } from 'commander';

import { momentOption } from './moments.ts';
import { wholeNumber } from './whole-numbers.ts';

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
