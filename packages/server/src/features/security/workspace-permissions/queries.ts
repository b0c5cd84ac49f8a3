/** The statements about the rights of accounts on workspaces. */
import type { Right } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { and, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { managedWorkspaces } from './access.ts';
import type { PermissionRow } from './json.ts';

/** The rights to select: those of one kind of accounts, on all workspaces that the actor manages or only on some, of all accounts or only of some. */
export type PermissionFilter = {
  type: Actor['userType'];
  environment?: string | undefined;
  workspaces?: readonly string[] | undefined;
  accounts?: readonly string[] | undefined;
};

/** Selects the rights of accounts on workspaces that the actor manages, ordered by the names of the workspaces and the logins of the accounts. */
export function selectPermissions(tx: Tx, actor: Actor, filter: PermissionFilter): Promise<PermissionRow[]> {
  const conditions: Sql[] = [managedWorkspaces(actor), sql`u.user_type = ${filter.type}`];
  if (filter.environment !== undefined) conditions.push(sql`w.environment_id = ${filter.environment}`);
  if (filter.workspaces !== undefined) conditions.push(sql`w.id = any (${[...filter.workspaces]}::uuid[])`);
  if (filter.accounts !== undefined) conditions.push(sql`u.id = any (${[...filter.accounts]}::uuid[])`);
  return tx.rows(sql`
    select w.id as workspace_id, u.id as account_id, array_agg(r.name) as rights
    from workspace_right r
    join workspace w on w.id = r.workspace_id
    join account u on u.id = r.account_id
    where ${and(conditions)}
    group by w.id, u.id
    order by w.name, w.id, u.login`);
}

/** Adds rights and returns those that the account did not hold before. */
export const insertRights = (tx: Tx, workspace: string, account: string, rights: readonly Right[]): Promise<{ name: Right }[]> =>
  tx.rows(sql`
    insert into workspace_right (workspace_id, account_id, name)
    select ${workspace}, ${account}, unnest(${[...rights]}::text[])
    on conflict do nothing
    returning name`);

/** Removes all rights of an account on a workspace and returns them. */
export const removeRights = (tx: Tx, workspace: string, account: string): Promise<{ name: Right }[]> =>
  tx.rows(sql`
    delete from workspace_right
    where workspace_id = ${workspace}
      and account_id = ${account}
    returning name`);

/**
 * Removes all rights of the accounts, or of all accounts of a type, on the workspaces.
 * @rule workspace-permissions.batch.match
 */
export const removeRightsOf = (
  tx: Tx,
  type: Actor['userType'],
  workspaces: readonly string[],
  accounts: readonly string[] | 'all',
): Promise<unknown> =>
  tx.rows(sql`
    delete from workspace_right r
    using account u
    where u.id = r.account_id
      and u.user_type = ${type}
      and r.workspace_id = any (${[...workspaces]}::uuid[])
      and (${accounts === 'all'} or u.id = any (${accounts === 'all' ? [] : [...accounts]}::uuid[]))`);
