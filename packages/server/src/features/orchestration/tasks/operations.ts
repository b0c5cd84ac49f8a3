import { undeclaredWarnings, withWarnings } from '@millrace/contract/parameters';
import { newId } from '../../../core/base/id.ts';
import { contains, sql } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { countRunsOfTask } from '../../processing/plan-executions/index.ts';
import { keptSince, requestEnd, selectUnfinished, stopsIn } from '../../processing/task-executions/index.ts';
import { holdUsableVersion, lostContext, requireContext } from '../artifacts/index.ts';
import { holdUsableConnections } from '../connections/index.ts';
import { holdResources } from '../resources/index.ts';
import { hasTriggerType, ownerDeleting } from '../triggers/index.ts';
import { findWorkspace, requireFittingWorkspace, selectContentUses } from '../workspaces/index.ts';
import { raiseTaskEvents } from './events.ts';
import { toTaskExtract, toTaskJson } from './json.ts';
import { keptUnlessSent, readStoredValues, withStoredSecrets } from './kept-values.ts';
import { readOverviewsOfTasks } from './overviews.ts';
import { changePause } from './pause.ts';
import { findTask, insertTask, lockTask, removeTask, selectTasks, updateTask, usesTask } from './rows.ts';
import {
  fittingTexts,
  requireEnvironmentOfWorkspace,
  requireEnvironmentOrWorkspace,
  requireNoPlan,
  requireNoPlanExecution,
  requireProfileWithType,
  requireTaskNotRunning,
  requireUsableConnections,
  requireWorkspaceOfTask,
  triggerTypeOf,
  taskValuesOf,
} from './rules.ts';
import { clearRunContexts, selectRunContexts } from './run-configs.ts';
import { moveToVersion, requireMovable, requireNoService, selectNewestVersion } from './upgrades.ts';

/**
 * Lists the tasks that the caller may see.
 * @rule tasks.list.place
 */
export const listTasks = endpoint('GET /orchestration/executables/tasks', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    await requireFittingWorkspace(tx, actor, query);

    return { status: 200, body: toPage(await selectTasks(tx, actor, query), query, toTaskExtract) };
  },
});

/**
 * Lists tasks by the filters of the body, among them tags and the type of the trigger.
 * @rule tasks.search.name
 * @rule tasks.search.tags
 */
export const searchTasks = endpoint('POST /orchestration/executables/tasks/search', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, body }) {
    requireEnvironmentOrWorkspace(body);
    requireProfileWithType(body);
    const trigger = triggerTypeOf(body);

    const { name, tags, ...filters } = body;
    const page = await selectTasks(tx, actor, filters, [
      ...(name === undefined ? [] : [contains(sql`t.name`, name)]),
      ...(tags === undefined ? [] : [sql`t.tags @> ${tags}::text[]`]),
      ...(trigger === undefined ? [] : [hasTriggerType(trigger)]),
    ]);
    return { status: 200, body: toPage(page, body, toTaskExtract) };
  },
});

/** Reads the overviews of tasks, such as those of a page of a list. */
export const overviewTasks = endpoint('POST /orchestration/executables/tasks/overview', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, body }) {
    const items = await readOverviewsOfTasks(tx, actor, body.taskIds, keptSince(now, limits.historyDays));
    return { status: 200, body: { items } };
  },
});

/**
 * Creates a task from an artifact version.
 * @rule tasks.create.permission
 * @rule tasks.create.artifact
 * @rule tasks.create.undeclared
 */
export const createTask = endpoint('POST /orchestration/executables/tasks', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, body }) {
    const workspace = await findWorkspace(tx, actor, body.workspaceId, 'AUTHOR');
    const version = await holdUsableVersion(tx, actor, body.artifact, workspace.environment_id);

    requireEnvironmentOfWorkspace(body.environmentId, workspace.environment_id);
    const parameters = fittingTexts(version.parameters, body.parameters);
    const contextName = requireContext(version.contexts, body.contextName);
    requireUsableConnections(
      body.connections,
      await holdUsableConnections(tx, actor, Object.values(body.connections ?? {}), workspace.environment_id),
    );
    const resources = await holdResources(tx, actor, body.resources ?? {}, workspace.environment_id);

    const id = newId();
    await insertTask(
      tx,
      actor,
      id,
      workspace.id,
      taskValuesOf(body, { artifactVersionId: version.id, parameters, resources, contextName }),
    );
    const warnings = undeclaredWarnings(version.parameters, Object.keys(parameters));
    return { status: 201, body: { ...toTaskJson(await findTask(tx, actor, id)), ...withWarnings(warnings) } };
  },
});

/** Reads a task. */
export const getTask = endpoint('GET /orchestration/executables/tasks/{taskId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toTaskJson(await findTask(tx, actor, path.taskId)) };
  },
});

/**
 * Replaces a task. Fields that the body leaves out become empty, except secret values, which no caller can read, and fields that are not part of the
 * published API.
 */
export const replaceTask = endpoint('PUT /orchestration/executables/tasks/{taskId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const task = await lockTask(tx, actor, path.taskId, 'AUTHOR');
    const version = await holdUsableVersion(tx, actor, body.artifact, task.environment_id);

    requireWorkspaceOfTask(body.workspaceId, task.workspace_id);
    const texts = fittingTexts(version.parameters, body.parameters);
    const chosen = requireContext(version.contexts, body.contextName);
    const stored = await readStoredValues(tx, task);
    const isSameJob = stored.artifact_id === version.artifact_id;
    const contextName = keptUnlessSent(body.contextName, chosen, isSameJob ? stored.context_name : null);
    const parameters = withStoredSecrets(texts, body.parameters, stored, version.artifact_id);
    requireUsableConnections(
      body.connections,
      await holdUsableConnections(tx, actor, Object.values(body.connections ?? {}), task.environment_id),
    );
    const resources = await holdResources(tx, actor, body.resources ?? {}, task.environment_id);

    await updateTask(tx, actor, task.id, taskValuesOf(body, { artifactVersionId: version.id, parameters, resources, contextName }));
    if (!isSameJob) await clearRunContexts(tx, task.id);
    const ofRuns = isSameJob ? await selectRunContexts(tx, task.id) : [];
    const contexts = new Set(contextName === null ? ofRuns : [contextName, ...ofRuns]);
    const lost = [...contexts].filter((context) => !version.contexts.includes(context));
    const warnings = [
      ...lost.map((context) => lostContext(body.name, context, version.contexts)),
      ...undeclaredWarnings(version.parameters, Object.keys(parameters)),
    ];
    return { status: 200, body: { ...toTaskJson(await findTask(tx, actor, task.id)), ...withWarnings(warnings) } };
  },
});

/**
 * Moves a task to the newest version of its artifact.
 * @rule tasks.change.latest
 */
export const changeTask = endpoint('PATCH /orchestration/executables/tasks/{taskId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const task = await lockTask(tx, actor, path.taskId, 'AUTHOR');
    if (!body.latestArtifact) return { status: 204 };
    const newest = await selectNewestVersion(tx, task.id);

    requireMovable(task.auto_upgradable, body.forceUpdate ?? false);
    requireNoService(newest.type);

    await moveToVersion(tx, actor, task.id, newest.id);
    return { status: 204 };
  },
});

/**
 * Deletes a task. With `terminateExecutions` its unfinished executions are terminated first.
 * @rule tasks.delete.terminate
 * @rule webhook-triggers.group.deleted
 */
export const deleteTask = endpoint('DELETE /orchestration/executables/tasks/{taskId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, publish, path, query }) {
    const task = await lockTask(tx, actor, path.taskId, 'AUTHOR');
    await publish(tx, ownerDeleting, { taskId: task.id });
    const unfinished = (await selectUnfinished(tx, task.id)).map(({ id }) => id);

    if (!query.terminateExecutions) requireTaskNotRunning(unfinished.length);
    requireNoPlan(await selectContentUses(tx, actor, sql`plan`, usesTask(sql`u`, task.id)));
    requireNoPlanExecution(await countRunsOfTask(tx, task.id));

    await requestEnd(tx, actor, unfinished);
    await removeTask(tx, actor, task.id);
    return { status: 204, wake: [task.environment_id, stopsIn(task.environment_id)] };
  },
});

/**
 * Pauses or resumes a task. Running executions continue.
 * @rule tasks.pause.right
 * @rule tasks.pause.running
 */
export const pauseTask = endpoint('PUT /orchestration/executables/tasks/{taskId}/pause', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    return changePause(tx, actor, { noun: 'task', raise: raiseTaskEvents }, await lockTask(tx, actor, path.taskId, 'EXECUTE'), body);
  },
});
