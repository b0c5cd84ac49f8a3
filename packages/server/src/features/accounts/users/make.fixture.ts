/** Makers of tenants and accounts, for tests. */
import type { Permission, Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';
import { createAdministratorToken, createTenant } from '../../../first-start.ts';

/** A caller with a token. */
export type MadeUser = { id: string; tenant: string; login: string; token: string };

/** Makes tenants, and accounts in them. */
export function accountMakers({ db, identity: { tokens }, name }: Making) {
  /** The tenant of the install. */
  const firstTenant = async (): Promise<string> =>
    (await db.reader.only<{ id: string }>(sql`select id from tenant order by id limit 1`)).id;

  return {
    tenant: firstTenant,
    /** Makes another tenant. */
    otherTenant: (): Promise<string> => db.transaction((tx) => createTenant(tx, name('Tenant'))),
    /** Makes a token of the administrator. */
    administratorToken: (): Promise<string> => createAdministratorToken(db, tokens),

    /** The id of the administrator. */
    administrator: async (): Promise<string> =>
      (await db.reader.only<{ id: string }>(sql`select id from account where login = 'admin' order by id limit 1`)).id,

    /** Makes a user, or a service account, with these permissions, and these rights on workspaces. */
    user: async (
      options: {
        tenant?: string;
        permissions?: readonly Permission[];
        rights?: Record<string, readonly Right[]>;
        active?: boolean;
        type?: 'HUMAN' | 'SERVICE';
      } = {},
    ): Promise<MadeUser> => {
      const id = newId();
      const role = newId();
      const login = name('user').replaceAll(' ', '-');
      const type = options.type ?? 'HUMAN';
      const permissions = [...(options.permissions ?? [])];
      const rights = Object.entries(options.rights ?? {}).flatMap(([workspace, names]) => names.map((right) => ({ workspace, right })));
      const { secret, hash } = tokens.create('personal');
      // One statement, because tests make many users. The database checks the references at its end.
      const { tenant } = await db.writer.only<{ tenant: string }>(sql`
        with made as (
          insert into account (id, tenant_id, user_type, login, email, first_name, last_name, active)
          select ${id}, coalesce(${options.tenant}::uuid, (select t.id from tenant t order by t.id limit 1)), ${type}, ${login},
                 ${`${login}@example.com`}, ${type === 'SERVICE' ? login : 'Test'}, 'User', ${options.active ?? true}
          returning id, tenant_id
        ),
        made_role as (
          insert into role (id, tenant_id, name)
          select ${role}, tenant_id, ${name('role')}
          from made
        ),
        permitted as (
          insert into role_permission (role_id, permission)
          select ${role}, unnest(${permissions}::text[])
        ),
        holding as (
          insert into account_role (account_id, role_id)
          values (${id}, ${role})
        ),
        known as (
          insert into personal_access_token (id, account_id, name, hash)
          values (${newId()}, ${id}, 'test', ${hash})
        ),
        serving as (
          insert into service_account (account_id, permissions)
          select id, ${permissions}::text[]
          from made
          where ${type} = 'SERVICE'
        ),
        entitled as (
          insert into workspace_right (workspace_id, account_id, name)
          select workspace, ${id}, name
          from unnest(${rights.map(({ workspace }) => workspace)}::uuid[], ${rights.map(({ right }) => right)}::text[]) as one (workspace, name)
        )
        select tenant_id as tenant
        from made`);
      return { id, tenant, login, token: secret };
    },
  };
}
