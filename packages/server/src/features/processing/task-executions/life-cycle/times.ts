/**
 * The times of an execution `x` come from two clocks. The clock of the database gives when it was accepted and claimed; the clock of its engine
 * gives when it started and ended. Each clock may be wrong, and may be set back. The order of events is known without them, so a time that would
 * precede an earlier event is written as the time of that event.
 * @rule task-executions.times.order
 */
import { sql, type Sql } from '../../../../core/database/sql.ts';

const noEarlier = (moment: Sql, before: Sql): Sql => sql`case when ${moment} is not null then greatest(${moment}, ${before}) end`;

/** The time of the claim, or null; `row` is the live row. */
export const claimOf = (row: Sql): Sql => noEarlier(sql`${row}.claimed_at`, sql`x.triggered_at`);

/** The time of the start, or null; `row` is the live row with the time of the claim, `moment` the start that the engine reports. */
export const runOf = (row: Sql, moment: Sql): Sql => noEarlier(moment, sql`greatest(${row}.claimed_at, x.triggered_at)`);

/** The end of an execution that no engine has: now. */
export const endBeforeStart: Sql = sql`greatest(now(), x.triggered_at)`;

/** The start of an execution, also of one that still runs and has the live row `l`. */
export const startTimeOf: Sql = sql`coalesce(x.started_at, ${runOf(sql`l`, sql`l.started_at`)})`;
