/** The assignment of environments to dynamic engines, and its end. */
import { newId } from '../../../core/base/id.ts';
import { conflict, Problem } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import { insertAgent } from '../remote-engines/index.ts';
import { lockDynamicEngine } from './access.ts';
import { endAssignments, findAssignment, insertAssignment, markRemoving, type AssignmentRow } from './assignment-queries.ts';
import { keyOf, newSeed } from './pairing-keys.ts';
import { changeDesiredState } from './queries.ts';

/** The assignment: whether it existed before, and whether the engine has still to install the environment. */
export type Assigned = { linkId: string; engine: string; existed: boolean; pending: boolean };

/** Seconds in the header Retry-After: an operator that is about to connect has sent its first report by then. */
const RETRY_SECONDS = 10;

/**
 * Assigns a locked environment to an engine. Its agent is an engine that belongs to the assignment.
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
  await changeDesiredState(tx, [engine.id]);
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
  await changeDesiredState(tx, [engine]);
}
