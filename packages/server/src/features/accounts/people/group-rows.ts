/** The statements about groups. Each one that finds, locks or holds groups checks the tenant. */
import { newId } from '../../../core/base/id.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Page } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, momentText, raiseAbout } from '../../events/outbox/index.ts';
import { assignedRoles, rolesOfGroup } from './role-rows.ts';
import { findPeopleRow, holdPeopleRows, type NamedQuery, type PeopleRows, selectPeople } from './rows.ts';

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

/** Groups, for the statements that all kinds of people share. */
export const GROUP_ROWS: PeopleRows = {
  noun: 'Group',
  from: sql`account_group g`,
  id: sql`g.id`,
  name: sql`g.name`,
  visible: (actor) => sql`g.tenant_id = ${actor.tenant}`,
  columns: groupColumns,
  order: [sql`g.name, g.id`, sql`g.name desc, g.id desc`],
};

/** Groups without their members, which may be many. */
const GROUP_IDS: PeopleRows = { ...GROUP_ROWS, columns: sql`g.id` };

/** Finds a group of the actor's tenant. */
export const findGroup = (tx: Tx, actor: Actor, id: string): Promise<GroupRow> => findPeopleRow(tx, actor, GROUP_ROWS, id);

/** Locks a group of the actor's tenant for a change. */
export const lockGroup = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  findPeopleRow(tx, actor, GROUP_IDS, id, sql`for update`);

/** Finds a group of the actor's tenant, and prevents its deletion until the transaction ends. */
export const holdGroup = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  findPeopleRow(tx, actor, GROUP_IDS, id, sql`for key share`);

/** Finds groups of the actor's tenant, each once, and prevents their deletion until the transaction ends. */
export const holdGroups = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string }[]> =>
  holdPeopleRows(tx, actor, GROUP_IDS, ids);

/** Selects those of the ids that are groups of the actor's tenant. */
export async function selectGroupIds(tx: Tx, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select g.id
    from account_group g
    where g.id = any (${[...ids]}::uuid[])
      and ${GROUP_ROWS.visible(actor)}`);
  return rows.map(({ id }) => id);
}

/**
 * Selects a page of groups, ordered by name.
 * @rule groups.list.name
 */
export const selectGroups = (tx: Tx, actor: Actor, query: NamedQuery): Promise<Page<GroupRow>> =>
  selectPeople(tx, GROUP_ROWS, query, { where: GROUP_ROWS.visible(actor), nameFilter: query.nameFilter });

/** Selects a page of the groups of a user, ordered by name. */
export const selectGroupsOfUser = (tx: Tx, actor: Actor, user: string, query: NamedQuery): Promise<Page<GroupRow>> =>
  selectPeople(tx, GROUP_ROWS, query, {
    from: sql`account_group_member m join account_group g on g.id = m.group_id`,
    where: sql`m.account_id = ${user} and ${GROUP_ROWS.visible(actor)}`,
    nameFilter: query.nameFilter,
  });

/** The values of a group; an undefined value stays as it is, or is empty in a new group. */
type GroupValues = {
  name: string;
  description?: string | undefined;
  externalId?: string | null;
  roles?: readonly { id: string }[] | undefined;
};

/** Adds a group without members, and returns its id. Raises its event. */
export async function insertGroup(tx: Tx, actor: Actor, group: GroupValues): Promise<string> {
  const id = newId();
  await tx.rows(sql`
    insert into account_group (id, tenant_id, name, description, external_id)
    values (${id}, ${actor.tenant}, ${group.name}, ${group.description ?? ''}, ${group.externalId ?? null})`);
  if (group.roles) await replaceGroupRoles(tx, id, group.roles);
  await raiseGroupEvent(tx, actor, 'created', id);
  return id;
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
 * Deletes a group with the links to its members and projects. Raises its event.
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
               'assignedRoles', ${assignedRoles(rolesOfGroup)},
               'tenantId', g.tenant_id, 'createdAt', ${momentText(sql`g.created_at`)}, 'lastUpdatedAt', ${momentText(sql`g.updated_at`)}) as data
      from account_group g
      where g.id = ${group}`,
  );

/** The row of a group; its members are ordered by login. */
export type GroupRow = { id: string; name: string; user_ids: string[]; role_ids: string[] };

/** The groups `gr` of the user `u`, as a table of a statement. */
export const groupsOfUser: Sql = sql`(select o.* from account_group_member m join account_group o on o.id = m.group_id where m.account_id = u.id) gr`;

/** The origin of a group in the words of the API: an identity provider if it has set its own id, else this server. */
export const groupProvider = (externalId: Sql): Sql => sql`case when ${externalId} is null then 'custom' else 'idp' end`;

/** Builds a query for the groups of the user `u` as JSON of AssignedGroup, by name. */
export const assignedGroups: Sql = sql`
  coalesce((
    select json_agg(json_build_object('id', gr.id, 'name', gr.name, 'providerType', ${groupProvider(sql`gr.external_id`)}) order by gr.name)
    from ${groupsOfUser}), '[]')`;
