/**
 * The guards of what callers may see: an object of their tenant, and for an object in a workspace the right VIEW on it. Each section finds, locks and
 * lists its objects by a guard, so that no statement leaves out a condition or a lock.
 */
import type { Right } from '@millrace/contract';
import { requireFound } from '../../../core/base/problem.ts';
import { and, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type Page, pageOf, type PageQuery, selectPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, type ListScope, visibleScope } from './rights.ts';
import { requireRightOf } from './rules.ts';

/** A kind of objects: its name in refusals, its table with the column `tenant_id`, and the alias of the table in statements. */
type Kind = { noun: string; table: Sql; alias: Sql };

/** A kind of objects of a tenant. `also` builds a further condition on those that a caller sees; `id` is the column with the id if it is not `id`. */
type TenantKind = Kind & { also?: (actor: Actor) => Sql; id?: Sql };

/** What a statement reads of an object: its columns, the joins that they need, and a condition that the object meets in addition. */
type Wanted = { columns: Sql; joins?: Sql; where?: Sql };

/** An object in a workspace. */
type InWorkspace = { id: string; workspace_id: string; environment_id: string };

/** The guard of objects in workspaces. Its statements have the workspace of an object as `w`. */
type WorkspaceGuard = {
  /** Builds the condition that the actor may see an object of the workspace `w`. */
  visible(actor: Actor): Sql;
  /** Builds the condition that a list shows an object. It means the same as `visible` within the filters of `scope`, and needs no join. */
  listed(tx: Tx, actor: Actor, scope?: ListScope): Promise<Sql>;
  /** Selects a page of the objects that meet the conditions, ordered by name. */
  page<Row extends object>(
    tx: Tx,
    actor: Actor,
    query: ListScope & PageQuery,
    wanted: { columns: Sql; joins?: Sql; where: readonly Sql[] },
  ): Promise<Page<Row>>;
  /** Builds a query for the id of an object that the actor may see. */
  idOf(actor: Actor, id: string): Sql;
  /** Finds an object that the actor may see. */
  find<Row>(tx: Tx, actor: Actor, id: string, wanted: Wanted): Promise<Row>;
  /** Finds an object on whose workspace the actor holds a right. */
  findWith<Row>(tx: Tx, actor: Actor, id: string, right: Right, wanted: Wanted): Promise<Row>;
  /**
   * Locks an object for a change, on whose workspace the actor holds a right. Locks the workspace first, as its deletion does, and prevents that
   * deletion until the transaction ends. `columns` are read in addition to those of `InWorkspace`.
   */
  lock<Row = InWorkspace>(tx: Tx, actor: Actor, id: string, right: Right, columns?: Sql): Promise<Row & InWorkspace>;
  /** Returns those of the objects that the actor may use in an environment. Prevents their change and their deletion until the transaction ends. */
  hold(tx: Tx, actor: Actor, ids: readonly string[], environment: string): Promise<{ id: string }[]>;
};

const andAlso = (condition: Sql | undefined): Sql => (condition === undefined ? sql`` : sql`and ${condition}`);

/** Builds the guard of a kind of objects whose table has the column `workspace_id`. */
export function inWorkspace({ noun, table, alias }: Kind): WorkspaceGuard {
  const tables = sql`${table} ${alias} join workspace w on w.id = ${alias}.workspace_id`;
  const visible = (actor: Actor): Sql => sql`${alias}.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;
  const withId = (actor: Actor, id: string, { columns, joins = sql``, where }: Wanted): Sql => sql`
    select ${columns}
    from ${tables}
    ${joins}
    where ${alias}.id = ${id}
      and ${visible(actor)}
      ${andAlso(where)}`;
  const listed = async (tx: Tx, actor: Actor, scope?: ListScope): Promise<Sql> => (await visibleScope(tx, actor, scope)).of(alias);
  return {
    visible,
    listed,
    page: async (tx, actor, query, { columns, joins = sql``, where }) =>
      selectPage(tx, {
        id: sql`${alias}.id`,
        from: sql`${table} ${alias}`,
        where: and([await listed(tx, actor, query), ...where]),
        order: [sql`${alias}.name, ${alias}.id`, sql`${alias}.name desc, ${alias}.id desc`],
        columns,
        of: sql`
          join ${table} ${alias} on ${alias}.id = found.id
          join workspace w on w.id = ${alias}.workspace_id
          ${joins}`,
        ...pageOf(query),
      }),
    idOf: (actor, id) => withId(actor, id, { columns: sql`${alias}.id` }),
    find: async <Row>(tx: Tx, actor: Actor, id: string, wanted: Wanted) =>
      requireFound(await tx.one<Row>(withId(actor, id, wanted)), noun, id),
    findWith: async <Row>(tx: Tx, actor: Actor, id: string, right: Right, wanted: Wanted) => {
      const columns = sql`${wanted.columns}, ${holdsRight(actor, right)} as held`;
      return requireRightOf(await tx.one<Row & { held: boolean }>(withId(actor, id, { ...wanted, columns })), noun, id, right);
    },
    lock: async <Row>(tx: Tx, actor: Actor, id: string, right: Right, more?: Sql) => {
      const own = sql`${alias}.id, ${alias}.workspace_id, w.environment_id, ${holdsRight(actor, right)} as held`;
      const columns = more === undefined ? own : sql`${own}, ${more}`;
      const row = await tx.one<Row & InWorkspace & { held: boolean }>(sql`
        ${withId(actor, id, { columns })}
        for key share of w
        for update of ${alias}`);
      return requireRightOf(row, noun, id, right);
    },
    hold: (tx, actor, ids, environment) =>
      tx.rows(sql`
        select ${alias}.id
        from ${tables}
        where ${alias}.id = any (${[...ids]}::uuid[])
          and w.environment_id = ${environment}
          and ${visible(actor)}
        order by w.id, ${alias}.id
        for key share of w, ${alias}`),
  };
}

/** The guard of objects of a tenant. */
type TenantGuard = {
  /** Builds the condition that the actor may see an object. */
  visible(actor: Actor): Sql;
  /** Finds an object that the actor may see. */
  find<Row>(tx: Tx, actor: Actor, id: string, wanted: Wanted): Promise<Row>;
  /** Locks an object for a change. Other transactions can neither change nor refer to it meanwhile. */
  lock<Row = { id: string }>(tx: Tx, actor: Actor, id: string, wanted?: Partial<Wanted>): Promise<Row>;
  /** Locks an object for a change. Other transactions may refer to it meanwhile. */
  lockContent<Row = { id: string }>(tx: Tx, actor: Actor, id: string, wanted?: Partial<Wanted>): Promise<Row>;
  /** Prevents the deletion of an object until the transaction ends. */
  hold<Row = { id: string }>(tx: Tx, actor: Actor, id: string, wanted?: Partial<Wanted>): Promise<Row>;
};

/** Builds the guard of a kind of objects of a tenant. */
export function inTenant({ noun, table, alias, also, id: idColumn = sql`${alias}.id` }: TenantKind): TenantGuard {
  const ofTenant = (actor: Actor): Sql => sql`${alias}.tenant_id = ${actor.tenant}`;
  const visible = also === undefined ? ofTenant : (actor: Actor): Sql => sql`${ofTenant(actor)} and ${also(actor)}`;
  const one = async <Row>(
    tx: Tx,
    actor: Actor,
    id: string,
    { columns = sql`${idColumn} as id`, joins = sql``, where }: Partial<Wanted>,
    lock = sql``,
  ): Promise<Row> => {
    const row = await tx.one<Row>(sql`
      select ${columns}
      from ${table} ${alias}
      ${joins}
      where ${idColumn} = ${id}
        and ${visible(actor)}
        ${andAlso(where)}
      ${lock}`);
    return requireFound(row, noun, id);
  };
  return {
    visible,
    find: one,
    lock: (tx, actor, id, wanted = {}) => one(tx, actor, id, wanted, sql`for update of ${alias}`),
    lockContent: (tx, actor, id, wanted = {}) => one(tx, actor, id, wanted, sql`for no key update of ${alias}`),
    hold: (tx, actor, id, wanted = {}) => one(tx, actor, id, wanted, sql`for key share of ${alias}`),
  };
}

/** Builds the condition that the actor holds a right on a workspace of an environment; `environment` is an id or a column. */
export const holdsInEnvironment = (actor: Actor, environment: Sql, right: Right): Sql => sql`exists (
  select from workspace w
  where w.environment_id = ${environment}
    and ${holdsRight(actor, right)})`;

/**
 * Builds an array of the workspaces of an environment that the actor may see, for conditions on executions. It is built once for all executions. Only
 * this query checks the tenant: a condition on the tenant of an execution would make the database choose the larger index of the whole tenant.
 */
export const workspacesSeenIn = (actor: Actor, environment: string): Sql => sql`array(
  select w.id
  from workspace w
  where w.environment_id = ${environment}
    and w.tenant_id = ${actor.tenant}
    and ${holdsRight(actor, 'VIEW')})`;
