/** The heartbeats of engines, the loss of engines without them, and the claims that an engine has given up. */
import type { Schema } from '@millrace/contract';
import { timesFollowClock } from '../../../core/background/database-clock.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import { sql, storable, type Tx } from '../../../core/database/sql.ts';
import { markBack, markLost } from './events.ts';

/**
 * Stores a heartbeat with the data that the engine reports: its version, its capacity, how it isolates its tasks, its Javas, and its illness. An
 * engine that is withheld gets no work.
 * @rule remote-engines.illness.record
 * @rule remote-engines.get.javas
 */
export async function saveHeartbeat(
  tx: Tx,
  engine: string,
  { capacity, isolation, javas, version, illness }: Omit<Schema<'Heartbeat'>, 'running'>,
  isWithheld: boolean,
): Promise<void> {
  const row = await tx.one<{ lost_at: Date | null }>(sql`
    update engine
    set last_beat_at = now(),
        capacity = ${capacity ?? null},
        isolation = ${isolation ?? 'none'},
        javas = ${javas ?? null}::integer[],
        program_version = coalesce(${version === undefined ? null : storable(version)}, program_version),
        withheld_at = case when ${isWithheld}::boolean then coalesce(withheld_at, now()) end,
        ill_code = ${illness ? storable(illness.code) : null},
        ill_message = ${illness ? storable(illness.message) : null},
        ill_since = case when ${illness !== undefined} then coalesce(ill_since, now()) end
    where id = ${engine}
    returning lost_at`);
  if (row?.lost_at) await markBack(tx, engine, row.lost_at);
}

/**
 * Closes the claims of a process of the engine up to a number, and waits for those that are under way. After that, their executions can go back
 * into the queue, and these claims get no further executions.
 * @rule task-executions.lease.unanswered
 */
export const closeClaims = (tx: Tx, engine: string, incarnation: string, upTo: number): Promise<unknown> =>
  tx.rows(sql`
    with open as materialized (
      select id
      from engine
      where id = ${engine}
        and (given_up_incarnation is distinct from ${incarnation} or given_up_number < ${upTo})
      for update
    )
    update engine e
    set given_up_incarnation = ${incarnation},
        given_up_number = ${upTo}
    from open
    where e.id = open.id`);

/**
 * Heartbeat times in the future would make a lost engine look available until then.
 * @rule remote-engines.get.set-back
 */
export const heartbeatsFollowClock = timesFollowClock(sql`engine`, sql`last_beat_at`);

/** The maximum number of engines that one transaction marks. */
const BATCH = 200;

/** Marks engines that have stopped sending heartbeats as lost. */
export const markLostEngines: Timer = {
  name: 'mark-lost-engines',
  milliseconds: 5000,
  does: 'marks engines that have stopped sending heartbeats, and raises their events',
  async run({ db, log }) {
    const lost = await markLost(db.writer, BATCH);
    if (lost.length > 0) log.warn({ engines: lost.map(({ name }) => name) }, 'engines have stopped sending heartbeats');
  },
};
