/** The SQL statements about promotions. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visiblePromotions } from './access.ts';
import { promotionColumns, promotionName, promotionTables, type PromotionRow } from './json.ts';

/** Promotions that the actor may see and that meet a condition, by name. */
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
  one: { id: string; tenant: string; source: string; target: string; description: string | null },
): Promise<unknown> =>
  tx.rows(sql`
    insert into promotion (id, tenant_id, source_environment_id, target_environment_id, description)
    values (${one.id}, ${one.tenant}, ${one.source}, ${one.target}, ${one.description})`);

/** Changes the description. */
export const updatePromotion = (tx: Tx, id: string, description: string): Promise<unknown> =>
  tx.rows(sql`
    update promotion
    set description = ${description},
        updated_at = now()
    where id = ${id}`);

/**
 * Deletes a promotion with the records of its executions; what was promoted stays.
 * @rule promotions.delete.records
 */
export const removePromotion = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from promotion
    where id = ${id}`);

/** Who may execute a promotion, by login. */
export const selectAssigned = (tx: Tx, promotion: string): Promise<{ id: string; user_type: 'HUMAN' | 'SERVICE' }[]> =>
  tx.rows(sql`
    select a.id, a.user_type
    from promotion_account m
    join account a on a.id = m.account_id
    where m.promotion_id = ${promotion}
    order by a.login, a.id`);

/** Lets a user execute a promotion; refused for one who may already. */
export const insertAssigned = (tx: Tx, promotion: string, account: string): Promise<unknown> =>
  tx.rows(sql`
    insert into promotion_account (promotion_id, account_id)
    values (${promotion}, ${account})`);

/**
 * Lets a service account execute a promotion, or leaves it as it is.
 * @rule promotions.service-accounts.again
 */
export const keepAssigned = (tx: Tx, promotion: string, account: string): Promise<unknown> =>
  tx.rows(sql`
    insert into promotion_account (promotion_id, account_id)
    values (${promotion}, ${account})
    on conflict on constraint promotion_account_once do nothing`);

/** Lets an account no longer execute a promotion. Answers whom. */
export const removeAssigned = (tx: Tx, promotion: string, account: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from promotion_account
    where promotion_id = ${promotion}
      and account_id = ${account}
    returning account_id as id`);
