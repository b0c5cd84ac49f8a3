/**
 * The times of an execution `x` come from two clocks. It is accepted and claimed by the clock of the database; it starts and ends by the clock of its
 * engine. Each clock may be wrong, and may be set back. The order of the events is known without clocks. So a time before an earlier event is stored
 * as the time of that event.
 * @rule task-executions.times.order
 */
import { sql, type Sql } from '../../../../core/database/sql.ts';

const noEarlier = (moment: Sql, before: Sql): Sql => sql`case when ${moment} is not null then greatest(${moment}, ${before}) end`;

/** The time of the claim, or null; `row` is the live row. */
export const claimTimeOf = (row: Sql): Sql => noEarlier(sql`${row}.claimed_at`, sql`x.triggered_at`);

/** The time of the start, or null; `row` is the live row with the time of the claim, `moment` is the start that the engine reports. */
export const reportedStartOf = (row: Sql, moment: Sql): Sql => noEarlier(moment, sql`greatest(${row}.claimed_at, x.triggered_at)`);

/** The current time, as the end of an execution that no engine has. */
export const endBeforeStart: Sql = sql`greatest(now(), x.triggered_at)`;

/** The start of an execution; if it still runs, it is read from the live row `l`. */
export const startTimeOf: Sql = sql`coalesce(x.started_at, ${reportedStartOf(sql`l`, sql`l.started_at`)})`;
