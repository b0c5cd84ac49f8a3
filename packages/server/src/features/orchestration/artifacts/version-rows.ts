/** The statements about artifact versions, and their events. Each one that finds a version for a caller checks the tenant and the right. */
import type { Schema } from '@millrace/contract';
import type { BundleLayout, BundleManifest } from '@millrace/wire/bundles';
import { idsOfRows, newId } from '../../../core/base/id.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { domainEvent } from '../../../core/events/domain-events.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';
import { holdsRight } from '../../security/held/index.ts';
import { type ContentUses, selectContentUses, workspaceJoins, type WorkspaceObject, workspaceObject } from '../workspaces/index.ts';
import { artifactGuard } from './rows.ts';
import { ambiguousVersion, isShortVersion, unknownVersion } from './version.ts';

/** The row of a version, with columns of its artifact and workspace. */
export type ArtifactVersionRow = {
  id: string;
  version: string;
  name: string;
  type: Schema<'ArtifactType'>;
  description: string | null;
  publisher_login: string;
  publisher_type: Schema<'UserType'>;
  marketplace_product: string;
  parameters: Schema<'ArtifactParameter'>[];
  repository: Schema<'SourcesRepositoryData'> | null;
  created_at: Date;
  workspace: WorkspaceObject;
  contexts: string[];
  context_name: string | null;
};

/** The columns of `ArtifactVersionRow`, for statements with the aliases `v`, `a` and `w` and with `workspaceJoins`. */
const artifactVersionColumns: Sql = sql`
  v.id, v.version, a.name, a.type, v.description, v.publisher_login, v.publisher_type, v.marketplace_product, v.parameters, v.repository,
  v.created_at, v.contexts, v.context_name, ${workspaceObject} as workspace`;

/** Finds a version of an artifact that the actor may read. */
export async function findVersion(tx: Tx, actor: Actor, artifact: string, version: string): Promise<ArtifactVersionRow> {
  const row = await artifactGuard.find<Omit<ArtifactVersionRow, 'id'> & { id: string | null }>(tx, actor, artifact, {
    columns: artifactVersionColumns,
    joins: sql`
      ${workspaceJoins}
      left join artifact_version v on v.artifact_id = a.id and v.version = ${version}`,
  });
  if (row.id === null) throw unknownVersion(artifact, version);
  return { ...row, id: row.id };
}

/** A version as a task refers to it. */
type UsableVersion = {
  id: string;
  artifact_id: string;
  environment_id: string;
  parameters: Schema<'ArtifactParameter'>[];
  contexts: string[];
};

/**
 * Finds a version that a task of an environment may run, or refuses, and prevents its deletion until the transaction ends. The request may leave out the
 * published suffix if only one version has these three numbers.
 * @rule tasks.create.short-version
 */
export async function holdUsableVersion(
  tx: Tx,
  actor: Actor,
  { id, version }: Schema<'ArtifactRequest'>,
  environment: string,
): Promise<UsableVersion> {
  const hasVersion = isShortVersion(version)
    ? sql`(v.version = ${version} or starts_with(v.version, ${`${version}.`}))`
    : sql`v.version = ${version}`;
  const rows = await tx.rows<UsableVersion & { version: string }>(sql`
    select v.id, v.artifact_id, w.environment_id, v.parameters, v.contexts, v.version
    from artifact a
    join workspace w on w.id = a.workspace_id
    join artifact_version v on v.artifact_id = a.id
    where a.id = ${id}
      and ${hasVersion}
      and w.environment_id = ${environment}
      and ${artifactGuard.visible(actor)}
    order by v.id
    for key share of w, v`);
  const [row, ...others] = rows;
  if (!row) throw unknownVersion(id, version);
  if (others.length > 0) throw ambiguousVersion(version, rows);
  return row;
}

/** Selects the versions of an artifact that have the numbers of a published version, and its second or a later one. */
export const selectSinceSecond = (tx: Tx, artifact: string, published: string): Promise<{ version: string }[]> =>
  tx.rows(sql`
    select version
    from artifact_version
    where artifact_id = ${artifact}
      and version >= ${published} collate "C"
      and starts_with(version, ${published.slice(0, published.lastIndexOf('.') + 1)})`);

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
export const selectVersionUses = (tx: Tx, actor: Actor, versions: readonly { id: string }[]): Promise<ContentUses> =>
  selectContentUses(tx, actor, sql`task`, sql`u.artifact_version_id = any (${idsOfRows(versions)}::uuid[])`);

/** A version that is about to be published. */
type NewVersion = {
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
 * Adds a version, with the current login of its publisher. Raises its event.
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

/**
 * Raises events of versions that were published, or that a promotion has copied.
 * @rule events.artifacts.published
 */
const raisePublished = (tx: Tx, actor: EventActor, versions: readonly string[]): Promise<unknown> =>
  raiseAbout(
    tx,
    'com.service.v1.artifact.published',
    actor,
    sql`
      select a.tenant_id, a.workspace_id as space_id, a.id as resource_id, v.publisher_id as owner_id, jsonb_build_object(
               'artifactId', a.id, 'name', a.name, 'type', a.type, 'versionId', v.id, 'version', v.version, 'publisher', v.publisher_login,
               'environmentId', w.environment_id, 'workspaceId', a.workspace_id) as data
      from artifact_version v
      join artifact a on a.id = v.artifact_id
      join workspace w on w.id = a.workspace_id
      where v.id = any (${[...versions]}::uuid[])
      order by v.created_at, v.id`,
  );

/** Deletes versions. */
export const removeVersions = (tx: Tx, versions: readonly { id: string }[]): Promise<unknown> =>
  tx.rows(sql`
    delete from artifact_version
    where id = any (${versions.map(({ id }) => id)}::uuid[])`);

/** The copy of a version: its id, the id of its source, and its artifact. */
export type PromotedVersion = { id: string; source: string; artifact: string };

/**
 * Adds copies of versions. A copy shares the content, and has the same time of publication, because it orders the versions. Raises their events.
 * @rule promotions.artifacts.content
 */
export async function insertPromotedVersions(tx: Tx, actor: EventActor, rows: readonly PromotedVersion[]): Promise<void> {
  await tx.rows(sql`
    insert into artifact_version (
      id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, description, parameters, repository, layout,
      blob_hash, contexts, context_name, created_at)
    select r.id, r.artifact, v.version, v.publisher_id, v.publisher_login, v.publisher_type, v.marketplace_product, v.description, v.parameters,
           v.repository, v.layout, v.blob_hash, v.contexts, v.context_name, v.created_at
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, artifact uuid)
    join artifact_version v on v.id = r.source`);
  await raisePublished(tx, actor, idsOfRows(rows));
}

/** The data of the event: the id of the published version, and the account that published it. */
type Published = { versionId: string; publisher: { id: string } };

/** A version of an artifact was published. */
export const artifactPublished = domainEvent<Published>('artifact-published');
