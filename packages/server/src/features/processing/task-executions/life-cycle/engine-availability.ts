/** Whether an engine can be counted on. It stands here because executions wait for engines, and features lean on each other one way. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../../core/database/sql.ts';

/** Why an engine is withheld. */
export const UNISOLATED =
  'It does not isolate its tasks, and several people use this install: run it as root or where unprivileged user namespaces are allowed, or set MILLRACE_UNISOLATED_TASKS to allow.';

/** Seconds without a beat after which an engine counts as not available: three beats. */
const SILENCE_SECONDS = 15;
/** Days without a beat after which an engine counts as retired. */
const RETIRED_DAYS = 30;

/** Whether the beats of engine `g` come in. */
export const sendsHeartbeats: Sql = sql`g.last_beat_at > now() - make_interval(secs => ${SILENCE_SECONDS})`;

/**
 * Whether the beats of engine `g` come in, say that it is well, and it gets work, or not, or have not come for so long that nobody waits for it.
 * @rule remote-engines.get.availability
 * @rule remote-engines.get.retired
 * @rule remote-engines.illness.record
 */
export const availability: Sql = sql`(case
  when ${sendsHeartbeats} and g.ill_since is null and g.withheld_at is null then 'AVAILABLE'
  when g.last_beat_at < now() - make_interval(days => ${RETIRED_DAYS}) then 'RETIRED'
  else 'NOT_AVAILABLE'
end)`;

/** Why an engine begins no run, as its record shows it. */
export type Illness = Schema<'EngineIllness'>;

const shown = (code: Sql, message: Sql, since: Sql): Sql => sql`json_build_object(
  'code', ${code},
  'message', ${message},
  'since', to_char(${since} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * Why engine `g` begins no run: its machine cannot, or it is withheld. Null where it begins some, and where it is silent, so that nothing is known
 * of it.
 */
export const illness: Sql = sql`(case
  when not ${sendsHeartbeats} then null
  when g.ill_since is not null then ${shown(sql`g.ill_code`, sql`g.ill_message`, sql`g.ill_since`)}
  when g.withheld_at is not null then ${shown(sql`'UNISOLATED'`, sql`${UNISOLATED}::text`, sql`g.withheld_at`)}
end)`;
