/** Makers of tenants and accounts, for tests. */
import type { Permission, Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';
import { createAdministratorToken, createTenant } from '../../../first-start.ts';

/** A caller with a token. */
export type MadeUser = { id: string; tenant: string; login: string; token: string };

/** Makes tenants, and accounts in them. */
export function accountMakers({ db, tokens, name }: Making) {
  /** The tenant of the install. */
  const firstTenant = async (): Promise<string> =>
    (await db.reader.only<{ id: string }>(sql`select id from tenant order by id limit 1`)).id;

  return {
    tenant: firstTenant,
    otherTenant: (): Promise<string> => db.transaction((tx) => createTenant(tx, name('Tenant'))),
    administratorToken: (): Promise<string> => createAdministratorToken(db, tokens),

    administrator: async (): Promise<string> =>
      (await db.reader.only<{ id: string }>(sql`select id from account where login = 'admin' order by id limit 1`)).id,

    /** A user, or a service account, with these permissions, and these rights on workspaces. */
    user: async (
      options: {
        tenant?: string;
        permissions?: readonly Permission[];
        rights?: Record<string, readonly Right[]>;
        active?: boolean;
        type?: 'HUMAN' | 'SERVICE';
      } = {},
    ): Promise<MadeUser> => {
      const tenant = options.tenant ?? (await firstTenant());
      const id = newId();
      const role = newId();
      const login = name('user').replaceAll(' ', '-');
      const { secret, hash } = tokens.create('personal');
      await db.transaction(async (tx) => {
        await tx.rows(sql`
          insert into account (id, tenant_id, user_type, login, email, first_name, last_name, active)
          values (
            ${id}, ${tenant}, ${options.type ?? 'HUMAN'}, ${login}, ${`${login}@example.com`},
            ${options.type === 'SERVICE' ? login : 'Test'}, 'User', ${options.active ?? true})`);
        await tx.rows(sql`insert into role (id, tenant_id, name) values (${role}, ${tenant}, ${name('role')})`);
        await tx.rows(
          sql`insert into role_permission (role_id, permission) select ${role}, unnest(${[...(options.permissions ?? [])]}::text[])`,
        );
        await tx.rows(sql`insert into account_role (account_id, role_id) values (${id}, ${role})`);
        await tx.rows(sql`insert into personal_access_token (id, account_id, name, hash) values (${newId()}, ${id}, 'test', ${hash})`);
        if (options.type === 'SERVICE')
          await tx.rows(
            sql`insert into service_account (account_id, permissions) values (${id}, ${[...(options.permissions ?? [])]}::text[])`,
          );
        for (const [workspace, rights] of Object.entries(options.rights ?? {})) {
          await tx.rows(
            sql`insert into workspace_right (workspace_id, account_id, name) select ${workspace}, ${id}, unnest(${[...rights]}::text[])`,
          );
        }
      });
      return { id, tenant, login, token: secret };
    },
  };
}
