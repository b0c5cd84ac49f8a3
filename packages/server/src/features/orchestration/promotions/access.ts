/** Finds and locks promotions; each statement checks the tenant and the caller. */
import type { Tx } from '../../../core/database/db.ts';
import { forbidden, found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { promotionColumns, promotionTables, type PromotionRow } from './json.ts';

const isAssigned = (actor: Actor): Sql => sql`exists (
  select from promotion_account m
  where m.promotion_id = p.id
    and m.account_id = ${actor.id})`;

/**
 * Builds the condition for the promotions `p` that the actor may see: all if the actor manages promotions, else those that the actor may execute.
 * @rule promotions.list.visible
 */
export function visiblePromotions(actor: Actor): Sql {
  const tenant = sql`p.tenant_id = ${actor.tenant}`;
  return actor.permissions.has('SVC_PIPELINE_MANAGEMENT') ? tenant : sql`${tenant} and ${isAssigned(actor)}`;
}

/** Finds a promotion that the actor may read. */
export async function findPromotion(tx: Tx, actor: Actor, id: string): Promise<PromotionRow> {
  const row = await tx.one<PromotionRow>(sql`
    select ${promotionColumns}
    from ${promotionTables}
    where p.id = ${id}
      and ${visiblePromotions(actor)}`);
  return found(row, 'Promotion', id);
}

/** Locks a promotion for a change. */
export async function lockPromotion(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const row = await tx.one<{ id: string }>(sql`
    select p.id
    from promotion p
    where p.id = ${id}
      and ${visiblePromotions(actor)}
    for update`);
  return found(row, 'Promotion', id);
}

/** A promotion that the actor may execute. */
export type ExecutablePromotion = { id: string; tenant_id: string; source_environment_id: string; target_environment_id: string };

/**
 * Finds a promotion that the actor may execute.
 * @rule promotions.execute.assigned
 */
export async function findExecutablePromotion(tx: Tx, actor: Actor, id: string, lock: Sql = sql``): Promise<ExecutablePromotion> {
  const row = await tx.one<ExecutablePromotion & { assigned: boolean }>(sql`
    select p.id, p.tenant_id, p.source_environment_id, p.target_environment_id, ${isAssigned(actor)} as assigned
    from promotion p
    where p.id = ${id}
      and ${visiblePromotions(actor)}
    ${lock}`);
  const promotion = found(row, 'Promotion', id);
  if (!promotion.assigned)
    throw forbidden('promotion_not_assigned', 'You may not execute this promotion: ask a manager of promotions to add you to its users.');
  return promotion;
}

/**
 * Locks a promotion that the actor may execute and its two environments, ordered by id. Promotions that share an environment run one after the other,
 * and no other transaction can add a workspace, an engine or a schedule to either environment meanwhile.
 * @rule promotions.execute.order
 */
export async function lockExecutablePromotion(tx: Tx, actor: Actor, id: string): Promise<ExecutablePromotion> {
  const promotion = await findExecutablePromotion(tx, actor, id, sql`for update`);
  await tx.rows(sql`
    select e.id
    from environment e
    where e.id in (${promotion.source_environment_id}, ${promotion.target_environment_id})
      and e.tenant_id = ${actor.tenant}
    order by e.id
    for update`);
  return promotion;
}
