/**
 * Presence of the processes that serve the API: each process renews its record every second. A feature that waits for calls from outside, for example
 * heartbeats of engines, reads from these records whether the API could be reached. Calls that are missing during an outage prove nothing.
 */
import { newId } from '../base/id.ts';
import { startTimer, type TimerFacts } from './jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { sql, type Sql, type Tx } from '../database/sql.ts';

/** A process counts as running for so many seconds after it has renewed its record. */
const FRESH_SECONDS = 2.5;
/** More seconds between two renewals count as an outage of the API, whether the process or the database failed, or its clock was set. */
const OUTAGE_SECONDS = 5;
/** A record that was not renewed for so many seconds is deleted. */
const KEPT_SECONDS = 60;

/** The renewal of the record of a process. */
export const presenceRenewal: TimerFacts = {
  name: 'tell-presence',
  milliseconds: 1000,
  does: 'renews the presence of the process that serves the API',
};

/** Renews the record of this process until `stop` deletes it. */
export function keepPresence(platform: Platform): { stop(): Promise<void> } {
  const process = newId();
  const timer = startTimer({ ...presenceRenewal, run: async ({ db }) => void (await writePresence(db.writer, process)) }, platform);
  return {
    stop: async () => {
      await timer.stop();
      await platform.db.writer.rows(sql`delete from api_presence where process_id = ${process}`).catch(() => undefined);
    },
  };
}

/** Returns an SQL condition: the API has been served for so many seconds up to now, without an outage. */
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
        where seen_at not between now() - make_interval(secs => ${KEPT_SECONDS}) and now() + make_interval(secs => ${OUTAGE_SECONDS})
          and process_id <> ${process}
        for update skip locked)
    )
    insert into api_presence (process_id, since, seen_at)
    values (${process}, now(), now())
    on conflict (process_id) do update
    set since = case
          when api_presence.seen_at between now() - make_interval(secs => ${OUTAGE_SECONDS}) and now() + make_interval(secs => ${OUTAGE_SECONDS})
            then api_presence.since
          else now()
        end,
        seen_at = now()`);
