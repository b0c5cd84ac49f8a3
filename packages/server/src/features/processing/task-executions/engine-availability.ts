/** Whether an engine can be counted on. It stands here because executions wait for engines, and features lean on each other one way. */
import { sql, type Sql } from '../../../core/sql.ts';

/** Why an engine is withheld. */
export const UNISOLATED =
  'It does not isolate its tasks, and several people use this install: run it as root or where unprivileged user namespaces are allowed, or set MILLRACE_UNISOLATED_TASKS to allow.';

/** Seconds without a beat after which an engine counts as not available: three beats. */
const SILENCE_SECONDS = 15;
/** Days without a beat after which an engine counts as retired. */
const RETIRED_DAYS = 30;

/**
 * Whether the beats of engine `g` come in, do not, or have not for so long that nobody waits for it.
 * @rule remote-engines.get.availability
 * @rule remote-engines.get.retired
 */
export const availability: Sql = sql`(case
  when g.last_beat_at > now() - make_interval(secs => ${SILENCE_SECONDS}) then 'AVAILABLE'
  when g.last_beat_at < now() - make_interval(days => ${RETIRED_DAYS}) then 'RETIRED'
  else 'NOT_AVAILABLE'
end)`;
