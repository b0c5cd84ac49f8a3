/** The statements about accounts of all kinds: users, service accounts and the caller. */
import type { Schema } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The fields of a person in the API beside login, names and email. */
export type ProfileRow = {
  phone: string | null;
  preferred_language: Schema<'PreferredLanguage'> | null;
  timezone: string | null;
  title: string | null;
};

/** The columns of an account that are not part of its actor. */
export type AccountRow = ProfileRow & {
  first_name: string;
  last_name: string;
  email: string;
  active: boolean;
  created_at: Date;
  updated_at: Date;
  roles: { name: string; permissions: string[] }[];
};

/** Selects the caller's account with its roles and those of its groups. */
export const selectAccount = (tx: Tx, actor: Actor): Promise<AccountRow> =>
  tx.only(sql`
    select a.first_name, a.last_name, a.email, a.active, a.phone, a.preferred_language, a.timezone, a.title, a.created_at, a.updated_at,
           coalesce((
             select json_agg(json_build_object('name', r.name, 'permissions', (
               select coalesce(json_agg(p.permission order by p.permission), '[]')
               from role_permission p
               where p.role_id = r.id)) order by r.name)
             from effective_role ar
             join role r on r.id = ar.role_id
             where ar.account_id = a.id), '[]') as roles
    from account a
    where a.id = ${actor.id}
      and a.tenant_id = ${actor.tenant}`);

/** Returns whether the account of the actor still exists and is active: for calls that go on long after the check of their token. */
export const isActive = async (tx: Tx, actor: Actor): Promise<boolean> =>
  tx.any(sql`
    select id
    from account
    where id = ${actor.id}
      and tenant_id = ${actor.tenant}
      and active`);

/**
 * Finds the account of a new owner: the caller if no login is given, else the active account with the login, or refuses.
 * @rule environments.create.owner
 * @rule workspaces.create.owner
 */
export async function findOwner(tx: Tx, actor: Actor, login: string | null | undefined): Promise<{ id: string }> {
  if (login === null || login === undefined) return { id: actor.id };
  const account = await tx.one<{ id: string }>(sql`
    select id
    from account
    where tenant_id = ${actor.tenant}
      and lower(login) = lower(${login})
      and active`);
  if (!account)
    throw invalid('owner_unknown', `No active user has the login '${login.slice(0, 100)}': choose the login of an active user.`);
  return account;
}

/**
 * Selects an account whose login differs from a new login, but is the same in the compatible form of Unicode (NFKC) and without invisible characters.
 * Only logins that an older version has accepted have another form. `case` keeps a database without Unicode from computing the form, which would fail.
 */
export const selectAccountsOfSameForm = (
  tx: Tx,
  actor: Pick<Actor, 'tenant'>,
  login: string,
  except?: { id: string },
): Promise<unknown[]> =>
  tx.rows(sql`
    select id
    from account
    where tenant_id = ${actor.tenant}
      and id is distinct from ${except?.id ?? null}::uuid
      and lower(login) <> lower(${login})
      and case
            when octet_length(login) > char_length(login)
            then lower(regexp_replace(
              normalize(login, NFKC), '[\\u00AD\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF]', '', 'g'))
          end = lower(${login})
    limit 1`);

/** The fields of an account that requests set; null for those that are not known. */
export type AccountFields = {
  login: string;
  email: string;
  firstName: string;
  lastName: string;
  active: boolean;
  phone: string | null;
  preferredLanguage: string | null;
  timezone: string | null;
  title: string | null;
};

/** The required fields of a new account; it is active. */
type NewAccount = { id: string; tenant: string; type: Actor['userType'] } & Pick<
  AccountFields,
  'login' | 'email' | 'firstName' | 'lastName'
> &
  Partial<AccountFields> & { picture?: string | undefined };

/** Adds an account without roles. */
export const insertAccount = (tx: Tx, account: NewAccount): Promise<unknown> =>
  tx.rows(sql`
    insert into account (
      id, tenant_id, user_type, login, email, first_name, last_name, active, phone, preferred_language, timezone, title, picture)
    values (
      ${account.id}, ${account.tenant}, ${account.type}, ${account.login}, ${account.email}, ${account.firstName}, ${account.lastName},
      ${account.active ?? true}, ${account.phone ?? null}, ${account.preferredLanguage ?? null}, ${account.timezone ?? null},
      ${account.title ?? null}, ${account.picture ?? null})`);

/** Changes the fields of an account. */
export const updateAccount = (tx: Tx, id: string, fields: AccountFields): Promise<unknown> =>
  tx.rows(sql`
    update account
    set login = ${fields.login},
        email = ${fields.email},
        first_name = ${fields.firstName},
        last_name = ${fields.lastName},
        active = ${fields.active},
        phone = ${fields.phone},
        preferred_language = ${fields.preferredLanguage},
        timezone = ${fields.timezone},
        title = ${fields.title},
        updated_at = now()
    where id = ${id}`);

/** Stores what only an identity provider sets: its id of the user, the display name, and the attributes that no column holds. */
export const updateProvisionedFields = (
  tx: Tx,
  id: string,
  provisioned: { externalId: string | null; displayName: string | null; keptAttributes: object | null },
): Promise<unknown> =>
  tx.rows(sql`
    update account
    set external_id = ${provisioned.externalId},
        display_name = ${provisioned.displayName},
        kept_attributes = ${provisioned.keptAttributes}
    where id = ${id}`);

/** Changes the names of an account. */
export const renameAccount = (tx: Tx, id: string, names: { firstName: string; lastName: string }): Promise<unknown> =>
  tx.rows(sql`
    update account
    set first_name = ${names.firstName},
        last_name = ${names.lastName},
        updated_at = now()
    where id = ${id}`);

/**
 * Removes an account with its tokens, roles, groups and rights. Other records keep its id or its login, without a reference.
 * @rule users.delete.history
 */
export const removeAccount = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from account
    where id = ${id}`);
