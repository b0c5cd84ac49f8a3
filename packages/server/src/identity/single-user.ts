/** Whether an install is one person's own. */
import type { Tx } from '../core/database/db.ts';
import { sql } from '../core/database/sql.ts';

/** Whether at most one person may sign in: over all tenants, without service accounts, and without users that are switched off. */
export async function hasSingleUser(tx: Tx): Promise<boolean> {
  const { single } = await tx.only<{ single: boolean }>(sql`
    select count(*) < 2 as single
    from (select id
          from account
          where user_type = 'HUMAN'
            and active
          limit 2) as people`);
  return single;
}
