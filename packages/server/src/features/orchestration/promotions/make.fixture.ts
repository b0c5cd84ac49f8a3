/** Makers of promotions, for tests. */
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';

type Needs = { environment(): Promise<string> };

/** Makes promotions. */
export const promotionMakers = ({ db }: Making, made: Needs) => ({
  /** A promotion that these accounts may execute. */
  promotion: async (
    options: { source?: string; target?: string; assigned?: readonly string[] } = {},
  ): Promise<{ id: string; source: string; target: string }> => {
    const promotion = {
      id: newId(),
      source: options.source ?? (await made.environment()),
      target: options.target ?? (await made.environment()),
    };
    await db.transaction(async (tx) => {
      await tx.rows(sql`
        insert into promotion (id, tenant_id, source_environment_id, target_environment_id)
        select ${promotion.id}, tenant_id, ${promotion.source}, ${promotion.target}
        from environment
        where id = ${promotion.source}`);
      await tx.rows(sql`
        insert into promotion_account (promotion_id, account_id)
        select ${promotion.id}, unnest(${[...(options.assigned ?? [])]}::uuid[])`);
    });
    return promotion;
  },
});
