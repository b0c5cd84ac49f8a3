/** Returns whether an install has a single user. */
import type { Tx } from '../core/database/db.ts';
import { sql } from '../core/database/sql.ts';

/** Returns whether at most one user may sign in, over all tenants. Service accounts and disabled users do not count. */
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
