/** Finds and locks tasks. Each statement checks the tenant and the right. */
import type { Right } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, visibleScope, type ListScope } from '../../security/workspace-permissions/index.ts';
import { foundWithRight, workspaceJoins, workspaceObject } from '../workspaces/index.ts';
import { taskColumns, type TaskRow } from './json.ts';
import type { StoredValues } from './kept-values.ts';

/** Builds the condition that the actor may see the task `t` of the workspace `w`. */
export const visibleTasks = (actor: Actor): Sql => sql`t.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Builds the condition that a list shows the task `t`.
 * @rule tasks.list.visible
 */
export const listedTasks = async (tx: Tx, actor: Actor, scope: ListScope): Promise<Sql> =>
  (await visibleScope(tx, actor, scope)).of(sql`t`);

/**
 * Finds a task that the actor may read.
 * @rule tasks.get.right
 */
export async function findTask(tx: Tx, actor: Actor, id: string): Promise<TaskRow> {
  const row = await tx.one<TaskRow>(sql`
    select ${taskColumns}, ${workspaceObject} as workspace
    from task t
    join artifact_version v on v.id = t.artifact_version_id
    join artifact a on a.id = v.artifact_id
    join workspace w on w.id = t.workspace_id
    ${workspaceJoins}
    where t.id = ${id}
      and ${visibleTasks(actor)}`);
  return found(row, 'Task', id);
}

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
export async function lockTask(tx: Tx, actor: Actor, id: string, right: Right): Promise<LockedTask> {
  const row = await tx.one<LockedTask & { held: boolean }>(sql`
    select t.id, t.workspace_id, w.environment_id, t.auto_upgradable, t.paused_at is not null as paused,
           (select v.contexts from artifact_version v where v.id = t.artifact_version_id) as contexts, ${holdsRight(actor, right)} as held
    from task t
    join workspace w on w.id = t.workspace_id
    where t.id = ${id}
      and ${visibleTasks(actor)}
    for update of t`);
  return foundWithRight(row, 'Task', id, right);
}

/** Reads the values and the context of a locked task, secrets included. Never use them for an answer of the API. */
export const readStoredValues = (tx: Tx, { id }: LockedTask): Promise<StoredValues> =>
  tx.only(sql`
    select v.artifact_id, t.context_name, t.parameters, v.parameters as declared
    from task t
    join artifact_version v on v.id = t.artifact_version_id
    where t.id = ${id}`);

/** Returns the tasks that a plan in the environment may name, and prevents their deletion until the transaction ends. */
export const holdTasks = (tx: Tx, actor: Actor, ids: readonly string[], environment: string): Promise<{ id: string }[]> =>
  tx.rows(sql`
    select t.id
    from task t
    join workspace w on w.id = t.workspace_id
    where t.id = any (${[...ids]}::uuid[])
      and w.environment_id = ${environment}
      and ${visibleTasks(actor)}
    order by w.id, t.id
    for key share of w, t`);
