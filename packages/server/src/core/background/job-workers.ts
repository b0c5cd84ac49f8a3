/**
 * Which job workers live. The library locks a job under the name of the worker that runs it, and frees it after four hours, also where that worker was
 * killed. So each worker counts up a number of its own in the database. A number that stands still while another process looks at it again and again is
 * that of a worker which is gone, and its jobs are freed. Looks are counted and no clock is read: a look that fails counts for nothing, so neither an
 * absence of the database nor a clock that is set makes a living worker seem gone.
 */
import type { Tx } from '../database/db.ts';
import type { Platform } from '../platform/platform.ts';
import { json, sql } from '../database/sql.ts';

/** How often a process looks, in milliseconds, and how many looks in a row find no sign of life of a worker that is gone. */
export type WorkerPatience = { milliseconds: number; looks: number };

/** Half a minute. */
export const WORKER_PATIENCE: WorkerPatience = { milliseconds: 2000, looks: 15 };

/** A worker, and the number at which it was seen. */
type Seen = { id: string; beat: number };
type Gone = { id: string; beat?: number };

/** The job workers of this process, and what it has seen of the others. */
export class JobWorkers {
  readonly #platform: Pick<Platform, 'db' | 'log'>;
  readonly #looks: number;
  readonly #own = new Set<string>();
  readonly #others = new Map<string, { beat: number; looks: number }>();

  constructor(platform: Pick<Platform, 'db' | 'log'>, { looks }: WorkerPatience) {
    this.#platform = platform;
    this.#looks = looks;
  }

  /** Says that a worker of this process will take jobs; before it does, or a kill right after that would leave a job with an unknown owner. */
  async begin(id: string): Promise<void> {
    await beat(this.#platform.db.writer, [id]);
    this.#own.add(id);
  }

  /** Says that the workers of this process run nothing any more. A job of theirs whose end could not be written down is free again. */
  async end(): Promise<void> {
    const ids = [...this.#own];
    this.#own.clear();
    // What fails now is done by the looks that find them gone.
    await this.#free(ids.map((id) => ({ id }))).catch(() => undefined);
  }

  /** Gives a sign of life of each worker of this process, and frees the jobs of workers that have given none for so many looks. */
  async look(): Promise<void> {
    await this.#free(this.#compare(await beat(this.#platform.db.writer, [...this.#own])));
  }

  async #free(workers: readonly Gone[]): Promise<void> {
    if (workers.length === 0) return;
    const { db, log } = this.#platform;
    const freed = await db.transaction((tx) => freeJobs(tx, workers));
    if (freed.length > 0) log.warn({ freed }, 'jobs are free again, because the worker that had them is gone');
  }

  /** Which of the others have counted no further in all these looks. */
  #compare(found: readonly Seen[]): Seen[] {
    const before = new Map(this.#others);
    this.#others.clear();
    return found.filter(({ id, beat: number }) => {
      const known = before.get(id);
      const looks = known?.beat === number ? known.looks + 1 : 0;
      this.#others.set(id, { beat: number, looks });
      return looks >= this.#looks;
    });
  }
}

/** Counts the numbers of workers up, and answers those of all others. */
const beat = (tx: Tx, own: readonly string[]): Promise<Seen[]> =>
  tx.rows(sql`
    with own as (
      insert into job_worker (worker_id, beat)
      select unnest(${[...own]}::text[]), 1
      on conflict (worker_id) do update
      set beat = job_worker.beat + 1
    )
    select worker_id as id, beat
    from job_worker
    where worker_id <> all (${[...own]}::text[])`);

/** Forgets workers, those with a number only where they have not counted on meanwhile, frees their jobs and answers which those are. */
async function freeJobs(tx: Tx, gone: readonly Gone[]): Promise<{ id: string; job: string }[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    delete from job_worker w
    using json_to_recordset(${json(gone)}::json) as g (id text, beat bigint)
    where w.worker_id = g.id
      and w.beat = coalesce(g.beat, w.beat)
    returning w.worker_id as id`);
  const ids = rows.map(({ id }) => id);
  const jobs = await tx.rows<{ id: string; job: string }>(sql`
    select id::text as id, task_identifier as job
    from graphile_worker.jobs
    where locked_by = any (${ids}::text[])`);
  await tx.rows(sql`select graphile_worker.force_unlock_workers(${ids}::text[])`);
  return jobs;
}
