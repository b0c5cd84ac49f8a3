/** The assignment of environments to dynamic engines, and its end. */
import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { conflict, requireFound, Problem } from '../../../core/base/problem.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { insertAgent, removeAgents } from '../remote-engines/index.ts';
import type { AssignedEnvironment } from './packages/values.ts';
import { keyOf, newSeed } from './pairing-keys.ts';
import { raiseDesiredRevision, lockDynamicEngine } from './rows.ts';
import { environmentStatus, isFresh } from './states.ts';

/** The assignment: whether it existed before, and whether the engine has still to install the environment. */
type Assigned = { linkId: string; engine: string; existed: boolean; pending: boolean };

/** Seconds in the header Retry-After: an operator that is about to connect has sent its first report by then. */
const RETRY_SECONDS = 10;

/**
 * Assigns a locked environment to an engine, or refuses. Its agent is an engine that belongs to the assignment. A repeated call changes nothing.
 * @rule dynamic-engine-environments.assign.one
 * @rule dynamic-engine-environments.assign.link
 * @rule dynamic-engine-environments.2.free
 * @rule dynamic-engine-environments.2.same
 * @rule dynamic-engine-environments.2.ready
 */
export async function assign(tx: Tx, actor: Actor, tokens: Tokens, environment: string, engineId: string): Promise<Assigned> {
  const engine = await lockDynamicEngine(tx, actor, engineId);
  const present = await findAssignment(tx, environment);

  if (present && present.dynamic_engine_id !== engine.id)
    throw conflict('environment_assigned', 'The environment is assigned to another dynamic engine: remove that assignment first.');
  if (present?.removing)
    throw conflict('environment_busy', 'The operator is removing the environment from its cluster: wait until the status is NOT_ASSIGNED.');
  if (present) return { linkId: present.id, engine: engine.id, existed: true, pending: present.pending };
  if (engine.state !== 'CONNECTED')
    throw new Problem(
      503,
      'dynamic_engine_not_ready',
      `The dynamic engine '${engine.name}' is not connected, its state is ${engine.state}: install its package, or look at its operator.`,
      undefined,
      RETRY_SECONDS,
    );

  const [linkId, agent, seed] = [newId(), newId(), newSeed()];
  const keyHash = tokens.hash(keyOf(tokens, seed));
  await insertAgent(tx, actor, { id: agent, tenant: engine.tenant_id, environment, name: engine.name, keyHash });
  await insertAssignment(tx, { id: linkId, dynamicEngine: engine.id, environment, agent, seed });
  await raiseDesiredRevision(tx, [engine.id]);
  return { linkId, engine: engine.id, existed: false, pending: true };
}

/**
 * Removes an assignment. The operator of a connected engine removes the environment from its cluster first; if the operator is silent, the assignment ends
 * at once, and the operator removes the environment when it reports again.
 * @rule dynamic-engines.unassign.silent
 */
export async function unassign(tx: Tx, actor: Actor, { id, fresh, dynamic_engine_id: engine }: AssignmentRow): Promise<void> {
  if (!fresh) {
    await endAssignments(tx, actor, sql`a.id = ${id}`);
    return;
  }
  await markRemoving(tx, id);
  await raiseDesiredRevision(tx, [engine]);
}

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
 * The assignment of an environment. `reported_status` is that of the last report, null if the report is old. `pending`: its resources have still
 * to be installed.
 */
type AssignmentRow = {
  id: string;
  dynamic_engine_id: string;
  engine_id: string;
  removing: boolean;
  fresh: boolean;
  pending: boolean;
  reported_status: Schema<'DynamicEngineGlobalStatus'> | null;
};

const assignmentOf = (environment: string): Sql => sql`
  select a.id, a.dynamic_engine_id, a.engine_id, a.removing_at is not null as removing, ${isFresh} as fresh,
         ${environmentStatus} = 'SET_UP_REQUIRED' as pending, case when ${isFresh} then a.status end as reported_status
  from dynamic_engine_assignment a
  join dynamic_engine d on d.id = a.dynamic_engine_id
  where a.environment_id = ${environment}`;

/** Finds the assignment of an environment. */
const findAssignment = (tx: Tx, environment: string): Promise<AssignmentRow | undefined> =>
  tx.one(sql`
    ${assignmentOf(environment)}`);

/**
 * Locks the assignment of an environment, if it has one, after its engine: reports lock in the same order. The caller has locked the environment, so that
 * no other assignment can begin.
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
  return requireFound(row?.dynamic_engine_id === engine.toLowerCase() ? row : undefined, 'Environment of the dynamic engine', environment);
}

/** Adds an assignment. */
const insertAssignment = (
  tx: Tx,
  assignment: { id: string; dynamicEngine: string; environment: string; agent: string; seed: Buffer },
): Promise<unknown> =>
  tx.rows(sql`
    insert into dynamic_engine_assignment (id, dynamic_engine_id, environment_id, engine_id, agent_key_seed)
    values (${assignment.id}, ${assignment.dynamicEngine}, ${assignment.environment}, ${assignment.agent}, ${assignment.seed})`);

/** Marks an assignment as one that ends as soon as the operator has removed the environment from its cluster. */
const markRemoving = (tx: Tx, id: string): Promise<unknown> =>
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
  const agents = ended.map((row) => row.engine_id);
  await removeAgents(tx, actor, agents);
  const engines = [...new Set(ended.map(({ dynamic_engine_id: engine }) => engine))];
  if (engines.length > 0) await raiseDesiredRevision(tx, engines);
  return engines;
}
