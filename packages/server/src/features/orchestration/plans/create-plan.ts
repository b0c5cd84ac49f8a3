import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { requireEnvironmentOfWorkspace } from '../tasks/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { findPlan } from './access.ts';
import { holdSteps } from './hold-steps.ts';
import { toPlanJson } from './json.ts';
import { insertPlan } from './queries.ts';
import { insertSteps } from './step-queries.ts';

/**
 * Creates a plan. No other plan can name it yet, so its error handlers cannot lead back to it.
 * @rule plans.create.permission
 */
export const createPlan = endpoint('POST /orchestration/executables/plans', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, body }) {
    const workspace = await findWorkspace(tx, actor, body.workspaceId, 'AUTHOR');
    if (body.environmentId !== undefined) requireEnvironmentOfWorkspace(body.environmentId, workspace.environment_id);
    const steps = await holdSteps(tx, actor, body.steps, workspace.environment_id);

    const id = newId();
    await insertPlan(tx, id, actor, workspace.id, { name: body.name.trim(), description: body.description ?? null });
    await insertSteps(tx, id, steps);
    return { status: 201, body: toPlanJson(await findPlan(tx, actor, id)) };
  },
});
