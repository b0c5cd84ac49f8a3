/** The facts of an explanation, read from the database and from the log, and the format of the evidence. */
import type { Schema } from '@millrace/contract';
import type { BlobStore } from '../../../../core/blobs/blob-store.ts';
import { sql, type Tx } from '../../../../core/database/sql.ts';
import { presentFields } from '../../../../core/http/absent-fields.ts';
import { lastError, selectBounds } from '../../../monitoring/log-store/index.ts';
import { availability, type EngineIllness, illness, mayCarryOut, targetOfRow } from '../life-cycle/engines.ts';
import { claimTimeOf, type EndRequestRow, endRequestColumns, type ExecutionRow } from '../life-cycle/executions.ts';

/** The facts of an explanation. */
export type Facts = {
  execution: ExecutionRow;
  course: Course;
  /** The engine that has or had the execution; while it waits, the engines that may claim it. */
  engines: readonly ExplainedEngine[];
  hindrance: Hindrance | undefined;
  /** The number of times that an execution may be put off. */
  retries: number;
};

/** Reads the facts about an execution. The statements must see one state of the database. */
export async function readFacts({ tx, blobs }: { tx: Tx; blobs: BlobStore }, execution: ExecutionRow, retries: number): Promise<Facts> {
  const { first, end } = await selectBounds(tx, execution.id);
  const course = {
    ...(await selectCourse(tx, execution.id)),
    last_error: await lastError({ tx, blobs }, execution.id),
    log_lines: end - first,
  };
  const engines = await selectTargetEngines(tx, course, execution.workspace_id);
  const hindrance = await selectHindrance(tx, execution.id);
  return { execution, course, engines, hindrance, retries };
}

/** The course of an execution, beside its own columns; the last error line and the number of stored lines come from its log. */
export type Course = CourseRow & { last_error: { message: string; index: number } | undefined; log_lines: number };
type CourseRow = EndRequestRow & {
  task_name: string;
  environment_id: string;
  environment_name: string;
  /** Whether the agent of a dynamic engine is the only engine of its environment. */
  is_dynamic: boolean;
  cluster_name: string | null;
  /** The target: its environment, its cluster or its engine. */
  target_id: string;
  /** The engine that has or had it. */
  engine_id: string | null;
  claimed_at: Date | null;
  lease_expires_at: Date | null;
  lease_ended_at: Date | null;
  exit_code: number | null;
  log_complete_at: Date | null;
  parameters: Readonly<Record<string, string>>;
  secret_parameters: readonly string[] | null;
  context_name: string | null;
};

/** Reads the course of an execution. */
const selectCourse = (tx: Tx, id: string): Promise<CourseRow> =>
  tx.only(sql`
    select x.task_name, e.id as environment_id, e.name as environment_name, e.is_dynamic, k.name as cluster_name,
           ${targetOfRow(sql`x`)} as target_id, coalesce(l.engine_id, x.engine_id) as engine_id,
           coalesce(x.claimed_at, ${claimTimeOf(sql`l`)}) as claimed_at, l.lease_expires_at, x.lease_ended_at, x.exit_code, x.log_complete_at,
           x.parameters, x.secret_parameters, x.context_name, ${endRequestColumns}
    from task_execution x
    join environment e on e.id = x.environment_id
    left join engine_cluster k on k.id = x.wanted_cluster_id
    left join live_execution l on l.execution_id = x.id
    where x.id = ${id}`);

/** An engine that may claim an execution, or has it. */
export type ExplainedEngine = {
  id: string;
  name: string;
  paired: boolean;
  availability: Schema<'Availability'>;
  illness: EngineIllness | null;
  last_beat_at: Date | null;
  running: number;
  capacity: number | null;
};

/** The engine that has or had an execution; without one, the engines that may claim it, the one with the latest heartbeat first; at most 100. */
const selectTargetEngines = (
  tx: Tx,
  { engine_id: engine, target_id: target }: Pick<CourseRow, 'engine_id' | 'target_id'>,
  workspace: string,
): Promise<ExplainedEngine[]> =>
  tx.rows(sql`
    select g.id, g.name, g.paired_at is not null as paired, ${availability} as availability, ${illness} as illness,
           g.last_beat_at, g.capacity,
           (select count(*) from live_execution l where l.engine_id = g.id) as running
    from engine g
    where ${engine === null ? mayCarryOut(sql`${target}::uuid`, sql`${workspace}::uuid`) : sql`g.id = ${engine}`}
    order by g.last_beat_at desc nulls last, g.name, g.id
    limit 100`);

/** The facts that keep a waiting execution from an engine. */
type Hindrance = {
  /** Whether it must wait until the next attempt. */
  put_off: boolean;
  attempts: number;
  /** The number of times that engines gave it back, because their machines could not start it. */
  returns: number;
  next_attempt_at: Date;
  /** The number of older executions with the same target. */
  ahead: number;
  running_id: string | null;
  running_since: Date | null;
};

/** Reads the facts that keep a waiting execution from an engine; undefined if an engine has it, or if it has ended. */
const selectHindrance = (tx: Tx, id: string): Promise<Hindrance | undefined> =>
  tx.one(sql`
    select l.available_at > now() as put_off, l.attempts, l.returns, l.available_at as next_attempt_at, b.execution_id as running_id,
           b.since as running_since,
           (select count(*)
            from live_execution o
            where o.target_id = l.target_id
              and o.engine_id is null
              and o.available_at <= now()
              and (o.available_at, o.execution_id) < (l.available_at, l.execution_id)) as ahead
    from live_execution l
    left join lateral (
      select o.execution_id, coalesce(o.started_at, o.claimed_at) as since
      from live_execution o
      where l.alone
        and o.task_id = l.task_id
        and o.alone
        and o.engine_id is not null
      limit 1) b on true
    where l.execution_id = ${id}
      and l.engine_id is null`);

/** A reason, and what to do about it. */
export type Reason = Schema<'ExplanationReason'> & { next?: string | undefined };

/** Converts a row to ExplanationEngine. */
export const toEngineEvidence = (engine: ExplainedEngine): Schema<'ExplanationEngine'> => ({
  id: engine.id,
  name: engine.name,
  status: engine.paired ? 'PAIRED' : 'NOT_PAIRED',
  availability: engine.availability,
  ...presentFields({ illness: engine.illness, lastHeartbeat: engine.last_beat_at?.toISOString() }),
  running: engine.running,
  ...presentFields({ capacity: engine.capacity }),
});

/** The attempt of a task with a retry, with the first and the next one. */
export const toAttemptEvidence = ({ attempt, attempts, first_id: first, retried_as: next }: ExecutionRow): Schema<'ExplanationEvidence'> =>
  attempts === null ? {} : presentFields({ attempt, attemptsAtMost: attempts, firstExecutionId: first, nextExecutionId: next });

/** An engine as words of a sentence; pass undefined for one that was deleted. */
export const engineName = (engine: ExplainedEngine | undefined): string =>
  engine ? `the engine '${engine.name}'` : 'an engine that was deleted';

/** A text that ends with exactly one full stop. */
export const sentence = (text: string): string => `${text.trim().replace(/[.:;,]+$/, '')}.`;
