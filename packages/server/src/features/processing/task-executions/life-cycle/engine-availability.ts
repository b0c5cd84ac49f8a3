/**
 * Conditions for the availability of an engine. The file is in this feature, because executions wait for engines, and imports between features have one
 * direction.
 */
import type { Schema } from '@millrace/contract';
import { servedFor } from '../../../../core/background/presence.ts';
import { sql, type Sql } from '../../../../core/database/sql.ts';

/** The message for an engine that is withheld. */
export const UNISOLATED =
  'It does not isolate its tasks, and several people use this install: run it as root or where unprivileged user namespaces are allowed, or set MILLRACE_UNISOLATED_TASKS to allow.';

/** Seconds without a heartbeat after which an engine is not available: three heartbeats. */
const SILENCE_SECONDS = 15;
/** Days without a heartbeat after which an engine is retired. */
const RETIRED_DAYS = 30;

/** The condition that engine `g` sends heartbeats. */
export const sendsHeartbeats: Sql = sql`g.last_beat_at > now() - make_interval(secs => ${SILENCE_SECONDS})`;

/** The condition that engine `g` has stopped sending heartbeats although the API was served long enough to receive several. */
export const isSilent: Sql = sql`
  g.last_beat_at <= now() - make_interval(secs => ${SILENCE_SECONDS})
  and ${servedFor(2 * SILENCE_SECONDS)}`;

/**
 * The availability of engine `g`: available if it sends heartbeats, is not ill and is not withheld; retired if its last heartbeat is very old.
 * @rule remote-engines.get.availability
 * @rule remote-engines.get.retired
 * @rule remote-engines.illness.record
 */
export const availability: Sql = sql`(case
  when ${sendsHeartbeats} and g.ill_since is null and g.withheld_at is null then 'AVAILABLE'
  when g.last_beat_at < now() - make_interval(days => ${RETIRED_DAYS}) then 'RETIRED'
  else 'NOT_AVAILABLE'
end)`;

/** The reason why an engine starts no executions, in the form of its record. */
export type EngineIllness = Schema<'EngineIllness'>;

const shown = (code: Sql, message: Sql, since: Sql): Sql => sql`json_build_object(
  'code', ${code},
  'message', ${message},
  'since', to_char(${since} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * The reason why engine `g` starts no executions: its machine is ill, or it is withheld. Null for an engine that starts some, and for one without
 * heartbeats, whose state is unknown.
 */
export const illness: Sql = sql`(case
  when not ${sendsHeartbeats} then null
  when g.ill_since is not null then ${shown(sql`g.ill_code`, sql`g.ill_message`, sql`g.ill_since`)}
  when g.withheld_at is not null then ${shown(sql`'UNISOLATED'`, sql`${UNISOLATED}::text`, sql`g.withheld_at`)}
end)`;
