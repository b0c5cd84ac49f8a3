/** The claims of waiting executions by engines, and the leases under which engines hold them. */
import type { Schema } from '@millrace/contract';
import { clockSetBack } from '../../../../core/background/database-clock.ts';
import { refusedBy, type Tx } from '../../../../core/database/db.ts';
import { json, type Sql, sql } from '../../../../core/database/sql.ts';
import { withSteps } from '../../../../core/database/with-steps.ts';
import { subscribe } from '../../../../core/events/domain-events.ts';
import type { RunResource } from './startable-task.ts';
import { type Claimer, isOfTarget, isValidClaim, targetsOfEngine } from './engines.ts';
import { endSteps, pauseBefore } from './retries.ts';
import { endBeforeStart } from './execution-row.ts';

/** An execution that an engine has claimed. */
export type ClaimedRow = {
  id: string;
  fence: number;
  task_id: string;
  task_name: string;
  artifact_name: string;
  artifact_version: string;
  layout: 'job-archive' | 'millrace' | 'inline';
  blob_hash: string;
  blob_size: number;
  parameters: Record<string, string>;
  secret_parameters: string[] | null;
  connections: Record<string, string>;
  resources: RunResource[];
  log_level: 'OFF' | 'ERROR' | 'WARN' | 'INFO';
  timeout_minutes: number | null;
  jvm_arguments: string[];
  workspace_id: string | null;
  run_as_user: string | null;
  pod: Schema<'RunProfilePod'> | null;
  traceparent: string | null;
  context_name: string | null;
  returns: number;
};

/** The columns of `ClaimedRow` of an execution `x`, without the fence of the claim and `returns`, the number of times that it was given back. */
export const claimedColumns: Sql = sql`
  x.id, x.task_id, x.task_name, x.artifact_name, x.artifact_version, x.layout, x.blob_hash, x.parameters, x.secret_parameters, x.connections,
  x.resources, x.jvm_arguments, x.workspace_id, x.log_level, x.timeout_minutes, x.traceparent, x.context_name,
  (select p.pod from run_profile p where p.id = x.run_profile_id::uuid) as pod,
  (select c.kept ->> 'remoteRunAsUser' from task_run_config c where c.task_id = x.task_id) as run_as_user,
  coalesce((select size from blob where hash = x.blob_hash), 0) as blob_size`;

/** The number of executions, their lease, the incarnation and the number of the claim, and the pauses after each attempt that finds the task busy. */
type ClaimTerms = {
  most: number;
  leaseSeconds: number;
  busyRetrySeconds: readonly number[];
  incarnation?: string | undefined;
  number?: number | undefined;
};

/**
 * Claims the oldest waiting executions for an engine, each for one engine only. An execution whose task already runs and allows no second one is
 * put off; after the last attempt it ends. The lock on the engine makes `closeClaims` wait for claims that are under way.
 * @rule task-executions.start.cloud
 * @rule task-executions.start.engine
 * @rule task-executions.start.cluster
 * @rule remote-engines.unpair.credential
 * @rule remote-engines.pair.environment
 * @rule remote-engines.use.workspace
 * @rule task-executions.start.parallel
 * @rule task-executions.start.retry
 */
export async function claim(tx: Tx, engine: Claimer, terms: ClaimTerms): Promise<ClaimedRow[]> {
  for (;;) {
    try {
      return await tryClaim(tx, engine, terms);
    } catch (error) {
      // Another claim got an execution of the same task at the same moment. The next attempt sees it.
      if (refusedBy(error) !== 'live_execution_alone') throw error;
    }
  }
}

function tryClaim(
  tx: Tx,
  engine: Claimer,
  { most, leaseSeconds, busyRetrySeconds, incarnation, number }: ClaimTerms,
): Promise<ClaimedRow[]> {
  const steps = {
    claimer: {
      materialized: sql`
        select e.id, e.environment_id, e.cluster_id, e.workspace_id,
               (select k.workspace_id from engine_cluster k where k.id = e.cluster_id) as cluster_workspace_id
        from engine e
        where id = ${engine.engineId}
          and ${isValidClaim({ credential: sql`${engine.credential}`, incarnation: sql`${incarnation ?? null}`, number: sql`${number ?? null}` })}
        for key share of e`,
    },
    candidate: {
      materialized: sql`
        select l.execution_id, l.task_id, l.alone, l.attempts
        from claimer e
        cross join lateral (${targetsOfEngine}) as target (id, workspace_id)
        cross join lateral (
          select w.execution_id, w.task_id, w.alone, w.attempts
          from live_execution w
          where ${isOfTarget}
            and w.engine_id is null
            and w.available_at <= now()
          order by w.available_at, w.execution_id
          limit ${most}
          for update skip locked) l
        limit ${most}`,
    },
    checked: {
      materialized: sql`
        select c.execution_id, c.attempts,
               c.alone and (
                 row_number() over (partition by c.task_id, c.alone order by c.execution_id) > 1
                 or exists (
                   select from live_execution o
                   where o.task_id = c.task_id
                     and o.alone
                     and o.engine_id is not null)) as busy
        from candidate c`,
    },
    put_off: sql`
      update live_execution l
      set attempts = l.attempts + 1,
          available_at = now() + make_interval(secs => (${[...busyRetrySeconds]}::float8[])[j.attempts + 1])
      from checked j
      where l.execution_id = j.execution_id
        and j.busy
        and j.attempts < ${busyRetrySeconds.length}`,
    ...endSteps({
      ended: sql`
        delete from live_execution l
        using checked j
        where l.execution_id = j.execution_id
          and j.busy
          and j.attempts >= ${busyRetrySeconds.length}
        returning l.execution_id, l.plan_step_execution_id`,
      set: sql`
        outcome = 'DEPLOY_FAILED',
        finished_at = ${endBeforeStart},
        misfired_reason = 'MAX_DEPLOYMENT_ATTEMPTS_REACHED',
        error_type = 'TASK_BUSY',
        error_message = 'Another execution of the task ran at each of ' || (${busyRetrySeconds.length} + 1)::text
          || ' attempts: allow parallel executions in its run configuration, or start it less often.'`,
    }),
    claimed: sql`
      update live_execution l
      set status = 'DISPATCHING_FLOW',
          engine_id = ${engine.engineId},
          fence = l.fence + 1,
          claimed_at = now(),
          lease_expires_at = now() + make_interval(secs => ${leaseSeconds}),
          incarnation = ${incarnation ?? null},
          claim_number = ${number ?? null}
      from checked j
      where l.execution_id = j.execution_id
        and not j.busy
      returning l.execution_id, l.fence, l.returns`,
  };
  return tx.rows(
    withSteps(
      steps,
      sql`
        select ${claimedColumns}, claimed.fence, claimed.returns
        from claimed
        join task_execution x on x.id = claimed.execution_id
        order by x.id`,
    ),
  );
}

/** An execution that an engine reports to hold, with the fence of its claim. */
export type Lease = { executionId: string; fence: number };

/**
 * Renews those of the leases that the engine still holds, and returns them.
 * @rule remote-engines.limits.heartbeat
 */
export const extendLeases = (
  tx: Tx,
  engine: string,
  held: readonly Lease[],
  leaseSeconds: number,
): Promise<{ id: string; stopping: boolean }[]> =>
  tx.rows(sql`
    with held as materialized (
      select l.execution_id
      from live_execution l
      join json_to_recordset(${json(held)}::json) as h ("executionId" uuid, fence bigint) on h."executionId" = l.execution_id and h.fence = l.fence
      where l.engine_id = ${engine}
      order by l.execution_id
      for no key update of l
    )
    update live_execution l
    set lease_expires_at = now() + make_interval(secs => ${leaseSeconds})
    from held
    where l.execution_id = held.execution_id
    returning l.execution_id as id, l.status = 'STOPPING_FLOW_EXECUTION' as stopping`);

/**
 * Limits stored times: an execution that was never delayed may be claimed at once; a delayed one, or a further attempt, waits no longer than its
 * pause; and no lease lasts longer than a new one.
 * @rule task-executions.times.set-back
 */
export const followsClock = subscribe(clockSetBack, async (tx, { limits: { leaseSeconds, busyRetrySeconds } }) => {
  await tx.rows(sql`
    with known as (
      select execution_id, now() + make_interval(secs => ${leaseSeconds}) as lease_ends,
             now() + make_interval(secs => coalesce(
               (${[...busyRetrySeconds]}::float8[])[attempts],
               (select ${pauseBefore(sql`x`)} from task_execution x where x.id = execution_id and x.first_id is not null),
               0)) as pause_ends
      from live_execution
    ), ahead as (
      select l.execution_id, known.lease_ends, known.pause_ends
      from live_execution l
      join known on known.execution_id = l.execution_id
      where l.available_at > known.pause_ends
         or l.accepted_at > now()
         or l.lease_expires_at > known.lease_ends
      order by l.execution_id
      for update of l
    )
    update live_execution l
    set available_at = least(l.available_at, ahead.pause_ends),
        accepted_at = least(l.accepted_at, now()),
        lease_expires_at = case when l.lease_expires_at is not null then least(l.lease_expires_at, ahead.lease_ends) end
    from ahead
    where l.execution_id = ahead.execution_id`);
});
