/** Moves tasks to newer versions of their artifact. */
import { type DeclaredParameter, takesSecrets } from '@millrace/contract/parameters';
import { idsOfRows } from '../../../core/base/id.ts';
import { invalid } from '../../../core/base/problem.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { raiseTaskEvents } from './events.ts';

/**
 * Only an auto-upgradable task moves to the newest version, unless the caller forces it.
 * @rule tasks.change.force
 */
export function requireMovable(autoUpgradable: boolean, forced: boolean): void {
  if (!autoUpgradable && !forced)
    throw invalid('task_not_upgradable', 'The task is not auto-upgradable: set autoUpgradeInfo.autoUpgradable, or send forceUpdate=true.');
}

/**
 * The task of a route or data service moves to another version only if a replacement names the version.
 * @rule tasks.change.types
 */
export function requireNoService(type: string): void {
  if (type === 'route' || type === 'data_service')
    throw invalid('task_not_upgradable', `The task of a ${type} does not move to the newest version: name the version in a replacement.`);
}

/** Selects the newest version of the artifact of a task, and prevents its deletion until the transaction ends. */
export const selectNewestVersion = (tx: Tx, task: string): Promise<{ id: string; type: string }> =>
  tx.only(sql`
    select n.id, a.type
    from task t
    join artifact_version v on v.id = t.artifact_version_id
    join artifact a on a.id = v.artifact_id
    join artifact_version n on n.artifact_id = a.id
    where t.id = ${task}
    order by n.created_at desc, n.id desc
    limit 1
    for key share of n`);

/** Moves a task to a version, unless it already has that version. Raises its event. */
export async function moveToVersion(tx: Tx, actor: EventActor, task: string, version: string): Promise<void> {
  const moved = await tx.rows<{ id: string }>(sql`
    update task t
    set ${toVersion(await selectSecretNames(tx, version))}
    from artifact_version n
    where t.id = ${task}
      and n.id = ${version}
      and t.artifact_version_id <> n.id
    returning t.id`);
  await raiseTaskEvents(tx, actor, 'updated', idsOfRows(moved));
}

/** Builds the tables and conditions of the tasks `t` that move to a newly published version `n`. */
const upgradable = (version: string): Sql => sql`
  artifact_version n
  join artifact published on published.id = n.artifact_id
  join workspace home on home.id = published.workspace_id
  join workspace w on w.environment_id = home.environment_id
  join artifact a on a.name = published.name and a.type = published.type and a.tenant_id = published.tenant_id
  join artifact_version v on v.artifact_id = a.id
  where n.id = ${version}
    and t.artifact_version_id = v.id
    and t.artifact_version_id <> n.id
    and t.workspace_id = w.id
    and t.auto_upgradable
    and (w.id = home.id or not w.protected_artifact_update)`;

/**
 * Moves the auto-upgradable tasks of an artifact, and of artifacts of the same name in its environment, to a newly published version. Locks them first in
 * the order of their ids, because two versions that are published at the same time may move the same tasks. Raises their events.
 * @rule tasks.upgrade.same-name
 * @rule tasks.upgrade.protected
 */
export async function upgradeTasks(tx: Tx, actor: EventActor, version: string): Promise<void> {
  await tx.rows(sql`
    select t.id
    from task t, ${upgradable(version)}
    order by t.id
    for no key update of t`);
  const moved = await tx.rows<{ id: string }>(sql`
    update task t
    set ${toVersion(await selectSecretNames(tx, version))}
    from ${upgradable(version)}
    returning t.id`);
  await raiseTaskEvents(tx, actor, 'updated', idsOfRows(moved));
}

/** Selects the names of the parameters of a version whose values are secret, by their declaration or their name. */
async function selectSecretNames(tx: Tx, version: string): Promise<string[]> {
  const { parameters } = await tx.only<{ parameters: readonly DeclaredParameter[] }>(sql`
    select n.parameters
    from artifact_version n
    where n.id = ${version}`);
  return parameters.filter(takesSecrets).map(({ name }) => name);
}

/**
 * The assignments for a task `t` that moves to the version `n`. An empty default of a secret is no value that the version brings: builders of artifacts
 * leave passwords empty, because an artifact must not have them.
 * @rule tasks.upgrade.parameters
 */
const toVersion = (secretNames: readonly string[]): Sql => sql`
  artifact_version_id = n.id,
  version = t.version + 1,
  parameters = case
    when t.override_with_default_parameters then t.parameters || coalesce((
      select jsonb_object_agg(p.parameter ->> 'name', p.parameter ->> 'value')
      from jsonb_array_elements(n.parameters) p (parameter)
      where p.parameter ->> 'value' is not null
        and not (p.parameter ->> 'value' = '' and p.parameter ->> 'name' = any (${secretNames}::text[]))), '{}')
    else t.parameters
  end,
  updated_at = now()`;
