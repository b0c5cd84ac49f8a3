/** The statements about the rights of accounts on workspaces. Each one that finds or locks a workspace checks the tenant and the right. */
import { type Right, RIGHTS } from '@millrace/contract';
import { and, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { accountHolds, holdsInEnvironment, holdsRight, inTenant, mayGiveRights, requireRightOf, viewedBy } from '../held/index.ts';

/** The row of the rights of an account on a workspace. */
export type PermissionRow = { workspace_id: string; account_id: string; rights: Right[] };

const manages = (actor: Actor): boolean => actor.permissions.has('SVC_ENVIRONMENT_MANAGEMENT');

/**
 * Builds the condition that the actor may read and change the rights on the workspace `w`.
 * @rule workspace-permissions.all.right
 */
const managedWorkspaces = (actor: Actor): Sql => sql`w.tenant_id = ${actor.tenant} and ${mayGiveRights(actor)}`;

const workspaces = inTenant({
  noun: 'Workspace',
  table: sql`workspace`,
  alias: sql`w`,
  also: (actor) => sql`(${manages(actor)} or ${holdsRight(actor, 'VIEW')})`,
});

type Workspace = { id: string; held: boolean };

const columnsFor = (actor: Actor): { columns: Sql } => ({ columns: sql`w.id, ${mayGiveRights(actor)} as held` });

/** Finds a workspace whose rights the actor may read, or refuses: that needs MANAGE. */
export const findManagedWorkspace = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  requireRightOf(await workspaces.find<Workspace>(tx, actor, id, columnsFor(actor)), 'Workspace', id, 'MANAGE');

/** Locks a workspace whose rights the actor may change, or refuses: that needs MANAGE. Other transactions may still add content to it. */
export const lockManagedWorkspace = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  requireRightOf(await workspaces.lockContent<Workspace>(tx, actor, id, columnsFor(actor)), 'Workspace', id, 'MANAGE');

/**
 * Locks the workspaces, or all, whose rights the actor may change, and returns them. A batch calls this first. It locks in the order of the ids,
 * because two batches that lock in the order of their lists could deadlock.
 */
export const lockManagedWorkspaces = (tx: Tx, actor: Actor, ids: readonly string[] | 'all'): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select w.id
    from workspace w
    where ${managedWorkspaces(actor)}
      and (${ids === 'all'} or w.id = any (${ids === 'all' ? [] : [...ids]}::uuid[]))
    order by w.id
    for no key update`);

const environments = inTenant({
  noun: 'Environment',
  table: sql`environment`,
  alias: sql`e`,
  also: (actor) => sql`(${manages(actor)} or ${holdsInEnvironment(actor, sql`e.id`, 'VIEW')})`,
});

/** Finds an environment that the actor manages, or that has a workspace that the actor may see. */
export const findSeenEnvironment = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  environments.find(tx, actor, id, { columns: sql`e.id` });

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

/** Selects the rights that the actor holds on each workspace where it holds one, ordered by the names of the workspaces. */
export const selectOwnRights = (tx: Tx, actor: Actor): Promise<PermissionRow[]> =>
  tx.rows(sql`
    select w.id as workspace_id, ${actor.id} as account_id, array_agg(n.name) as rights
    from workspace w
    cross join unnest(${[...RIGHTS]}::text[]) as n (name)
    where w.tenant_id = ${actor.tenant}
      and w.id in (${viewedBy(actor)})
      and ${accountHolds(sql`${actor.id}`, sql`n.name`)}
    group by w.id
    order by w.name, w.id`);

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
