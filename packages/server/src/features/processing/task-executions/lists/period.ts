/** The period that a list covers. */
import { invalid } from '../../../../core/base/problem.ts';

const DAY = 86_400_000;

/** A period of trigger times, half-open. */
export type Period = { from: Date; to: Date };

/** The moment since which the history contains all executions. */
export const keptSince = (now: Date, historyDays: number): Date => new Date(now.getTime() - historyDays * DAY);

/**
 * The period of a list: `from` and `to`, else `lastDays`, else the whole history.
 * @rule task-executions.list.days
 * @rule task-executions.limits.period
 */
export function periodOf(filters: { lastDays?: number; from?: number; to?: number }, now: Date, historyDays: number): Period {
  const { lastDays, from, to } = filters;
  if (from === undefined && to === undefined)
    return { from: new Date(now.getTime() - (lastDays ?? historyDays) * DAY), to: new Date(now.getTime() + DAY) };
  const end = to ?? Math.max(now.getTime(), from ?? 0);
  const start = from ?? end - historyDays * DAY;
  if (start > end) throw invalid('period_reversed', 'The period ends before it starts: "from" must not be later than "to".');
  if (end - start > historyDays * DAY)
    throw invalid('period_too_long', `The period is longer than ${historyDays} days: narrow "from" and "to".`);
  return { from: new Date(start), to: new Date(end) };
}
