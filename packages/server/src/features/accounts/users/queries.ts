/** The SQL statements about users. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { AccountRow } from './json.ts';

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
export type NewAccount = { id: string; tenant: string; type: Actor['userType'] } & Pick<
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
export const updateProvisioned = (
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

/** Adds the bot user of an OAuth client, unless it exists; returns its id if it did not. */
export const insertBot = (
  tx: Tx,
  bot: { id: string; tenant: string; client: string; login: string; email: string; name: string },
): Promise<{ id: string } | undefined> =>
  tx.one(sql`
    insert into account (id, tenant_id, user_type, login, email, first_name, last_name, bot_client_id)
    values (${bot.id}, ${bot.tenant}, 'HUMAN', ${bot.login}, ${bot.email}, ${bot.name}, '', ${bot.client})
    on conflict do nothing
    returning id`);

/** Finds the bot user of an OAuth client. */
export const findBot = (tx: Tx, tenant: string, client: string): Promise<{ id: string }> =>
  tx.only(sql`
    select id
    from account
    where tenant_id = ${tenant}
      and bot_client_id = ${client}`);

/** Disables the bot user of an OAuth client. */
export const deactivateBot = (tx: Tx, tenant: string, client: string): Promise<{ id: string } | undefined> =>
  tx.one(sql`
    update account
    set active = false
    where tenant_id = ${tenant}
      and bot_client_id = ${client}
    returning id`);
