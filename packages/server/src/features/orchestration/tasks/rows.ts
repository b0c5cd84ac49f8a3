/** The statements about tasks. Each one that finds or locks a task checks the tenant and the right. */
import type { QueryOf, Right, Schema } from '@millrace/contract';
import type { DeclaredParameter } from '@millrace/contract/parameters';
import { and, json, type Sql, sql, startsWith, type Tx } from '../../../core/database/sql.ts';
import { hasWords } from '../../../core/database/word-search.ts';
import { type Page } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { inWorkspace } from '../../security/held/index.ts';
import { workspaceJoins, type WorkspaceObject, workspaceObject } from '../workspaces/index.ts';
import { raiseTaskEvents } from './events.ts';
import { type PauseColumns, pauseColumns } from './pause.ts';

/** The row of a task, with its workspace and artifact. */
export type TaskRow = {
  id: string;
  name: string;
  description: string | null;
  version: number;
  workspace: WorkspaceObject;
  artifact_id: string;
  artifact_name: string;
  artifact_version: string;
  artifact_version_id: string;
  tags: string[];
  parameters: Record<string, string>;
  declared: DeclaredParameter[];
  connections: Record<string, string>;
  resources: Record<string, string>;
  auto_upgradable: boolean;
  override_with_default_parameters: boolean;
  context_name: string | null;
} & PauseColumns;

/** The columns of `TaskRow` except the workspace, for statements with the aliases `t`, `v` and `a`. */
const taskColumns: Sql = sql`
  t.id, t.name, t.description, t.version, a.id as artifact_id, a.name as artifact_name, v.version as artifact_version,
  v.id as artifact_version_id, t.tags, t.parameters, v.parameters as declared, t.connections, t.resources,
  t.auto_upgradable, t.override_with_default_parameters, t.context_name, ${pauseColumns(sql`t`)}`;

/** @rule tasks.list.visible */
const guard = inWorkspace({ noun: 'Task', table: sql`task`, alias: sql`t` });

/**
 * Finds a task that the actor may read.
 * @rule tasks.get.right
 */
export const findTask = (tx: Tx, actor: Actor, id: string): Promise<TaskRow> =>
  guard.find(tx, actor, id, {
    columns: sql`${taskColumns}, ${workspaceObject} as workspace`,
    joins: sql`
      join artifact_version v on v.id = t.artifact_version_id
      join artifact a on a.id = v.artifact_id
      ${workspaceJoins}`,
  });

/** A locked task. */
export type LockedTask = {
  id: string;
  workspace_id: string;
  environment_id: string;
  auto_upgradable: boolean;
  paused: boolean;
  /** The contexts of its artifact version. */
  contexts: string[];
};

/**
 * Locks a task on whose workspace the actor holds a right.
 * @rule tasks.create.right
 * @rule tasks.run-config.right
 */
export const lockTask = (tx: Tx, actor: Actor, id: string, right: Right): Promise<LockedTask> =>
  guard.lock(
    tx,
    actor,
    id,
    right,
    sql`
      t.auto_upgradable, t.paused_at is not null as paused,
      (select v.contexts from artifact_version v where v.id = t.artifact_version_id) as contexts`,
  );

/** Selects a page of the tasks that an actor may see. */
export const pageOfTasks = guard.page;

/** Returns the tasks that a plan in the environment may name, and prevents their deletion until the transaction ends. */
export const holdTasks = guard.hold;

/** A task in a list. */
export type ListedTaskRow = {
  id: string;
  name: string;
  workspace: WorkspaceObject;
  artifact_id: string;
  runtime_type: Schema<'RuntimeType'> | null;
  engine_id: string | null;
  cluster_id: string | null;
  run_profile_id: string | null;
} & PauseColumns;

/**
 * Selects a page of tasks, ordered by name. `more` are further conditions on the task `t`.
 * @rule tasks.list.name
 * @rule tasks.list.words
 * @rule tasks.list.artifact
 * @rule tasks.list.runtime
 */
export async function selectTasks(
  tx: Tx,
  actor: Actor,
  query: QueryOf<'GET /orchestration/executables/tasks'>,
  more: readonly Sql[] = [],
): Promise<Page<ListedTaskRow>> {
  const where: Sql[] = [...more, ...runtimeConditions(query)];
  if (query.artifactId !== undefined) {
    where.push(sql`t.artifact_version_id in (select v.id from artifact_version v where v.artifact_id = ${query.artifactId})`);
  }
  if (query.name !== undefined) where.push(startsWith(sql`t.name`, query.name));
  if (query.words !== undefined) where.push(hasWords(sql`t.name`, query.words));
  return guard.page(tx, actor, query, {
    columns: sql`t.id, t.name, v.artifact_id, c.runtime_type, c.engine_id, c.cluster_id, c.run_profile_id, ${pauseColumns(sql`t`)}, ${workspaceObject} as workspace`,
    joins: sql`
      join artifact_version v on v.id = t.artifact_version_id
      left join task_run_config c on c.task_id = t.id
      ${workspaceJoins}`,
    where,
  });
}

/** Tasks without a run configuration count as CLOUD. That filter excludes the tasks with another runtime, because they are fewer. */
function runtimeConditions({ runtimeType, runtimeId, runtimeRunProfileId }: QueryOf<'GET /orchestration/executables/tasks'>): Sql[] {
  const conditions: Sql[] = [];
  if (runtimeType === 'CLOUD') conditions.push(sql`t.id not in (select c.task_id from task_run_config c where c.runtime_type <> 'CLOUD')`);
  const configured: Sql[] = [];
  if (runtimeType !== undefined && runtimeType !== 'CLOUD') configured.push(sql`c.runtime_type = ${runtimeType}`);
  if (runtimeId !== undefined) configured.push(sql`(c.engine_id = ${runtimeId} or c.cluster_id = ${runtimeId})`);
  if (runtimeRunProfileId !== undefined) configured.push(sql`c.run_profile_id = ${runtimeRunProfileId}`);
  if (configured.length > 0) conditions.push(sql`t.id in (select c.task_id from task_run_config c where ${and(configured)})`);
  return conditions;
}

/** Builds the condition that a plan names a task in a step or in an error handler. */
export const usesTask = (plan: Sql, task: string): Sql => sql`${plan}.id in (
  select s.plan_id
  from plan_step_task k
  join plan_step s on s.id = k.step_id
  where k.task_id = ${task})`;

/** The fields of a task that a caller may set. */
export type TaskValues = Pick<TaskRow, 'name' | 'description' | 'tags' | 'parameters' | 'connections' | 'resources'> & {
  artifactVersionId: string;
  autoUpgradable: boolean;
  overrideWithDefaultParameters: boolean;
  /** Null for that of the archive. */
  contextName: string | null;
};

/** Adds a task. Raises its event. */
export async function insertTask(tx: Tx, actor: Actor, id: string, workspace: string, values: TaskValues): Promise<void> {
  await tx.rows(sql`
    insert into task (
      id, tenant_id, workspace_id, name, description, artifact_version_id, tags, parameters, connections, resources, auto_upgradable,
      override_with_default_parameters, context_name)
    values (
      ${id}, ${actor.tenant}, ${workspace}, ${values.name}, ${values.description}, ${values.artifactVersionId}, ${values.tags},
      ${json(values.parameters)}, ${json(values.connections)}, ${json(values.resources)}, ${values.autoUpgradable},
      ${values.overrideWithDefaultParameters}, ${values.contextName})`);
  await raiseTaskEvents(tx, actor, 'created', [id]);
}

/**
 * Replaces a task; its version rises when the artifact, parameters, connections, resources or context change. Raises its event.
 * @rule tasks.create.version
 * @rule tasks.replace.cleared
 */
export async function updateTask(tx: Tx, actor: EventActor, id: string, values: TaskValues): Promise<void> {
  await tx.rows(sql`
    update task
    set version = version + case
          when artifact_version_id = ${values.artifactVersionId} and parameters = ${json(values.parameters)}::jsonb
            and connections = ${json(values.connections)}::jsonb and resources = ${json(values.resources)}::jsonb
            and context_name is not distinct from ${values.contextName} then 0
          else 1
        end,
        name = ${values.name},
        description = ${values.description},
        artifact_version_id = ${values.artifactVersionId},
        tags = ${values.tags},
        parameters = ${json(values.parameters)},
        connections = ${json(values.connections)},
        resources = ${json(values.resources)},
        auto_upgradable = ${values.autoUpgradable},
        override_with_default_parameters = ${values.overrideWithDefaultParameters},
        context_name = ${values.contextName},
        updated_at = now()
    where id = ${id}`);
  await raiseTaskEvents(tx, actor, 'updated', [id]);
}

/**
 * Deletes a task and its run configuration; its executions stay. Raises its event.
 * @rule tasks.delete.history
 */
export async function removeTask(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseTaskEvents(tx, actor, 'deleted', [id]);
  await tx.rows(sql`
    delete from task
    where id = ${id}`);
}
