/** The statements about projects. Each one that finds or locks a project checks the tenant. */
import type { Schema } from '@millrace/contract';
import { contains, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type Page, pageOf, type PageQuery, selectPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../../security/held/index.ts';
import { technicalLabelOf } from './rules.ts';

/** The row of a project, with the login of its owner. */
type ProjectRow = {
  id: string;
  name: string;
  technical_label: string;
  description: string | null;
  url: string;
  author: string;
  owner: string;
  created_at: Date;
  updated_at: Date;
};

/** The columns of `ProjectRow`, for statements with the aliases `p` and, for the owner, `o`. */
const projectColumns: Sql = sql`
  p.id, p.name, p.technical_label, p.description, p.url, p.author, o.login as owner, p.created_at, p.updated_at`;

const guard = inTenant({ noun: 'Project', table: sql`project`, alias: sql`p` });

/** Finds a project of the actor's tenant. */
export const findProject = (tx: Tx, actor: Actor, id: string): Promise<ProjectRow> =>
  guard.find(tx, actor, id, { columns: projectColumns, joins: sql`join account o on o.id = p.owner_id` });

/** Locks a project of the actor's tenant for a change. */
export const lockProject = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => guard.lock(tx, actor, id);

/**
 * Selects a page of projects, ordered by name.
 * @rule projects.list.name
 */
export const selectProjects = (tx: Tx, actor: Actor, query: PageQuery & { projectName?: string }): Promise<Page<ProjectRow>> =>
  selectPage<ProjectRow>(tx, {
    id: sql`p.id`,
    from: sql`project p`,
    where:
      query.projectName === undefined ? guard.visible(actor) : sql`${guard.visible(actor)} and ${contains(sql`p.name`, query.projectName)}`,
    order: [sql`p.name, p.id`, sql`p.name desc, p.id desc`],
    columns: projectColumns,
    of: sql`
      join project p on p.id = found.id
      join account o on o.id = p.owner_id`,
    ...pageOf(query),
  });

/** Adds a project. */
export const insertProject = (
  tx: Tx,
  actor: Actor,
  { id, url, owner }: { id: string; url: string; owner: string },
  sent: Schema<'CreateProjectRequest'>,
): Promise<unknown> =>
  tx.rows(sql`
    insert into project (id, tenant_id, name, technical_label, description, url, author, owner_id)
    values (
      ${id}, ${actor.tenant}, ${sent.name.trim()}, ${technicalLabelOf(sent.name.trim())}, ${sent.description ?? null}, ${url},
      ${actor.login}, ${owner})`);

/**
 * Changes a project. A null owner or address and an undefined description keep their values.
 * @rule projects.change.kept
 */
export const updateProject = (
  tx: Tx,
  id: string,
  values: { owner: string | null; url: string | null; description: string | null | undefined },
): Promise<unknown> =>
  tx.rows(sql`
    update project
    set owner_id = coalesce(${values.owner}::uuid, owner_id),
        url = coalesce(${values.url}, url),
        description = case when ${values.description === undefined} then description else ${values.description ?? null} end,
        updated_at = now()
    where id = ${id}`);

/** Deletes a project with the links to its users and groups. */
export const removeProject = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from project
    where id = ${id}`);

/** Selects the users who may work on a project, ordered by login. */
export const selectProjectUsers = (tx: Tx, project: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select u.id
    from project_user m
    join account u on u.id = m.account_id
    where m.project_id = ${project}
    order by u.login, u.id`);

/** Allows a user to work on a project. */
export const insertProjectUser = (tx: Tx, project: string, user: string): Promise<unknown> =>
  tx.rows(sql`
    insert into project_user (project_id, account_id)
    values (${project}, ${user})`);

/** Removes a user from a project, and returns the user if the project had it. */
export const removeProjectUserRow = (tx: Tx, project: string, user: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from project_user
    where project_id = ${project}
      and account_id = ${user}
    returning account_id as id`);

/** Selects the groups whose members may work on a project, ordered by name. */
export const selectProjectGroups = (tx: Tx, project: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select g.id
    from project_group m
    join account_group g on g.id = m.group_id
    where m.project_id = ${project}
    order by g.name, g.id`);

/** Allows the members of a group to work on a project. */
export const insertProjectGroup = (tx: Tx, project: string, group: string): Promise<unknown> =>
  tx.rows(sql`
    insert into project_group (project_id, group_id)
    values (${project}, ${group})`);

/** Removes a group from a project, and returns the group if the project had it. */
export const removeProjectGroupRow = (tx: Tx, project: string, group: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from project_group
    where project_id = ${project}
      and group_id = ${group}
    returning group_id as id`);

/** Converts a row to Project. */
export const toProjectJson = (row: ProjectRow): Schema<'Project'> => ({
  id: row.id,
  name: row.name,
  technicalLabel: row.technical_label,
  ...(row.description !== null && { description: row.description }),
  url: row.url,
  author: row.author,
  owner: row.owner,
  projectType: 'DI',
  repoType: 'GIT',
  createDate: row.created_at.toISOString(),
  updateDate: row.updated_at.toISOString(),
});
