/** Times and ids: the first bits of the id of an entry are its time, so that a period is a range of ids. */
import { firstIdAt } from '../../../core/database/partitions.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** A range of ids; `to` is not part of it. */
export type IdPeriod = { from: string; to: string };

/** An id above all others. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The time of an id. */
export const timeOfId = (id: string): Date => new Date(millisecondsOf(id));

/** The hour of an id, counted from 1970, rounded down. */
export const hourOfId = (id: string): number => Math.floor(millisecondsOf(id) / HOUR);

/** The first id of an hour. */
export const firstIdOfHour = (hour: number): string => firstIdAt(new Date(hour * HOUR));

/** The milliseconds since 1970 of a column of ids. PostgreSQL 15 has no function for it. */
export const millisecondsIn = (column: Sql): Sql => sql`('x' || left(replace(${column}::text, '-', ''), 12))::bit(48)::bigint`;

const HOUR = 3_600_000;

const millisecondsOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
