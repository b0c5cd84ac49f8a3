/** The SQL statements about users. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { AccountRow } from './json.ts';

/** Selects the caller's account with its roles. */
export const selectAccount = (tx: Tx, actor: Actor): Promise<AccountRow> =>
  tx.only(sql`
    select a.first_name, a.last_name, a.email, a.active, a.created_at, a.updated_at,
           coalesce((
             select json_agg(json_build_object('name', r.name, 'permissions', (
               select coalesce(json_agg(p.permission order by p.permission), '[]')
               from role_permission p
               where p.role_id = r.id)) order by r.name)
             from account_role ar
             join role r on r.id = ar.role_id
             where ar.account_id = a.id), '[]') as roles
    from account a
    where a.id = ${actor.id}
      and a.tenant_id = ${actor.tenant}`);
