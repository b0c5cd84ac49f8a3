/** Locks people; each statement checks the tenant. */
import type { Permission } from '@millrace/contract';
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireAccessHeld } from '../../security/held/index.ts';

/** A person, or the bot user of an OAuth client, that an administrator manages. */
export type ManagedPerson = { id: string; login: string; active: boolean; has_password: boolean; permissions: Permission[] };

/** Locks a person of the actor's tenant before a change of the password or second factor. */
export const lockPerson = (tx: Tx, actor: Actor, id: string): Promise<ManagedPerson> => lock(tx, actor, id, sql`a.bot_client_id is null`);

/** Locks a user of the actor's tenant before a change of its login or email. Bot users, which cannot sign in, have both. */
export const lockPersonOrBot = (tx: Tx, actor: Actor, id: string): Promise<ManagedPerson> => lock(tx, actor, id, sql`true`);

const lock = async (tx: Tx, actor: Actor, id: string, where: Sql): Promise<ManagedPerson> =>
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
        and ${where}
      for no key update of a`),
    'User',
    id,
  );

/**
 * Requires that the caller holds all permissions and rights of a person. Otherwise, a link, a password or a removed factor could give them to the caller.
 * @rule sign-in.link.no-escalation
 * @rule users.replace.no-escalation
 */
export const requirePersonHeld = (tx: Tx, actor: Actor, { login, ...person }: ManagedPerson): Promise<void> =>
  requireAccessHeld(tx, actor, { ...person, kind: 'user', name: login });
