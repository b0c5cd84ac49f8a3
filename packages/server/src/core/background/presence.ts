/**
 * Heartbeats of the processes that serve the API. A feature that waits for calls from outside, such as heartbeats of engines, can tell by them whether
 * the API could be reached: after an outage of all processes, of the database or of the machine, missing calls prove nothing.
 */
import type { Tx } from '../database/db.ts';
import { newId } from '../base/id.ts';
import { startTimer, type Timer } from './jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { sql, type Sql } from '../database/sql.ts';

/** Seconds after which a process without a heartbeat may be gone. */
const FRESH_SECONDS = 2.5;
/** A longer silence is a break, also when it was the database that could not hear: callers may have met nobody. So is a clock that was set by more. */
const BREAK_SECONDS = 5;
const KEPT_SECONDS = 60;

/** Stores a heartbeat. */
const tellPresence = (process: string): Timer => ({
  name: 'tell-presence',
  milliseconds: 1000,
  run: async ({ db }) => {
    await writePresence(db.writer, process);
  },
});

/** Sends the heartbeats of this process until it stops. */
export function keepPresence(platform: Platform): { stop(): Promise<void> } {
  const process = newId();
  const timer = startTimer(tellPresence(process), platform);
  return {
    stop: async () => {
      await timer.stop();
      await platform.db.writer.rows(sql`delete from api_presence where process_id = ${process}`).catch(() => undefined);
    },
  };
}

/** A condition: for so many seconds up to now, the database has received heartbeats without a break. */
export const servedFor = (seconds: number): Sql => sql`
  exists (
    select from api_presence
    where seen_at between now() - make_interval(secs => ${FRESH_SECONDS}) and now() + make_interval(secs => ${FRESH_SECONDS})
      and since <= now() - make_interval(secs => ${seconds}))`;

const writePresence = (tx: Tx, process: string): Promise<unknown> =>
  tx.rows(sql`
    with stale as (
      delete from api_presence
      where process_id in (
        select process_id
        from api_presence
        where seen_at not between now() - make_interval(secs => ${KEPT_SECONDS}) and now() + make_interval(secs => ${BREAK_SECONDS})
          and process_id <> ${process}
        for update skip locked)
    )
    insert into api_presence (process_id, since, seen_at)
    values (${process}, now(), now())
    on conflict (process_id) do update
    set since = case
          when api_presence.seen_at between now() - make_interval(secs => ${BREAK_SECONDS}) and now() + make_interval(secs => ${BREAK_SECONDS})
            then api_presence.since
          else now()
        end,
        seen_at = now()`);
