/** The rules of the audit log. */
import { invalid } from '../../../core/base/problem.ts';
import { firstIdAt } from '../../../core/database/partitions.ts';
import { LAST_ID, type IdPeriod } from './entry.ts';

const DAY = 86_400_000;

/**
 * Returns the ids of a period of the audit log, or refuses one that is reversed or in the future. `fromDate` takes precedence over `fromId`. Entries
 * before the retention period are not shown.
 * @rule audit-log.list.future
 * @rule audit-log.list.order
 * @rule audit-log.list.clamped
 * @rule audit-log.list.from-id
 */
export function periodOfLogs(
  { fromDate, toDate, fromId }: { fromDate?: string | undefined; toDate?: string | undefined; fromId?: string | undefined },
  now: Date,
  retentionDays: number,
): IdPeriod {
  const from = fromDate === undefined ? undefined : new Date(fromDate);
  const to = toDate === undefined ? undefined : new Date(toDate);
  if (from && from > now) throw invalid('malformed_request', 'query.fromDate is in the future: send an earlier time.');
  if (from && to && from > to) throw invalid('malformed_request', 'query.fromDate is after query.toDate: exchange them.');
  const oldest = firstIdAt(new Date(now.getTime() - retentionDays * DAY));
  const first = from ? firstIdAt(from) : (fromId?.toLowerCase() ?? oldest);
  return { from: first > oldest ? first : oldest, to: to ? firstIdAt(to) : LAST_ID };
}

/**
 * Returns the ids of a period `start/end`, of which one side may be empty. Refuses a malformed or reversed one.
 * @rule audit-log.audits.period
 */
export function periodOfEvents(eventTime: string | undefined): IdPeriod {
  if (eventTime === undefined) return { from: firstIdAt(new Date(0)), to: LAST_ID };
  const [start = '', end = ''] = eventTime.split('/');
  const [from, to] = [momentOf(start, 'start'), momentOf(end, 'end')];
  if (from && to && from > to) throw invalid('malformed_request', 'query.eventTime starts after its end: exchange the two times.');
  return { from: firstIdAt(from ?? new Date(0)), to: to ? firstIdAt(to) : LAST_ID };
}

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+ -]\d\d:\d\d)?)?$/;

function momentOf(text: string, side: string): Date | undefined {
  if (text === '') return undefined;
  const moment = new Date(text.replace(/ (?=\d\d:\d\d$)/, '+'));
  if (MOMENT.test(text) && !Number.isNaN(moment.getTime())) return moment;
  throw invalid('malformed_request', `query.eventTime has no valid ${side}: send times such as 2026-11-01T00:00:00Z.`);
}
