/** The SQL statements about promotions. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visiblePromotions } from './access.ts';
import { promotionColumns, promotionName, promotionTables, type PromotionRow } from './json.ts';

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
