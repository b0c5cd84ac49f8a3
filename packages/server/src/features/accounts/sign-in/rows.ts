/** The statements about people that sign in, about their passwords, and about people that administrators manage. */
import type { Permission } from '@millrace/contract';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant, requireAccessHeld } from '../../security/held/index.ts';

/** A person, or the bot user of an OAuth client, that an administrator manages. */
type ManagedPerson = { id: string; login: string; active: boolean; has_password: boolean; permissions: Permission[] };

/** Locks a person of the actor's tenant before a change of the password or second factor. */
export const lockPerson = (tx: Tx, actor: Actor, id: string): Promise<ManagedPerson> =>
  guard.lockContent(tx, actor, id, { columns: managedColumns, where: sql`a.bot_client_id is null` });

/** Locks a user of the actor's tenant before a change of its login or email. Bot users, which cannot sign in, have both. */
export const lockPersonOrBot = (tx: Tx, actor: Actor, id: string): Promise<ManagedPerson> =>
  guard.lockContent(tx, actor, id, { columns: managedColumns });

const guard = inTenant({ noun: 'User', table: sql`account`, alias: sql`a`, also: () => sql`a.user_type = 'HUMAN'` });

/** The columns of `ManagedPerson`. */
const managedColumns: Sql = sql`
  a.id, a.login, a.active, exists (select from account_password p where p.account_id = a.id) as has_password,
  coalesce((
    select array_agg(distinct p.permission)
    from effective_role ar
    join role_permission p on p.role_id = ar.role_id
    where ar.account_id = a.id), '{}') as permissions`;

/**
 * Requires that the caller holds all permissions and rights of a person. Otherwise, a link, a password or a removed factor could give them to the caller.
 * @rule sign-in.link.no-escalation
 * @rule users.replace.no-escalation
 */
export const requirePersonHeld = (tx: Tx, actor: Actor, { login, ...person }: ManagedPerson): Promise<void> =>
  requireAccessHeld(tx, actor, { ...person, kind: 'user', name: login });

/** An account that may sign in, with the hash of its password. */
export type CandidateRow = {
  id: string;
  login: string;
  email: string;
  hash: string;
  has_factor: boolean;
  /** Whether the account has signed in from the address. */
  is_known: boolean;
};

/** The maximum number of accounts with one login, in several tenants, whose passwords a sign-in checks. */
const MAX_CANDIDATES = 4;

const candidateColumns = (address: string): Sql => sql`
  a.id, a.login, a.email, p.hash,
  exists (select from second_factor f where f.account_id = a.id and f.confirmed_at is not null) as has_factor,
  exists (select from known_address k where k.account_id = a.id and k.address = ${address}) as is_known`;

/**
 * Selects the active people with a login that have a password.
 * @rule sign-in.login.case
 */
export const selectCandidates = (tx: Tx, login: string, address: string): Promise<CandidateRow[]> =>
  tx.rows(sql`
    select ${candidateColumns(address)}
    from account a
    join account_password p on p.account_id = a.id
    where lower(a.login) = lower(${login})
      and a.active
      and a.user_type = 'HUMAN'
      and a.bot_client_id is null
    order by a.id
    limit ${MAX_CANDIDATES}`);

/** Finds an active person with a password by its id; undefined if there is none. */
export const selectPerson = (tx: Tx, id: string, address: string): Promise<CandidateRow | undefined> =>
  tx.one(sql`
    select ${candidateColumns(address)}
    from account a
    join account_password p on p.account_id = a.id
    where a.id = ${id}
      and a.active`);

/** The names of the person of a session, and whether the person has a password: one that signs in at an identity provider may have none. */
export const selectNames = (tx: Tx, id: string): Promise<{ name: string; email: string; has_password: boolean }> =>
  tx.only(sql`
    select trim(a.first_name || ' ' || a.last_name) as name, a.email,
           exists (select from account_password p where p.account_id = a.id) as has_password
    from account a
    where a.id = ${id}`);

/** Locks the password of an active person against changes; false if it was changed, or the person was disabled. */
export const holdPassword = (tx: Tx, id: string, hash: string): Promise<boolean> =>
  tx.any(sql`
    select p.account_id
    from account_password p
    join account a on a.id = p.account_id
    where p.account_id = ${id}
      and p.hash = ${hash}
      and a.active
    for share`);

/** Sets the password of an account by its hash. */
export const upsertPassword = (tx: Tx, id: string, hash: string): Promise<unknown> =>
  tx.rows(sql`
    insert into account_password (account_id, hash)
    values (${id}, ${hash})
    on conflict (account_id) do update
    set hash = excluded.hash,
        set_at = now()`);

/** Replaces the hash of a password by another hash of the same password. */
export const renewHash = (tx: Tx, id: string, former: string, hash: string): Promise<unknown> =>
  tx.rows(sql`
    update account_password
    set hash = ${hash}
    where account_id = ${id}
      and hash = ${former}`);
