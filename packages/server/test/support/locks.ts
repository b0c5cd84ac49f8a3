/** Locks of the database of a server: statements that wait for them, and deadlocks. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Tx } from '../../src/core/database/sql.ts';
import type { Platform } from '../../src/core/platform/platform.ts';

/** Returns the number of statements of the database that wait for locks. */
export async function countLockWaits(tx: Tx): Promise<number> {
  const { waiting } = await tx.only<{ waiting: number }>(sql`
    select count(*) as waiting
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`);
  return waiting;
}

/** Waits until at least so many statements wait for locks. Fails after a minute. */
export async function untilLocksWait(tx: Tx, count = 1): Promise<void> {
  for (const deadline = performance.now() + 60_000; (await countLockWaits(tx)) < count; await pause(10))
    assert.ok(performance.now() < deadline, `fewer than ${count} statements wait for locks`);
}

/** Returns the number of deadlocks in the database so far. Sessions report theirs at the latest when they end, so it ends all others. */
export async function countDeadlocks({ db }: Pick<Platform, 'db'>): Promise<number> {
  const client = await db.connect('test');
  try {
    const { rows } = await client.query<{ pid: number }>(`
      select pid, pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database()
        and pid <> pg_backend_pid()`);
    const pids = rows.map(({ pid }) => pid);
    const left = async (): Promise<number> =>
      (await client.query<{ pid: number }>('select pid from pg_stat_activity where pid = any($1)', [pids])).rows.length;
    while ((await left()) > 0) await pause(10);
    const { rows: counts } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    return Number(counts[0]?.deadlocks);
  } finally {
    await client.end();
  }
}
