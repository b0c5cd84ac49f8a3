/** The statements about promotions and their users, and the JSON. Each statement that finds or locks a promotion checks the tenant and the caller. */
import type { Schema } from '@millrace/contract';
import { forbidden } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../../security/held/index.ts';
import { environmentObject, type EnvironmentRow, toEnvironmentJson } from '../environments/index.ts';

/** The row of a promotion. */
type PromotionRow = { id: string; name: string; description: string | null; source: EnvironmentRow; target: EnvironmentRow };

/**
 * The name of a promotion, which consists of the names of its environments; for statements with `promotionTables`.
 * @rule promotions.get.name
 */
export const promotionName: Sql = sql`(s.name || ' to ' || t.name)`;

/** The columns of `PromotionRow`, for statements with `promotionTables`. */
const promotionColumns: Sql = sql`
  p.id, ${promotionName} as name, p.description,
  (select ${environmentObject} from environment e where e.id = s.id) as source,
  (select ${environmentObject} from environment e where e.id = t.id) as target`;

const environmentsOfPromotion: Sql = sql`
  join environment s on s.id = p.source_environment_id
  join environment t on t.id = p.target_environment_id`;

/** Promotions `p` with their environments `s` and `t`. */
export const promotionTables: Sql = sql`promotion p ${environmentsOfPromotion}`;

const isAssigned = (actor: Actor): Sql => sql`exists (
  select from promotion_account m
  where m.promotion_id = p.id
    and m.account_id = ${actor.id})`;

/**
 * A caller sees all promotions if it manages promotions, else those that it may execute.
 * @rule promotions.list.visible
 */
const guard = inTenant({
  noun: 'Promotion',
  table: sql`promotion`,
  alias: sql`p`,
  also: (actor) => (actor.permissions.has('SVC_PIPELINE_MANAGEMENT') ? sql`true` : isAssigned(actor)),
});

/** Builds the condition for the promotions `p` that the actor may see. */
export const visiblePromotions = guard.visible;

/** Finds a promotion that the actor may read. */
export const findPromotion = (tx: Tx, actor: Actor, id: string): Promise<PromotionRow> =>
  guard.find(tx, actor, id, { columns: promotionColumns, joins: environmentsOfPromotion });

/** Locks a promotion for a change. */
export const lockPromotion = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => guard.lock(tx, actor, id);

/** A promotion that the actor may execute. */
export type ExecutablePromotion = { id: string; tenant_id: string; source_environment_id: string; target_environment_id: string };

/** Finds a promotion, and requires that the actor may execute it. */
export const findExecutablePromotion = (tx: Tx, actor: Actor, id: string): Promise<ExecutablePromotion> =>
  findOrLockExecutable(tx, actor, id, 'find');

/**
 * Finds or locks a promotion, and requires that the actor may execute it.
 * @rule promotions.execute.assigned
 */
async function findOrLockExecutable(tx: Tx, actor: Actor, id: string, access: 'find' | 'lock'): Promise<ExecutablePromotion> {
  const promotion = await guard[access]<ExecutablePromotion & { assigned: boolean }>(tx, actor, id, {
    columns: sql`p.id, p.tenant_id, p.source_environment_id, p.target_environment_id, ${isAssigned(actor)} as assigned`,
  });
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
  const promotion = await findOrLockExecutable(tx, actor, id, 'lock');
  await tx.rows(sql`
    select e.id
    from environment e
    where e.id in (${promotion.source_environment_id}, ${promotion.target_environment_id})
      and e.tenant_id = ${actor.tenant}
    order by e.id
    for update`);
  return promotion;
}

/** Selects the promotions that the actor may see and that meet a condition, ordered by name. */
export const selectPromotions = (tx: Tx, actor: Actor, condition: Sql): Promise<PromotionRow[]> =>
  tx.rows(sql`
    select ${promotionColumns}
    from ${promotionTables}
    where ${visiblePromotions(actor)}
      and ${condition}
    order by ${promotionName}, p.id`);

/** Adds a promotion. */
export const insertPromotion = (
  tx: Tx,
  values: { id: string; tenant: string; source: string; target: string; description: string | null },
): Promise<unknown> =>
  tx.rows(sql`
    insert into promotion (id, tenant_id, source_environment_id, target_environment_id, description)
    values (${values.id}, ${values.tenant}, ${values.source}, ${values.target}, ${values.description})`);

/** Changes the description. */
export const updatePromotion = (tx: Tx, id: string, description: string): Promise<unknown> =>
  tx.rows(sql`
    update promotion
    set description = ${description},
        updated_at = now()
    where id = ${id}`);

/**
 * Deletes a promotion with the records of its executions; promoted content stays.
 * @rule promotions.delete.records
 */
export const removePromotion = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from promotion
    where id = ${id}`);

/** Selects the accounts that may execute a promotion, ordered by login. */
export const selectPromotionAccounts = (tx: Tx, promotion: string): Promise<{ id: string; user_type: 'HUMAN' | 'SERVICE' }[]> =>
  tx.rows(sql`
    select a.id, a.user_type
    from promotion_account m
    join account a on a.id = m.account_id
    where m.promotion_id = ${promotion}
    order by a.login, a.id`);

/** Allows a user to execute a promotion; a constraint refuses a user that already may. */
export const insertPromotionAccount = (tx: Tx, promotion: string, account: string): Promise<unknown> =>
  tx.rows(sql`
    insert into promotion_account (promotion_id, account_id)
    values (${promotion}, ${account})`);

/**
 * Allows a service account to execute a promotion; does nothing if it already may.
 * @rule promotions.service-accounts.again
 */
export const ensurePromotionAccount = (tx: Tx, promotion: string, account: string): Promise<unknown> =>
  tx.rows(sql`
    insert into promotion_account (promotion_id, account_id)
    values (${promotion}, ${account})
    on conflict on constraint promotion_account_once do nothing`);

/** Removes an account from a promotion, and returns the account if the promotion had it. */
export const removePromotionAccount = (tx: Tx, promotion: string, account: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from promotion_account
    where promotion_id = ${promotion}
      and account_id = ${account}
    returning account_id as id`);

/**
 * Converts a row to PromotionExecutableDetails without the description, as in lists.
 * @rule promotions.list.description
 */
export const toListedPromotionJson = (row: PromotionRow): Schema<'PromotionExecutableDetails'> => ({
  executable: row.id,
  name: row.name,
  sourceEnvironment: toEnvironmentJson(row.source),
  targetEnvironment: toEnvironmentJson(row.target),
});

/** Converts a row to PromotionExecutableDetails. */
export const toPromotionJson = (row: PromotionRow): Schema<'PromotionExecutableDetails'> => ({
  ...toListedPromotionJson(row),
  ...(row.description !== null && { description: row.description }),
});
