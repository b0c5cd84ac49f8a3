/** The deletion of environments of both kinds, with all their content. */
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Publish } from '../../../core/events/domain-events.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { raiseEnvironmentEvent, workspacesDeleting } from './rows.ts';
import { requireEnvironmentWithoutEngines, requireEnvironmentWithoutExecutions, requireEnvironmentWithoutPromotions } from './rules.ts';

type DeletionContext = { actor: Actor; tx: Tx; publish: Publish };

/** Deletes an environment with its workspaces and their content, or refuses it while an engine, a promotion or an execution needs it. */
export async function deleteEnvironmentWithContent({ actor, tx, publish }: DeletionContext, environment: string): Promise<void> {
  const workspaces = await lockWorkspaces(tx, environment);
  const uses = await countEnvironmentUses(tx, environment);

  requireEnvironmentWithoutEngines(uses.engines);
  requireEnvironmentWithoutPromotions(uses.promotions);
  requireEnvironmentWithoutExecutions(uses.executions);

  await publish(tx, workspacesDeleting, { workspaces });
  await removeEnvironment(tx, actor, environment);
}

/** Locks the workspaces of an environment, so that an execution that starts meanwhile is counted or refused, and returns their ids. */
async function lockWorkspaces(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id
    from workspace
    where environment_id = ${id}
    order by id
    for update`);
  return rows.map((row) => row.id);
}

/** Counts the objects that prevent the deletion of an environment. */
const countEnvironmentUses = (tx: Tx, id: string): Promise<{ engines: number; promotions: number; executions: number }> =>
  tx.only(sql`
    select (select count(*) from engine where environment_id = ${id}) as engines,
           (select count(*) from promotion where source_environment_id = ${id} or target_environment_id = ${id}) as promotions,
           (select count(*)
            from live_execution
            where environment_id = ${id})
           + (
             select count(*)
             from plan_execution
             where environment_id = ${id}
               and finished_at is null) as executions`);

/**
 * Deletes an environment with all its content.
 * @rule environments.3.cascade
 */
async function removeEnvironment(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseEnvironmentEvent(tx, actor, 'deleted', id);
  await tx.rows(sql`
    delete from environment
    where id = ${id}`);
}
