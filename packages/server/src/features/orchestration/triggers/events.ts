/** Computes the times at which tasks and plans start. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { toPage, type PageQuery } from '../../../core/http/paging.ts';
import { requirePeriod, pageOfFires, readTrigger, type Owner } from '../schedules/index.ts';
import { selectDefinitions, type FiringRow } from './event-queries.ts';
import { requireShortPeriod } from './rules.ts';

/** A page and a period in epoch milliseconds. Without `from` the period begins now, or at `to` if that is in the past. */
type Period = PageQuery & { from?: number | undefined; to: number };

const boundsOf = ({ from, to }: Period, now: number): [from: number, to: number] => [from ?? Math.min(now, to), to];

/**
 * Lists the times at which a task or plan starts by its own trigger or by its schedule.
 * @rule triggers.events.own
 */
export async function listEvents(tx: Tx, owner: Owner, period: Period, now: Date): Promise<Schema<'PageEvent'>> {
  const [from, to] = boundsOf(period, now.getTime());
  requirePeriod(from, to);
  const triggers = (await selectDefinitions(tx, owner)).map(readTrigger);
  const { total, fires } = pageOfFires(triggers, from, to, boundsOfPage(period));
  return toPage({ total, rows: fires }, period, ({ instant }) => new Date(instant).toISOString());
}

/**
 * Lists the times at which several tasks and plans start, ordered by time.
 * @rule triggers.events.order
 */
export function executableEvents(rows: readonly FiringRow[], period: Period, now: Date): Schema<'PageExecutableEvent'> {
  const [from, to] = boundsOf(period, now.getTime());
  requirePeriod(from, to);
  requireShortPeriod(rows.length, from, to);
  const owners = new Map(rows.map((row) => [readTrigger(row.definition), row]));
  const { total, fires } = pageOfFires([...owners.keys()], from, to, boundsOfPage(period));
  return toPage({ total, rows: fires }, period, ({ instant, trigger }) => {
    const { id, type } = owners.get(trigger) as FiringRow;
    return { id, sourceTriggerName: trigger.name, date: new Date(instant).toISOString(), type };
  });
}

const boundsOfPage = ({ offset = 0, limit = 100 }: PageQuery): { offset: number; limit: number } => ({ offset, limit });
