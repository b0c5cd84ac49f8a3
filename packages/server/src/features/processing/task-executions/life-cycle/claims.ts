/** The claims of executions by engines: those that take waiting executions, and those that wait at this process for new ones. */
import type { Schema } from '@millrace/contract';
import { DatabaseUnavailable, refusedBy } from '../../../../core/database/db.ts';
import { type Sql, sql, type Tx } from '../../../../core/database/sql.ts';
import { namedSteps } from '../../../../core/database/named-steps.ts';
import type { ProcessState } from '../../../../core/platform/platform.ts';
import { endSteps } from './ends.ts';
import { type Claimer, type IdleClaim, isOfTarget, isValidClaim, mayClaim, targetsOfEngine } from './engines.ts';
import { endBeforeStart, isLiveRowOf } from './executions.ts';

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

/**
 * The number of executions, their lease, the incarnation and the number of the claim, and the pauses after each attempt that finds the task busy. `since`
 * is the `emptyAt` of an earlier claim: this one passes over what was available some seconds before it. Left out, it looks at the whole queue.
 */
type ClaimTerms = {
  most: number;
  since?: string | undefined;
  leaseSeconds: number;
  busyRetrySeconds: readonly number[];
  incarnation?: string | undefined;
  number?: number | undefined;
};

/**
 * The answer to a claim. `emptyAt` is the time of the claim, as the database writes it, if it has seen everything in the part of the queue that it looked
 * at; null if there may be more, or if the engine may claim nothing.
 */
export type Claim = { executions: ClaimedRow[]; emptyAt: string | null };

/** What a transaction makes available may be seen so many seconds later. */
const COMMIT_SECONDS = 2;

/**
 * Claims for an engine the executions that have been available for the longest time, each for one engine only. An execution whose task already runs and
 * allows no second one is put off; after the last attempt it ends. The lock on the engine makes `closeClaims` wait for claims that are under way.
 * @rule task-executions.claim.oldest
 * @rule task-executions.start.cloud
 * @rule task-executions.start.engine
 * @rule task-executions.start.cluster
 * @rule remote-engines.unpair.credential
 * @rule remote-engines.pair.environment
 * @rule remote-engines.use.workspace
 * @rule task-executions.start.parallel
 * @rule task-executions.start.retry
 */
export async function claim(tx: Tx, engine: Claimer, terms: ClaimTerms): Promise<Claim> {
  for (;;) {
    try {
      return await tryClaim(tx, engine, terms);
    } catch (error) {
      // Another claim got an execution of the same task at the same moment. The next attempt sees it.
      if (refusedBy(error) !== 'live_execution_alone') throw error;
    }
  }
}

async function tryClaim(
  tx: Tx,
  engine: Claimer,
  { most, since, leaseSeconds, busyRetrySeconds, incarnation, number }: ClaimTerms,
): Promise<Claim> {
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
          select w.execution_id, w.task_id, w.alone, w.attempts, w.available_at
          from live_execution w
          where ${isOfTarget}
            and w.engine_id is null
            and w.available_at <= now()
            and w.available_at >= coalesce(${since ?? null}::timestamptz - make_interval(secs => ${COMMIT_SECONDS}), '-infinity')
          order by w.available_at, w.execution_id
          limit ${most}
          for update skip locked) l
        order by l.available_at, l.execution_id
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
      where ${isLiveRowOf(sql`j.execution_id`)}
        and j.busy
        and j.attempts < ${busyRetrySeconds.length}`,
    ...endSteps({
      ended: sql`
        delete from live_execution l
        using checked j
        where ${isLiveRowOf(sql`j.execution_id`)}
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
      where ${isLiveRowOf(sql`j.execution_id`)}
        and not j.busy
      returning l.execution_id, l.fence, l.returns`,
  };
  const rows = await tx.rows<(ClaimedRow | { id: null }) & { empty_at: string | null }>(
    namedSteps(
      steps,
      sql`
        select c.*, e.empty_at
        from (select case when exists (select from claimer) and (select count(*) from candidate) < ${most} then now()::text end as empty_at) e
        left join (
          select ${claimedColumns}, claimed.fence, claimed.returns
          from claimed
          join task_execution x on x.id = claimed.execution_id) c on true
        order by c.id`,
    ),
  );
  return { executions: rows.filter((row) => row.id !== null), emptyAt: rows[0]?.empty_at ?? null };
}

/** An execution that is being accepted, with its target and its workspace. */
type ExecutionToHandOver = { id: string; target: string; workspace: string };

type Waiting = { claim: IdleClaim; free: number; onHandOver: () => void; handedOver: Promise<ClaimedRow[]> | undefined; isOver: boolean };

/** The claims that wait at one process. */
export class WaitingClaims {
  readonly #idle = new Set<Waiting>();

  /** The number of waiting claims. */
  get size(): number {
    return this.#idle.size;
  }

  /**
   * Adds a claim to which executions may be handed over; `onHandOver` is called after a hand-over. The returned function removes the claim
   * and returns the executions that were handed over.
   */
  wait(claim: IdleClaim, onHandOver: () => void): () => Promise<ClaimedRow[]> {
    const waiting: Waiting = { claim, free: claim.free, onHandOver, handedOver: undefined, isOver: false };
    this.#idle.add(waiting);
    return async () => {
      waiting.isOver = true;
      this.#idle.delete(waiting);
      return (await waiting.handedOver) ?? [];
    };
  }

  /**
   * Chooses a waiting claim for each execution, if there is one. `accept` inserts the executions accordingly, and each claim gets its own
   * executions. If it is unknown whether the insert was committed, the claim fails, and its engine reports it as unanswered.
   */
  async handOver(
    executions: readonly ExecutionToHandOver[],
    accept: (chosen: ReadonlyMap<string, IdleClaim>) => Promise<ClaimedRow[]>,
  ): Promise<ClaimedRow[]> {
    const chosen = this.#choose(executions);
    const reserved = [...new Set(chosen.values())];
    const accepted = accept(new Map([...chosen].map(([id, { claim }]) => [id, claim])));
    for (const waiting of reserved) {
      // A claim takes part in one statement at a time, and its answer is the result of that statement.
      this.#idle.delete(waiting);
      waiting.handedOver = accepted.then(
        // By claim, not by engine: two claims of one engine may wait when it gave up the first, and each returns only its own executions.
        (rows) => rows.filter((row) => chosen.get(row.id) === waiting),
        (error: unknown) => {
          if (error instanceof DatabaseUnavailable) throw error;
          return [];
        },
      );
      waiting.handedOver.then(
        (rows) => (rows.length > 0 ? waiting.onHandOver() : this.#waitAgain(waiting)),
        () => waiting.onHandOver(),
      );
    }
    return accepted;
  }

  /** Chooses the claim with the most free places for each execution, so that simultaneous starts are spread over the engines. */
  #choose(executions: readonly ExecutionToHandOver[]): Map<string, Waiting> {
    const chosen = new Map<string, Waiting>();
    if (this.#idle.size === 0) return chosen;
    for (const execution of executions) {
      let best: Waiting | undefined;
      for (const waiting of this.#idle) if (waiting.free > (best?.free ?? 0) && mayClaim(waiting.claim, execution)) best = waiting;
      if (!best) continue;
      best.free -= 1;
      chosen.set(execution.id, best);
    }
    return chosen;
  }

  #waitAgain(waiting: Waiting): void {
    if (waiting.isOver) return;
    waiting.free = waiting.claim.free;
    waiting.handedOver = undefined;
    this.#idle.add(waiting);
  }
}

/** The claims that wait at this process. */
export const waitingClaims = (state: ProcessState): WaitingClaims => state.of(WaitingClaims, () => new WaitingClaims());

/** A resource of a run: the parameter that gets its path, and its content. */
export type RunResource = { variable: string; id: string; name: string; file: boolean; hash: string; size: number };
