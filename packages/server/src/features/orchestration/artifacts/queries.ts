/** The SQL statements about artifacts and their versions. */
import type { QueryOf, Schema } from '@millrace/contract';
import type { BundleLayout, BundleManifest } from '@millrace/wire/bundles';
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { pageOf, selectPage, type Page } from '../../../core/http/paging.ts';
import { and, contains, json, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { workspaceJoins } from '../workspaces/index.ts';
import { listedArtifacts } from './access.ts';
import { raisePublished } from './artifact-events.ts';
import { artifactColumns, type ArtifactRow } from './json.ts';

/**
 * Selects a page of artifacts, ordered by name.
 * @rule artifacts.list.name
 * @rule artifacts.list.types
 */
export async function selectArtifacts(tx: Tx, actor: Actor, query: QueryOf<'GET /orchestration/artifacts'>): Promise<Page<ArtifactRow>> {
  const conditions: Sql[] = [await listedArtifacts(tx, actor, query)];
  if (query.name !== undefined) conditions.push(contains(sql`a.name`, query.name));
  if (query.types !== undefined) conditions.push(sql`a.type = any (${query.types}::text[])`);
  return selectPage<ArtifactRow>(tx, {
    id: sql`a.id`,
    from: sql`artifact a`,
    where: and(conditions),
    order: [sql`a.name, a.id`, sql`a.name desc, a.id desc`],
    columns: artifactColumns,
    of: sql`
      join artifact a on a.id = found.id
      join workspace w on w.id = a.workspace_id
      ${workspaceJoins}`,
    ...pageOf(query),
  });
}

/**
 * Adds an artifact, or locks the existing artifact of that name with an update that changes nothing.
 * @rule artifacts.publish.again
 */
export const addArtifact = (
  tx: Tx,
  artifact: { tenant: string; workspace: string; name: string; type: Schema<'ArtifactType'> },
): Promise<{ id: string; type: Schema<'ArtifactType'> }> =>
  tx.only(sql`
    insert into artifact (id, tenant_id, workspace_id, name, type)
    values (${newId()}, ${artifact.tenant}, ${artifact.workspace}, ${artifact.name}, ${artifact.type})
    on conflict on constraint artifact_name_once do update
    set type = artifact.type
    returning id, type`);

/** Selects the versions of an artifact that have the numbers of a published version, and its second or a later one. */
export const selectSinceSecond = (tx: Tx, artifact: string, published: string): Promise<{ version: string }[]> =>
  tx.rows(sql`
    select version
    from artifact_version
    where artifact_id = ${artifact}
      and version >= ${published} collate "C"
      and starts_with(version, ${published.slice(0, published.lastIndexOf('.') + 1)})`);

/** A version that is about to be published. */
export type NewVersion = {
  artifact: string;
  version: string;
  publisher: Actor;
  marketplaceProduct: string;
  description: string | null;
  parameters: Schema<'ArtifactParameter'>[];
  repository: Schema<'SourcesRepositoryData'> | null;
  /** `inline` is a millrace bundle that the engine runs without a process. */
  layout: BundleLayout | 'inline';
  blob: string;
  /** The contexts of a job archive. */
  archive: Pick<BundleManifest, 'contexts' | 'contextName'>;
};

/**
 * Adds a version, with the current login of its publisher.
 * @rule artifacts.publish.publisher
 */
export async function insertVersion(tx: Tx, version: NewVersion): Promise<void> {
  const id = newId();
  await tx.rows(sql`
    insert into artifact_version (
      id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, description, parameters, repository, layout,
      blob_hash, contexts, context_name)
    values (
      ${id}, ${version.artifact}, ${version.version}, ${version.publisher.id}, ${version.publisher.login}, ${version.publisher.userType},
      ${version.marketplaceProduct}, ${version.description}, ${json(version.parameters)}, ${json(version.repository)}, ${version.layout},
      ${version.blob}, ${version.archive.contexts ?? []}, ${version.archive.contextName ?? null})`);
  await raisePublished(tx, version.publisher, [id]);
}

/** What a task sets of its artifact: the names of its parameters, and the contexts that it or a run configuration chooses and a version lacks. */
export type TaskSettings = { name: string; names: string[]; lostContexts: string[] };

/** Selects what some tasks of an artifact set, of those that the actor may see: first those that choose a context which the version lacks. */
export const selectSettingsOfTasks = (tx: Tx, actor: Actor, artifact: string, contexts: readonly string[]): Promise<TaskSettings[]> =>
  tx.rows(sql`
    select t.name, array(select jsonb_object_keys(t.parameters)) as names, c.lost as "lostContexts"
    from task t
    join workspace w on w.id = t.workspace_id
    left join task_run_config r on r.task_id = t.id
    left join task_dynamic_engine_run_config d on d.task_id = t.id
    cross join lateral (
      select coalesce(array_agg(distinct chosen), '{}') as lost
      from unnest(array[t.context_name, r.context_name, d.context_name]) as chosen
      where chosen <> all (${[...contexts]}::text[])) c
    where t.artifact_version_id in (select v.id from artifact_version v where v.artifact_id = ${artifact})
      and (t.parameters <> '{}' or c.lost <> '{}')
      and ${holdsRight(actor, 'VIEW')}
    order by c.lost = '{}', t.name, t.id
    limit 20`);

/** Counts the tasks that run one of the versions, and selects the names of the tasks that the actor may see. */
export const selectVersionUses = (tx: Tx, actor: Actor, versions: readonly { id: string }[]): Promise<{ tasks: number; names: string[] }> =>
  tx.only(sql`
    select count(*) as tasks,
           coalesce(array_agg(t.name order by t.name, t.id) filter (where ${holdsRight(actor, 'VIEW')}), '{}') as names
    from task t
    join workspace w on w.id = t.workspace_id
    where t.artifact_version_id = any (${versions.map(({ id }) => id)}::uuid[])`);

/**
 * Deletes an artifact with its versions.
 * @rule artifacts.delete.versions
 */
export const removeArtifact = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from artifact
    where id = ${id}`);

/** Deletes versions. */
export const removeVersions = (tx: Tx, versions: readonly { id: string }[]): Promise<unknown> =>
  tx.rows(sql`
    delete from artifact_version
    where id = any (${versions.map(({ id }) => id)}::uuid[])`);

/**
 * Deletes an artifact that has no version left.
 * @rule artifacts.delete.last
 */
export const removeEmptyArtifact = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from artifact a
    where a.id = ${id}
      and not exists (
        select from artifact_version v
        where v.artifact_id = a.id)`);
