/** The statements about projects. */
import type { Tx } from '../../../core/database/db.ts';
import { selectPage, type Page, type PageQuery } from '../../../core/http/paging.ts';
import { contains, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleProjects } from './access.ts';
import { projectColumns, type ProjectRow } from './json.ts';

/**
 * A page of projects by name.
 * @rule projects.list.name
 */
export const selectProjects = (tx: Tx, actor: Actor, query: PageQuery & { projectName?: string }): Promise<Page<ProjectRow>> =>
  selectPage<ProjectRow>(tx, {
    id: sql`p.id`,
    from: sql`project p`,
    where:
      query.projectName === undefined
        ? visibleProjects(actor)
        : sql`${visibleProjects(actor)} and ${contains(sql`p.name`, query.projectName)}`,
    order: [sql`p.name, p.id`, sql`p.name desc, p.id desc`],
    columns: projectColumns,
    of: sql`
      join project p on p.id = found.id
      join account o on o.id = p.owner_id`,
    limit: query.limit,
    offset: query.offset,
  });

/** Adds a project. */
export const insertProject = (
  tx: Tx,
  one: { id: string; actor: Actor; name: string; technicalLabel: string; description: string | null; url: string; owner: string },
): Promise<unknown> =>
  tx.rows(sql`
    insert into project (id, tenant_id, name, technical_label, description, url, author, owner_id)
    values (
      ${one.id}, ${one.actor.tenant}, ${one.name}, ${one.technicalLabel}, ${one.description}, ${one.url}, ${one.actor.login}, ${one.owner})`);

/**
 * Changes a project; an owner or an address left out stays, and so does a description unless it is told.
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

/** Deletes a project with what it says of its users. */
export const removeProject = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from project
    where id = ${id}`);

/** Who may work on a project, by login. */
export const selectProjectUsers = (tx: Tx, project: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select u.id
    from project_user m
    join account u on u.id = m.account_id
    where m.project_id = ${project}
    order by u.login, u.id`);

/** Lets a user work on a project. */
export const insertProjectUser = (tx: Tx, project: string, user: string): Promise<unknown> =>
  tx.rows(sql`
    insert into project_user (project_id, account_id)
    values (${project}, ${user})`);

/** Lets a user no longer work on a project. Answers whom. */
export const removeProjectUserRow = (tx: Tx, project: string, user: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from project_user
    where project_id = ${project}
      and account_id = ${user}
    returning account_id as id`);

/** The groups whose members may work on a project, by name. */
export const selectProjectGroups = (tx: Tx, project: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select g.id
    from project_group m
    join account_group g on g.id = m.group_id
    where m.project_id = ${project}
    order by g.name, g.id`);

/** Lets the members of a group work on a project. */
export const insertProjectGroup = (tx: Tx, project: string, group: string): Promise<unknown> =>
  tx.rows(sql`
    insert into project_group (project_id, group_id)
    values (${project}, ${group})`);

/** Lets the members of a group no longer work on a project. Answers which group. */
export const removeProjectGroupRow = (tx: Tx, project: string, group: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    delete from project_group
    where project_id = ${project}
      and group_id = ${group}
    returning group_id as id`);
