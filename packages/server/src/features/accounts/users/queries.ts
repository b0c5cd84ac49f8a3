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

/** An account to add. */
export type NewAccount = {
  id: string;
  tenant: string;
  type: Actor['userType'];
  login: string;
  email: string;
  firstName: string;
  lastName: string;
};

/** Adds an account without roles. */
export const insertAccount = (tx: Tx, account: NewAccount): Promise<unknown> =>
  tx.rows(sql`
    insert into account (id, tenant_id, user_type, login, email, first_name, last_name)
    values (
      ${account.id}, ${account.tenant}, ${account.type}, ${account.login}, ${account.email}, ${account.firstName}, ${account.lastName})`);

/** Changes the names of an account. */
export const renameAccount = (tx: Tx, id: string, names: { firstName: string; lastName: string }): Promise<unknown> =>
  tx.rows(sql`
    update account
    set first_name = ${names.firstName},
        last_name = ${names.lastName},
        updated_at = now()
    where id = ${id}`);

/** Removes an account with its tokens, roles, groups and rights. */
export const removeAccount = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from account
    where id = ${id}`);
