/**
 * Heartbeats of job workers. The library locks a job under the name of its worker and unlocks it after four hours, also when the worker was killed. So
 * each worker increments a number of its own in the database. When several checks of another process in a row find the same number, the worker is gone,
 * and its jobs are unlocked. The checks are counted, and no clock is read: neither an outage of the database nor a change of a clock makes a live worker
 * seem gone.
 */
import type { Platform } from '../platform/platform.ts';
import { json, sql, type Tx } from '../database/sql.ts';

/** Milliseconds between two checks, and the number of checks without a heartbeat after which a worker is gone. */
export type WorkerCheckPolicy = { milliseconds: number; checks: number };

/** Together half a minute. */
export const WORKER_CHECK_POLICY: WorkerCheckPolicy = { milliseconds: 2000, checks: 15 };

/** A worker and its last known number. */
type Seen = { id: string; beat: number };
type Gone = { id: string; beat?: number };

/** The job workers of this process, and the last known numbers of all others. */
export class JobWorkers {
  readonly #platform: Pick<Platform, 'db' | 'log'>;
  readonly #checks: number;
  readonly #own = new Set<string>();
  readonly #others = new Map<string, { beat: number; checks: number }>();
  #heartbeat: Promise<unknown> = Promise.resolve();

  constructor(platform: Pick<Platform, 'db' | 'log'>, { checks }: WorkerCheckPolicy) {
    this.#platform = platform;
    this.#checks = checks;
  }

  /** Registers a worker of this process before it takes jobs. Otherwise a kill right after its first lock would leave a job with an unknown worker. */
  async begin(id: string): Promise<void> {
    await writeHeartbeats(this.#platform.db.writer, [id]);
    this.#own.add(id);
  }

  /** Removes the workers of this process, which run nothing any more, and unlocks jobs whose end could not be stored. */
  async end(): Promise<void> {
    const ids = [...this.#own];
    this.#own.clear();
    // A heartbeat that is still under way would store a removed worker again.
    await this.#heartbeat.catch(() => undefined);
    // After a failure, the checks of other processes do it.
    await this.#free(ids.map((id) => ({ id }))).catch(() => undefined);
  }

  /** Sends the heartbeats of this process, and unlocks the jobs of workers that are gone. */
  async check(): Promise<void> {
    const heartbeat = writeHeartbeats(this.#platform.db.writer, [...this.#own]);
    this.#heartbeat = heartbeat;
    await this.#free(this.#compare(await heartbeat));
  }

  async #free(workers: readonly Gone[]): Promise<void> {
    if (workers.length === 0) return;
    const { db, log } = this.#platform;
    const freed = await db.transaction((tx) => freeJobs(tx, workers));
    if (freed.length > 0) log.warn({ freed }, 'jobs were unlocked, because their worker sent no heartbeats');
  }

  /** The workers of other processes whose numbers did not change in all these checks. */
  #compare(found: readonly Seen[]): Seen[] {
    const before = new Map(this.#others);
    this.#others.clear();
    return found.filter(({ id, beat: number }) => {
      const known = before.get(id);
      const checks = known?.beat === number ? known.checks + 1 : 0;
      this.#others.set(id, { beat: number, checks });
      return checks >= this.#checks;
    });
  }
}

/** Increments the numbers of workers and returns those of all others. */
const writeHeartbeats = (tx: Tx, own: readonly string[]): Promise<Seen[]> =>
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

/** Removes workers, unless their number has changed since, unlocks their jobs and returns these jobs. */
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
