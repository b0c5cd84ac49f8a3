/** The period that a list covers, and its cut into days whose executions are counted and gaps between them. */
import { invalid } from '../../../../core/base/problem.ts';

/** The milliseconds of a day. */
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

/** A counted day, named as in the database. */
export type CountedDay = { day: string; count: number };

/** A part of a period, half-open; `day` is set if it is a counted day. */
export type PeriodPart = { from: Date; to: Date; day?: string; count: number };

/** Later years have five digits, which breaks the names of days; they contain no executions. */
const LAST = Date.UTC(9999, 0, 1);

/** The name of the day that begins at a moment, such as 2026-01-31. */
export const nameOfDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The whole days of a period that begin at or after a moment: the first day, and the day after the last. */
export function wholeDays({ from, to }: Period, since: Date): { first: string; end: string } {
  const first = Math.ceil(Math.min(Math.max(from.getTime(), since.getTime()), LAST) / DAY) * DAY;
  const end = Math.floor(Math.min(to.getTime(), LAST) / DAY) * DAY;
  return { first: nameOfDay(first), end: nameOfDay(Math.max(first, end)) };
}

/** Cuts a period into its counted days, newest first, and the gaps between them, which are still to be counted. */
export function spansOf({ from, to }: Period, days: readonly CountedDay[]): PeriodPart[] {
  const spans: PeriodPart[] = [];
  let end = to.getTime();
  for (const { day, count } of days) {
    const begin = Date.parse(day);
    if (begin + DAY < end) spans.push({ from: new Date(begin + DAY), to: new Date(end), count: 0 });
    spans.push({ from: new Date(begin), to: new Date(begin + DAY), day, count });
    end = begin;
  }
  if (from.getTime() < end) spans.push({ from, to: new Date(end), count: 0 });
  return spans;
}

/** The spans that contain a page, and the number of their entries that come before the page. */
export function spansOfPage(spans: readonly PeriodPart[], offset: number, limit: number): { spans: PeriodPart[]; skip: number } {
  const found: PeriodPart[] = [];
  let [before, skip] = [0, 0];
  for (const span of spans) {
    if (before >= offset + limit) break;
    if (before + span.count <= offset) skip += span.count;
    else if (span.count > 0) found.push(span);
    before += span.count;
  }
  return { spans: found, skip: offset - skip };
}
