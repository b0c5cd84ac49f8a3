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
    const one = {
      id: newId(),
      source: options.source ?? (await made.environment()),
      target: options.target ?? (await made.environment()),
    };
    await db.transaction(async (tx) => {
      await tx.rows(sql`
        insert into promotion (id, tenant_id, source_environment_id, target_environment_id)
        select ${one.id}, tenant_id, ${one.source}, ${one.target}
        from environment
        where id = ${one.source}`);
      await tx.rows(sql`
        insert into promotion_account (promotion_id, account_id)
        select ${one.id}, unnest(${[...(options.assigned ?? [])]}::uuid[])`);
    });
    return one;
  },
});
