import { undeclaredWarnings, withWarnings } from '@millrace/contract/parameters';
import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findArtifactVersion, requireContext } from '../artifacts/index.ts';
import { holdUsable } from '../connections/index.ts';
import { holdResources } from '../resources/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { findTask } from './access.ts';
import { toTaskJson } from './json.ts';
import { insertTask, valuesOf } from './queries.ts';
import { fittingTexts, requireEnvironmentOfWorkspace, requireUsable } from './rules.ts';

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
    const version = await findArtifactVersion(tx, actor, body.artifact, workspace.environment_id);

    requireEnvironmentOfWorkspace(body.environmentId, workspace.environment_id);
    const parameters = fittingTexts(version.parameters, body.parameters);
    const contextName = requireContext(version.contexts, body.contextName);
    requireUsable(body.connections, await holdUsable(tx, actor, Object.values(body.connections ?? {}), workspace.environment_id));
    const resources = await holdResources(tx, actor, body.resources ?? {}, workspace.environment_id);

    const id = newId();
    await insertTask(tx, actor, id, workspace.id, valuesOf(body, { artifactVersionId: version.id, parameters, resources, contextName }));
    const warnings = undeclaredWarnings(version.parameters, Object.keys(parameters));
    return { status: 201, body: { ...toTaskJson(await findTask(tx, actor, id)), ...withWarnings(warnings) } };
  },
});
