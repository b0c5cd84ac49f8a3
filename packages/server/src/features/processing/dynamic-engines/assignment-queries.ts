/** The statements about assignments of environments to dynamic engines. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { removeAgents } from '../remote-engines/index.ts';
import type { AssignedEnvironment } from './packages/values.ts';
import { changeDesiredState } from './queries.ts';
import { environmentStatus, isFresh } from './states.ts';

/** Selects the environments that an engine runs, for its packages. */
export const selectAssigned = (tx: Tx, engine: string): Promise<AssignedEnvironment[]> =>
  tx.rows(sql`
    select a.id as "linkId", e.id, e.name, x.log_strategy as "logStrategy", x.metrics_strategy as "metricsStrategy"
    from dynamic_engine_assignment a
    join dynamic_engine_environment x on x.environment_id = a.environment_id
    join environment e on e.id = a.environment_id
    where a.dynamic_engine_id = ${engine}
      and a.removing_at is null
    order by e.name, e.id`);

/** Counts the assignments of an engine, and those of them that are being removed. */
export const countAssignments = (tx: Tx, engine: string): Promise<{ environments: number; removals: number }> =>
  tx.only(sql`
    select count(*) as environments, count(*) filter (where removing_at is not null) as removals
    from dynamic_engine_assignment
    where dynamic_engine_id = ${engine}`);

/**
 * The assignment of an environment. `at_work` is the status of an operation in progress, if the last report is not old. `pending`: its resources have
 * still to be installed.
 */
export type AssignmentRow = {
  id: string;
  dynamic_engine_id: string;
  engine_id: string;
  removing: boolean;
  fresh: boolean;
  pending: boolean;
  at_work: Schema<'DynamicEngineGlobalStatus'> | null;
};

const assignmentOf = (environment: string): Sql => sql`
  select a.id, a.dynamic_engine_id, a.engine_id, a.removing_at is not null as removing, ${isFresh} as fresh,
         ${environmentStatus} = 'SET_UP_REQUIRED' as pending, case when ${isFresh} then a.status end as at_work
  from dynamic_engine_assignment a
  join dynamic_engine d on d.id = a.dynamic_engine_id
  where a.environment_id = ${environment}`;

/** Finds the assignment of an environment. */
export const findAssignment = (tx: Tx, environment: string): Promise<AssignmentRow | undefined> =>
  tx.one(sql`
    ${assignmentOf(environment)}`);

/**
 * Locks the assignment of an environment, after its engine: reports lock in the same order. The caller has locked the environment, so that no other
 * assignment can begin.
 */
export async function lockAssignment(tx: Tx, environment: string): Promise<AssignmentRow | undefined> {
  await tx.rows(sql`
    select d.id
    from dynamic_engine d
    where d.id = (select a.dynamic_engine_id from dynamic_engine_assignment a where a.environment_id = ${environment})
    for update`);
  return tx.one(sql`
    ${assignmentOf(environment)}
    for update of a`);
}

/**
 * Locks the assignment of an environment to an engine.
 * @rule dynamic-engines.unassign.unknown
 */
export async function lockAssignmentTo(tx: Tx, engine: string, environment: string): Promise<AssignmentRow> {
  const row = await lockAssignment(tx, environment);
  return found(row?.dynamic_engine_id === engine.toLowerCase() ? row : undefined, 'Environment of the dynamic engine', environment);
}

/** Adds an assignment. */
export const insertAssignment = (
  tx: Tx,
  assignment: { id: string; dynamicEngine: string; environment: string; agent: string; seed: Buffer },
): Promise<unknown> =>
  tx.rows(sql`
    insert into dynamic_engine_assignment (id, dynamic_engine_id, environment_id, engine_id, agent_key_seed)
    values (${assignment.id}, ${assignment.dynamicEngine}, ${assignment.environment}, ${assignment.agent}, ${assignment.seed})`);

/** Marks an assignment as one that ends as soon as the operator has removed the environment from its cluster. */
export const markRemoving = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine_assignment
    set removing_at = coalesce(removing_at, now())
    where id = ${id}`);

/** Ends the assignments `a` that meet a condition: they and their agents are deleted. Returns the engines to which they belonged. */
export async function endAssignments(tx: Tx, actor: EventActor, condition: Sql): Promise<string[]> {
  const ended = await tx.rows<{ dynamic_engine_id: string; engine_id: string }>(sql`
    delete from dynamic_engine_assignment a
    where ${condition}
    returning a.dynamic_engine_id, a.engine_id`);
  await removeAgents(
    tx,
    actor,
    ended.map(({ engine_id: agent }) => agent),
  );
  const engines = [...new Set(ended.map(({ dynamic_engine_id: engine }) => engine))];
  if (engines.length > 0) await changeDesiredState(tx, engines);
  return engines;
}
