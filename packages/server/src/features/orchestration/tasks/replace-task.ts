import { undeclaredWarnings, withWarnings } from '@millrace/contract/parameters';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findArtifactVersion, lostContext, requireContext } from '../artifacts/index.ts';
import { holdUsable } from '../connections/index.ts';
import { holdResources } from '../resources/index.ts';
import { findTask, lockTask, readStoredValues } from './access.ts';
import { toTaskJson } from './json.ts';
import { updateTask, valuesOf } from './queries.ts';
import { endRunContexts, selectRunContexts } from './run-config-queries.ts';
import { fittingTexts, requireUsable, taskStaysInWorkspace } from './rules.ts';
import { keptUnlessSent, withStoredSecrets } from './kept-values.ts';

/** Replaces a task. Fields that the body leaves out become empty, except secret values, which no caller can read, and fields of ours. */
export const replaceTask = endpoint('PUT /orchestration/executables/tasks/{taskId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const task = await lockTask(tx, actor, path.taskId, 'AUTHOR');
    const version = await findArtifactVersion(tx, actor, body.artifact, task.environment_id);

    taskStaysInWorkspace(body.workspaceId, task.workspace_id);
    const texts = fittingTexts(version.parameters, body.parameters);
    const chosen = requireContext(version.contexts, body.contextName);
    const stored = await readStoredValues(tx, task);
    const isSameJob = stored.artifact_id === version.artifact_id;
    const contextName = keptUnlessSent(body.contextName, chosen, isSameJob ? stored.context_name : null);
    const parameters = withStoredSecrets(texts, body.parameters, stored, version.artifact_id);
    requireUsable(body.connections, await holdUsable(tx, actor, Object.values(body.connections ?? {}), task.environment_id));
    const resources = await holdResources(tx, actor, body.resources ?? {}, task.environment_id);

    await updateTask(tx, actor, task.id, valuesOf(body, { artifactVersionId: version.id, parameters, resources, contextName }));
    if (!isSameJob) await endRunContexts(tx, task.id);
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
