/**
 * The periods in which starts count the executions of a task that have not ended. PostgreSQL keeps the index entries of ended ones while a transaction
 * from before is open, such as that of a backup, and each count passes them. So a process that often starts a task looks from time to time how old its
 * oldest execution is, and counts only from there.
 */
import { monotonicMilliseconds } from '../../../../core/base/clock.ts';
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

/** Builds the condition that the live row `l` counts for the limit of a task: it is of the period, and of its last seconds if they are not null. */
export const isCounted = (task: Sql, seconds: Sql): Sql => sql`
  l.task_id = ${task}
          and l.accepted_at > now() - least(make_interval(mins => ${PERIOD_MINUTES}), make_interval(secs => ${seconds}))`;

type Period = { starts: number; since: number | undefined };

/** The periods of the tasks that this process starts. */
export class CountedPeriods {
  readonly #tasks = new Map<string, Period>();

  /** The seconds before now in which all executions of the task that have not ended were accepted; undefined if this is not known. */
  secondsOf(task: string): number | undefined {
    const since = this.#tasks.get(task)?.since;
    return since === undefined ? undefined : (monotonicMilliseconds() - since) / 1000;
  }

  /** Counts a start; after many, looks for the oldest execution of the task. The caller need not wait. */
  async count(task: string, db: Database): Promise<void> {
    if (this.#tasks.size > MOST_TASKS) this.#tasks.clear();
    const period = this.#tasks.get(task) ?? { starts: 0, since: undefined };
    this.#tasks.set(task, period);
    period.starts += 1;
    if (period.starts % STARTS_BETWEEN_LOOKS !== 0) return;
    const began = monotonicMilliseconds();
    const { age } = await db.reader.only<{ age: number | null }>(sql`
      select extract(epoch from now() - min(l.accepted_at))::float8 as age
      from live_execution l
      where ${isCounted(sql`${task}::uuid`, sql`${this.secondsOf(task) ?? null}::float8`)}`);
    period.since = began - 1000 * Math.max(COMMIT_SECONDS, (age ?? 0) + 1);
  }
}
