/** The states of dynamic engines and of their environments. They are computed from the last report of the operator and its time. */
import { sql, type Sql } from '../../../core/database/sql.ts';

/** Seconds after which a report is old: an operator sends one at least every 5 seconds. */
export const FRESH_SECONDS = 10;

/** The condition that the last report of the operator of engine `d` is not old. */
export const isFresh: Sql = sql`(d.reported_at is not null and d.reported_at > now() - make_interval(secs => ${FRESH_SECONDS}))`;

/**
 * The state of engine `d`.
 * @rule dynamic-engines.state.reported
 * @rule dynamic-engines.state.silent
 */
export const engineState: Sql = sql`(case
  when d.deleted_at is not null then 'DELETED'
  when d.paired_at is null then 'CREATING'
  when not ${isFresh} then 'DISCONNECTED'
  when d.fault is not null then 'ERROR'
  else 'CONNECTED'
end)`;

/** The time since which engine `d` has its state. */
export const stateSince: Sql = sql`(case
  when d.deleted_at is not null then d.deleted_at
  when d.paired_at is null then d.created_at
  when not ${isFresh} then d.reported_at + make_interval(secs => ${FRESH_SECONDS})
  else d.live_since
end)`;

/**
 * The status of an environment by its assignment `a` to engine `d`; both are null for an environment without one.
 * @rule dynamic-engine-environments.assign.status
 * @rule dynamic-engine-environments.create.unassigned
 */
export const environmentStatus: Sql = sql`(case
  when a.id is null then 'NOT_ASSIGNED'
  when ${isFresh} and d.fault is null and a.status in ('RUNNING', 'UPDATING') then 'READY'
  when a.installed_at is not null or (${isFresh} and (d.fault is not null or a.status = 'IN_ERROR')) then 'NOT_READY'
  else 'SET_UP_REQUIRED'
end)`;
