/** The SQL statements about users that only the tenant API needs. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleUsers } from '../users/index.ts';

/** Finds the user whose login or email is an address; one with the login comes first. */
export const selectByAddress = (tx: Tx, actor: Actor, email: string): Promise<{ id: string } | undefined> =>
  tx.one(sql`
    select u.id
    from account u
    where ${visibleUsers(actor)}
      and (lower(u.login) = lower(${email}) or lower(u.email) = lower(${email}))
    order by lower(u.login) = lower(${email}) desc, u.id
    limit 1`);
