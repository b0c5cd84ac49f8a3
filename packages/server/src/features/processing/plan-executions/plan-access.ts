/** Finds the plans of plan executions; each statement checks the tenant and the right. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { foundWithRight } from '../../orchestration/workspaces/index.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';

/** A plan with the rights of the caller that starts it. */
export type StartablePlan = { id: string; name: string; paused: boolean };

/**
 * Finds a plan that the actor may start.
 * @rule plan-executions.start.unknown
 */
export const findStartablePlan = async (tx: Tx, actor: Actor, id: string): Promise<StartablePlan> =>
  foundWithRight(await findPlan(tx, actor, id), 'Plan', id, 'EXECUTE');

/**
 * Finds a plan whose executions the actor may list.
 * @rule plan-executions.list.plan
 */
export const findListedPlan = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  found(await findPlan(tx, actor, id), 'Plan', id);

const findPlan = (tx: Tx, actor: Actor, id: string): Promise<(StartablePlan & { held: boolean }) | undefined> =>
  tx.one(sql`
    select p.id, p.name, p.paused_at is not null as paused, ${holdsRight(actor, 'EXECUTE')} as held
    from plan p
    join workspace w on w.id = p.workspace_id
    where p.id = ${id}
      and p.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}`);
