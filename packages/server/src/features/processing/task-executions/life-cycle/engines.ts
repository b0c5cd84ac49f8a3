/**
 * Conditions on engines: which executions they may claim, and whether they are available. An execution has one target: an engine, a cluster, or else its
 * environment, for all engines there. An engine or a cluster of a workspace runs only executions of that workspace. This condition has three forms; a
 * test compares them: for the claim statement, which uses an index for each target; for a claim in memory; and for any engine and target. The
 * availability is in this feature, because executions wait for engines, and imports between features have one direction.
 * @rule remote-engines.use.workspace
 */
import type { Schema } from '@millrace/contract';
import { servedFor } from '../../../../core/background/presence.ts';
import { type Sql, sql } from '../../../../core/database/sql.ts';

/** An engine that asks for work, as its credential shows it. Meanwhile it may have been unpaired, or paired with another program. */
export type Claimer = { engineId: string; credential: Buffer };

/** A claim that found nothing and waits for up to `free` executions, with the terms under which it holds them. */
export type IdleClaim = Claimer & {
  environment: string;
  /** The only workspace whose executions the engine may run, or null. */
  workspace: string | null;
  free: number;
  leaseSeconds: number;
  incarnation?: string | undefined;
  number?: number | undefined;
};

/** The workspace of a live execution. The column is null for executions that a process of the previous release accepted. */
export const workspaceOf = (live: Sql): Sql =>
  sql`coalesce(${live}.workspace_id, (select x.workspace_id from task_execution x where x.id = ${live}.execution_id))`;

/** The target of an execution of a task. */
export const targetOf = (task: { engine_id: string | null; cluster_id: string | null; environment_id: string }): string =>
  task.engine_id ?? task.cluster_id ?? task.environment_id;

/** The same for the columns of a row. */
export const targetOfRow = (row: Sql): Sql => sql`coalesce(${row}.wanted_engine_id, ${row}.wanted_cluster_id, ${row}.environment_id)`;

/** Builds the condition that an engine or a cluster that belongs to `owner`, a workspace or null, runs executions of `workspace`. */
export const isFor = (owner: Sql, workspace: Sql): Sql => sql`(${owner} is null or ${owner} = ${workspace})`;

/**
 * The condition that a claim of an engine `e` may take anything: the engine is still paired with that credential and is not withheld, and it has given up
 * neither this claim nor a later one of the same process.
 * @rule remote-engines.isolation.shared
 */
export const isValidClaim = ({ credential, incarnation, number }: { credential: Sql; incarnation: Sql; number: Sql }): Sql => sql`
  e.credential_hash = ${credential}
  and (e.withheld_at is null and (e.given_up_incarnation is distinct from ${incarnation} or e.given_up_number < ${number} or e.given_up_number is null))`;

/**
 * The ids and workspaces of the targets of engine `e`, with the workspace to which its cluster belongs as `cluster_workspace_id`. A claim looks for each
 * by an index.
 */
export const targetsOfEngine: Sql = sql`
  values (e.environment_id, null::uuid), (e.id, null), (e.cluster_id, e.cluster_workspace_id)`;

/** The condition that engine `e` may claim the live execution `w` for one of its targets, `target`. */
export const isOfTarget: Sql = sql`
  w.target_id = target.id
          and ${isFor(sql`e.workspace_id`, workspaceOf(sql`w`))}
          and ${isFor(sql`target.workspace_id`, workspaceOf(sql`w`))}`;

/**
 * The same condition in memory, for an execution that is accepted while a claim waits at this process. The process does not know which engines are
 * in a cluster, so the executions of clusters wait for a poll.
 */
export const mayClaim = (
  { engineId, environment, workspace }: { engineId: string; environment: string; workspace: string | null },
  execution: { target: string; workspace: string },
): boolean => [environment, engineId].includes(execution.target) && (workspace === null || workspace === execution.workspace);

/** Builds the condition that engine `g` may run executions of a workspace that have this target. */
export const mayCarryOut = (target: Sql, workspace: Sql): Sql => sql`
  (${target} in (g.environment_id, g.id, g.cluster_id)
   and ${isFor(sql`g.workspace_id`, workspace)}
   and not exists (
     select from engine_cluster k
     where k.id = ${target}
       and not ${isFor(sql`k.workspace_id`, workspace)}))`;

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
