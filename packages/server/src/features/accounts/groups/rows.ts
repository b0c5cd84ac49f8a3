/** The statements about groups. Each one that finds, locks or holds groups checks the tenant. */
import { found, notFound } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { contains, type Sql, sql } from '../../../core/database/sql.ts';
import { type NumberedQuery, type Page, selectPage, sliceOf } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, momentText, raiseAbout } from '../../events/outbox/index.ts';
import { assignedRoles } from '../roles/index.ts';
import { groupProvider, type GroupRow } from './json.ts';

/** The columns of `GroupRow`, for statements with the alias `g`. */
const groupColumns: Sql = sql`
  g.id, g.name,
  array(
    select u.id
    from account_group_member m
    join account u on u.id = m.account_id
    where m.group_id = g.id
    order by u.login, u.id) as user_ids,
  array(
    select gr.role_id
    from group_role gr
    where gr.group_id = g.id
    order by gr.role_id) as role_ids`;

/** Builds the condition for the groups `g` that a list shows. */
export const visibleGroups = (actor: Pick<Actor, 'tenant'>): Sql => sql`g.tenant_id = ${actor.tenant}`;

/** Finds a group of the actor's tenant. */
export const findGroup = (tx: Tx, actor: Actor, id: string): Promise<GroupRow> => find(tx, actor, id, groupColumns);

/** Locks a group of the actor's tenant for a change. */
export const lockGroup = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => find(tx, actor, id, sql`g.id`, sql`for update`);

/** Finds a group of the actor's tenant, and prevents its deletion until the transaction ends. */
export const holdGroup = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => find(tx, actor, id, sql`g.id`, sql`for key share`);

/** Finds groups of the actor's tenant, each once, and prevents their deletion until the transaction ends. */
export async function holdGroups(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string }[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select g.id
    from account_group g
    where g.id = any (${[...ids]}::uuid[])
      and ${visibleGroups(actor)}
    order by g.id
    for key share`);
  const held = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !held.has(id.toLowerCase()));
  if (missing !== undefined) throw notFound('Group', missing);
  return rows;
}

/** Finds the ids of groups of the actor's tenant by their names. */
export async function findGroupIds(tx: Tx, actor: Actor, names: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string; name: string }>(sql`
    select g.id, g.name
    from account_group g
    where g.name = any (${[...names]}::text[])
      and ${visibleGroups(actor)}`);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return names.map((name) => found(ids.get(name), 'Group', name));
}

/** Selects those of the ids that are groups of the actor's tenant. */
export async function selectGroupIds(tx: Tx, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select g.id
    from account_group g
    where g.id = any (${[...ids]}::uuid[])
      and ${visibleGroups(actor)}`);
  return rows.map(({ id }) => id);
}

async function find<Row>(tx: Tx, actor: Actor, id: string, columns: Sql, lock: Sql = sql``): Promise<Row> {
  const row = await tx.one<Row>(sql`
    select ${columns}
    from account_group g
    where g.id = ${id}
      and ${visibleGroups(actor)}
    ${lock}`);
  return found(row, 'Group', id);
}

/** Selects a page of groups, ordered by name. */
export const selectGroups = (tx: Tx, actor: Actor, query: NumberedQuery & { nameFilter?: string }): Promise<Page<GroupRow>> =>
  selectGroupPage(tx, sql`account_group g`, visibleGroups(actor), query);

/** Selects a page of the groups of a user, ordered by name. */
export const selectGroupsOfUser = (
  tx: Tx,
  actor: Actor,
  user: string,
  query: NumberedQuery & { nameFilter?: string },
): Promise<Page<GroupRow>> =>
  selectGroupPage(
    tx,
    sql`account_group_member m join account_group g on g.id = m.group_id`,
    sql`m.account_id = ${user} and ${visibleGroups(actor)}`,
    query,
  );

/** @rule groups.list.name */
const selectGroupPage = (tx: Tx, from: Sql, where: Sql, query: NumberedQuery & { nameFilter?: string }): Promise<Page<GroupRow>> =>
  selectPage<GroupRow>(tx, {
    id: sql`g.id`,
    from,
    where: query.nameFilter === undefined ? where : sql`${where} and ${contains(sql`g.name`, query.nameFilter)}`,
    order: [sql`g.name, g.id`, sql`g.name desc, g.id desc`],
    columns: groupColumns,
    of: sql`join account_group g on g.id = found.id`,
    ...sliceOf(query),
  });

/** The values of a group; an undefined value stays as it is, or is empty in a new group. */
type GroupValues = {
  name: string;
  description?: string | undefined;
  externalId?: string | null;
  roles?: readonly { id: string }[] | undefined;
};

/** Adds a group without members. */
export async function insertGroup(tx: Tx, actor: EventActor, group: { id: string; tenant: string } & GroupValues): Promise<void> {
  await tx.rows(sql`
    insert into account_group (id, tenant_id, name, description, external_id)
    values (${group.id}, ${group.tenant}, ${group.name}, ${group.description ?? ''}, ${group.externalId ?? null})`);
  if (group.roles) await replaceGroupRoles(tx, group.id, group.roles);
  await raiseGroupEvent(tx, actor, 'created', group.id);
}

/** Changes a locked group. An identity provider that only changes the members sends all values; then no event of the group is raised. */
export async function updateGroup(tx: Tx, actor: EventActor, id: string, values: GroupValues): Promise<void> {
  const changed = await tx.one<{ is_other: boolean }>(sql`
    update account_group g
    set name = ${values.name},
        description = coalesce(${values.description ?? null}, g.description),
        external_id = case when ${values.externalId === undefined} then g.external_id else ${values.externalId ?? null} end,
        updated_at = now()
    from account_group o
    where g.id = ${id}
      and o.id = g.id
    returning (o.name, o.description, o.external_id) is distinct from (g.name, g.description, g.external_id) as is_other`);
  if (values.roles) await replaceGroupRoles(tx, id, values.roles);
  if (changed?.is_other || values.roles) await raiseGroupEvent(tx, actor, 'updated', id);
}

/**
 * Deletes a group with the links to its members and projects.
 * @rule groups.delete.authorisations
 */
export async function removeGroup(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseGroupEvent(tx, actor, 'deleted', id);
  await tx.rows(sql`
    delete from account_group
    where id = ${id}`);
}

/** Replaces the roles of a group. */
async function replaceGroupRoles(tx: Tx, group: string, roles: readonly { id: string }[]): Promise<void> {
  const ids = roles.map(({ id }) => id);
  await tx.rows(sql`
    delete from group_role
    where group_id = ${group}
      and role_id <> all (${ids}::uuid[])`);
  await tx.rows(sql`
    insert into group_role (group_id, role_id)
    select ${group}, r.id
    from unnest(${ids}::uuid[]) as r (id)
    on conflict do nothing`);
}

/**
 * Raises an event of a group, after it was added or changed, and before it is deleted.
 * @rule events.groups.records
 */
const raiseGroupEvent = (tx: Tx, actor: EventActor, action: 'created' | 'updated' | 'deleted', group: string): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.group.${action}`,
    actor,
    sql`
      select g.tenant_id, null::uuid as space_id, g.id as resource_id, null::uuid as owner_id, jsonb_build_object(
               'id', g.id, 'name', g.name, 'description', g.description, 'providerType', ${groupProvider(sql`g.external_id`)},
               'assignedRoles', ${assignedRoles(sql`ro.id in (select gl.role_id from group_role gl where gl.group_id = g.id)`)},
               'tenantId', g.tenant_id, 'createdAt', ${momentText(sql`g.created_at`)}, 'lastUpdatedAt', ${momentText(sql`g.updated_at`)}) as data
      from account_group g
      where g.id = ${group}`,
  );
