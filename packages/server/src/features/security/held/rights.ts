/**
 * The rights that accounts hold on workspaces, as conditions in SQL, and the workspaces that a caller may see, queried once per list and not per row. No
 * other file checks which rights an account holds.
 */
import { type Permission, type Right, RIGHTS } from '@millrace/contract';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireHeld } from './rules.ts';

/** Builds the condition that the actor holds a right on the workspace `w`. */
export const holdsRight = (actor: Actor, right: Right): Sql => accountHolds(sql`${actor.id}`, right);

/**
 * Builds the condition that an account holds a right on the workspace `w`; `account` is an id or a column of the statement, and so
 * may be `right`. AUTHOR, EXECUTE, PUBLISH and MANAGE each include VIEW; the owner holds all.
 * @rule workspaces.rights.view
 * @rule workspaces.create.rights
 */
export function accountHolds(account: Sql, right: Right | Sql): Sql {
  const isNamed = sql`r.name = ${right}`;
  const includesRight = typeof right !== 'string' ? sql`(${right} = 'VIEW' or ${isNamed})` : right === 'VIEW' ? sql`true` : isNamed;
  return sql`(
    w.owner_id = ${account}
    or exists (
      select from workspace_right r
      where r.workspace_id = w.id
        and r.account_id = ${account}
        and ${includesRight}
    ))`;
}

/** Builds the condition that the actor may give any right on the workspace `w`, also to itself. */
export const mayGiveRights = (actor: Actor): Sql =>
  sql`(${actor.permissions.has('SVC_ENVIRONMENT_MANAGEMENT')} or ${holdsRight(actor, 'MANAGE')})`;

/**
 * Builds a query for the ids of all workspaces on which the actor holds VIEW. It means the same as `holdsRight`, in a form that lets the database
 * estimate the number of workspaces.
 */
export const viewedBy = (actor: Actor): Sql => sql`
  select o.id
  from workspace o
  where o.owner_id = ${actor.id}
  union all
  select r.workspace_id
  from workspace_right r
  where r.account_id = ${actor.id}`;

/** An account with its tenant-wide permissions: a secret, a password or a link lets a caller act as it. */
type GivenAccount = { id: string; kind: 'user' | 'service account'; name: string; permissions: Iterable<Permission> };

/** Requires that the caller holds all permissions of an account, and all its rights on workspaces. Otherwise the caller would get them with the access. */
export async function requireAccessHeld(tx: Tx, actor: Actor, account: GivenAccount): Promise<void> {
  const rights = (await selectRightsNotHeld(tx, actor, account.id)).map((right) => `${right} on a workspace`);
  requireHeld(actor, { ...account, rights });
}

/** Selects the rights that an account holds on some workspace, and that the actor neither holds there nor may give. */
async function selectRightsNotHeld(tx: Tx, actor: Actor, account: string): Promise<Right[]> {
  const rows = await tx.rows<{ name: Right }>(sql`
    select distinct n.name
    from workspace w
    cross join unnest(${[...RIGHTS]}::text[]) as n (name)
    where w.tenant_id = ${actor.tenant}
      and ${accountHolds(sql`${account}`, sql`n.name`)}
      and not ${mayGiveRights(actor)}
      and not ${accountHolds(sql`${actor.id}`, sql`n.name`)}`);
  const names = new Set(rows.map(({ name }) => name));
  return RIGHTS.filter((right) => names.has(right));
}

/** The filters of a list by environment and workspace. */
export type ListScope = { environmentId?: string | undefined; workspaceId?: string | undefined };

/** The workspaces that an actor may see, within the filters of a list. Each condition checks both the tenant and the right. */
type VisibleScope = {
  /** Whether the actor sees all workspaces of the tenant, so that rows need no check. */
  isWholeTenant: boolean;
  /** Builds the condition that the actor sees a row of a table with the columns tenant_id and workspace_id. */
  of(table: Sql): Sql;
  /** A query for the ids of the visible workspaces. */
  workspaces: Sql;
};

/**
 * Checks whether the actor sees all workspaces of the tenant. If so, the list checks only that, once and before it reads rows. Otherwise it reads the
 * rows of the visible workspaces. Must be called in the transaction of the list, so that both statements see the same snapshot of the database.
 */
export async function visibleScope(tx: Tx, actor: Actor, { environmentId, workspaceId }: ListScope = {}): Promise<VisibleScope> {
  const inTenant = sql`w.tenant_id = ${actor.tenant}`;
  const inEnvironment = environmentId === undefined ? sql`` : sql`and w.environment_id = ${environmentId}`;
  const isWorkspace = workspaceId === undefined ? sql`` : sql`and w.id = ${workspaceId}`;
  const workspaces = sql`
    select w.id
    from workspace w
    where ${inTenant}
      ${inEnvironment}
      ${isWorkspace}
      and w.id in (${viewedBy(actor)})`;
  const seesAll = sql`not exists (
    select from workspace w
    where ${inTenant}
      and not ${holdsRight(actor, 'VIEW')})`;
  const isWholeTenant =
    environmentId === undefined && workspaceId === undefined && (await tx.only<{ all: boolean }>(sql`select ${seesAll} as all`)).all;
  return {
    isWholeTenant,
    of: (table) =>
      isWholeTenant ? sql`${table}.tenant_id = ${actor.tenant} and ${seesAll}` : sql`${table}.workspace_id in (${workspaces})`,
    workspaces,
  };
}
