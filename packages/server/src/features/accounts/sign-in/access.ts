/** Locks people; each statement checks the tenant. */
import type { Permission } from '@millrace/contract';
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** A person that an administrator manages. */
export type ManagedPerson = { id: string; login: string; active: boolean; has_password: boolean; permissions: Permission[] };

/** Locks a person of the actor's tenant before a change of the password or second factor. */
export const lockPerson = async (tx: Tx, actor: Actor, id: string): Promise<ManagedPerson> =>
  found(
    await tx.one<ManagedPerson>(sql`
      select a.id, a.login, a.active,
             exists (select from account_password p where p.account_id = a.id) as has_password,
             coalesce((
               select array_agg(distinct p.permission)
               from effective_role ar
               join role_permission p on p.role_id = ar.role_id
               where ar.account_id = a.id), '{}') as permissions
      from account a
      where a.id = ${id}
        and a.tenant_id = ${actor.tenant}
        and a.user_type = 'HUMAN'
        and a.bot_client_id is null
      for no key update of a`),
    'User',
    id,
  );
