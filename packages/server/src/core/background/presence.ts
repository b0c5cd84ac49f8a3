/**
 * Which processes serve the API, written down by themselves. Whoever waits for calls from outside can tell by it whether somebody was there to call:
 * after an absence of all of them, of the database or of this machine, silence means nothing.
 */
import type { Tx } from '../database/db.ts';
import { newId } from '../base/id.ts';
import { startTimer, type Timer } from './jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { sql, type Sql } from '../database/sql.ts';

/** What is older than this is of a process that may be gone. */
const FRESH_SECONDS = 2.5;
/** A longer silence is a break, also when it was the database that could not hear: callers may have met nobody. So is a clock that was set by more. */
const BREAK_SECONDS = 5;
const KEPT_SECONDS = 60;

/** Writes down that a process serves the API. */
const tellPresence = (process: string): Timer => ({
  name: 'tell-presence',
  milliseconds: 1000,
  run: async ({ db }) => {
    await writePresence(db.writer, process);
  },
});

/** Says that this process serves the API until it stops. */
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

/** A condition: some process has served the API, and the database has heard it, for so many seconds without a break up to now. */
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
