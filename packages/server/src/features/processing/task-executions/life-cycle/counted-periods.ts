/**
 * The periods in which starts count the executions of a task that have not ended. PostgreSQL keeps the index entries of ended ones while a transaction
 * from before is open, such as that of a backup, and each count passes them. So a process that often starts a task looks from time to time for its oldest
 * execution that has not ended, and counts only from there.
 */
import { type Sql, sql } from '../../../../core/database/sql.ts';
import type { Database } from '../../../../core/database/db.ts';

/** The number of executions of a task that may wait or run at once within the period; a further one ends at once. */
export const MAX_OF_TASK = 50;
/** The period in minutes. */
export const PERIOD_MINUTES = 60;
/** A look comes after so many starts of a task. */
const STARTS_BETWEEN_LOOKS = 20;
/** What a transaction inserts may be seen so many seconds later. */
const COMMIT_SECONDS = 10;
/** The number of tasks after which all periods are forgotten, so that they need little memory. */
const MOST_TASKS = 10_000;

/**
 * Builds the condition that the live row `l` counts for the limit of a task: it is of the period, and since the given time, unless that is null. A time
 * that has not come is ignored: the clock of the database was set back.
 */
export const isCounted = (task: Sql, since: Sql): Sql => sql`
  l.task_id = ${task}
          and l.accepted_at > greatest(now() - make_interval(mins => ${PERIOD_MINUTES}), case when ${since} <= now() then ${since} end)`;

type Period = { starts: number; since: string | undefined; isLooking: boolean };

/** The periods of the tasks that this process starts. */
export class CountedPeriods {
  readonly #tasks = new Map<string, Period>();

  /** The time, as the database writes it, after which all executions of the task were accepted that have not ended; undefined if it is not known. */
  sinceOf(task: string): string | undefined {
    return this.#tasks.get(task)?.since;
  }

  /** Counts a start; after many, looks for the oldest execution of the task. The caller need not wait. */
  async count(task: string, db: Database): Promise<void> {
    if (this.#tasks.size > MOST_TASKS) this.#tasks.clear();
    const period = this.#tasks.get(task) ?? { starts: 0, since: undefined, isLooking: false };
    this.#tasks.set(task, period);
    period.starts += 1;
    if (period.isLooking || period.starts < STARTS_BETWEEN_LOOKS) return;
    period.isLooking = true;
    try {
      const { since } = await db.reader.only<{ since: string }>(sql`
        select (least(min(l.accepted_at), now()) - make_interval(secs => ${COMMIT_SECONDS}))::text as since
        from live_execution l
        where ${isCounted(sql`${task}::uuid`, sql`${period.since ?? null}::timestamptz`)}`);
      Object.assign(period, { since, starts: 0 });
    } finally {
      period.isLooking = false;
    }
  }
}
