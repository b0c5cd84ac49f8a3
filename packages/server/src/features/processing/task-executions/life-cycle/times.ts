/**
 * The times of an execution `x` come from two clocks: that of the database says when it was accepted and claimed, that of its engine when it began
 * and ended. Each may be wrong, and may be set back at any moment. The order of what happened does not depend on them, so it is kept where times
 * are written: a time that lies before the one that must precede it is written as that one.
 * @rule task-executions.times.order
 */
import { sql, type Sql } from '../../../../core/database/sql.ts';

const noEarlier = (moment: Sql, before: Sql): Sql => sql`case when ${moment} is not null then greatest(${moment}, ${before}) end`;

/** When it was claimed, or null; `row` is the live row that says so. */
export const claimOf = (row: Sql): Sql => noEarlier(sql`${row}.claimed_at`, sql`x.triggered_at`);

/** When its run began, or null; `row` says when it was claimed, `moment` what the engine says of its start. */
export const runOf = (row: Sql, moment: Sql): Sql => noEarlier(moment, sql`greatest(${row}.claimed_at, x.triggered_at)`);

/** Now, as the end of what no engine has. */
export const endBeforeStart: Sql = sql`greatest(now(), x.triggered_at)`;

/** When it began, also while it is not finished and `l` says so. */
export const startOf: Sql = sql`coalesce(x.started_at, ${runOf(sql`l`, sql`l.started_at`)})`;
