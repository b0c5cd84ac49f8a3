/** Times and ids: the first bits of the id of an entry are its time, so that a period is a range of ids. */
import { timeOfId } from '../../../core/base/id.ts';
import { firstIdAt } from '../../../core/database/partitions.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';

/** A range of ids; `to` is not part of it. */
export type IdPeriod = { from: string; to: string };

/** An id above all others. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const HOUR = 3_600_000;

/** The hour of an id, counted from 1970, rounded down. */
export const hourOfId = (id: string): number => Math.floor(timeOfId(id).getTime() / HOUR);

/** The first id of an hour. */
export const firstIdOfHour = (hour: number): string => firstIdAt(new Date(hour * HOUR));

/** The milliseconds since 1970 of a column of ids. PostgreSQL 15 has no function for it. */
export const millisecondsIn = (column: Sql): Sql => sql`('x' || left(replace(${column}::text, '-', ''), 12))::bit(48)::bigint`;

/** The first id of a month such as `2026-11`, and the first one after it. */
export function idsOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: firstIdAt(new Date(Date.UTC(year, number - 1, 1))), to: firstIdAt(new Date(Date.UTC(year, number, 1))) };
}
