import { newId } from '../../../core/base/id.ts';
import { conflict } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { findOwner } from '../../accounts/people/index.ts';
import { assign, raiseDesiredRevision, lockAssignment, unassign } from '../../processing/dynamic-engines/index.ts';
import { deleteEnvironmentWithContent, environmentCreated, insertEnvironment, updateEnvironmentTexts } from '../environments/index.ts';
import {
  toDynamicEnvironmentJson,
  findDynamicEnvironment,
  insertDynamicEnvironment,
  lockDynamicEnvironment,
  searchDynamicEnvironments,
  updateDynamicEnvironment,
} from './rows.ts';

/** Searches dynamic-engine environments. */
export const searchDynamicEngineEnvironments = endpoint('POST /orchestration/dynamic-engine-environments/search', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',
  transaction: 'read only',
  audit: 'none',

  async run({ actor, tx, body }) {
    const search = body ?? {};
    return { status: 200, body: toPage(await searchDynamicEnvironments(tx, actor, search), search, toDynamicEnvironmentJson) };
  },
});

/**
 * Creates a dynamic-engine environment with its custom workspace. It is not assigned to an engine.
 * @rule dynamic-engine-environments.1.permission
 * @rule authentication.2.stated-permission
 * @rule dynamic-engine-environments.create.trim
 * @rule dynamic-engine-environments.create.workspace
 */
export const createDynamicEngineEnvironment = endpoint('POST /orchestration/dynamic-engine-environments', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, publish, body }) {
    const owner = await findOwner(tx, actor, body.owner);

    const [id, workspaceId] = [newId(), newId()];
    const { name, workspaceName, logStrategy = 'NONE', metricsStrategy = 'NONE' } = body;
    const sent = { name, workspaceName, description: body.description || null };
    await insertEnvironment(tx, actor, { id, workspaceId, owner: owner.id, isDynamic: true }, sent);
    await insertDynamicEnvironment(tx, actor, id, { logStrategy, metricsStrategy });
    await publish(tx, environmentCreated, { workspaceId, creator: actor });
    return { status: 201, body: toDynamicEnvironmentJson(await findDynamicEnvironment(tx, actor, id)) };
  },
});

/** Reads a dynamic-engine environment. */
export const getDynamicEngineEnvironment = endpoint('GET /orchestration/dynamic-engine-environments/{environmentId}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toDynamicEnvironmentJson(await findDynamicEnvironment(tx, actor, path.environmentId)) };
  },
});

/**
 * Changes a dynamic-engine environment. Its engine reads the change with the desired state.
 * @rule dynamic-engine-environments.change.nothing
 */
export const changeDynamicEngineEnvironment = endpoint('PUT /orchestration/dynamic-engine-environments/{environmentId}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const environment = await lockDynamicEnvironment(tx, actor, path.environmentId);
    const { name, description, logStrategy, metricsStrategy } = body;
    if ([name, description, logStrategy, metricsStrategy].every((value) => value === undefined)) return { status: 204 };

    if (name !== undefined || description !== undefined)
      await updateEnvironmentTexts(tx, actor, environment.id, { name: name?.trim(), description });
    await updateDynamicEnvironment(tx, actor, environment.id, body);
    const assignment = await lockAssignment(tx, environment.id);
    const engines = assignment ? [assignment.dynamic_engine_id] : [];
    await raiseDesiredRevision(tx, engines);
    return { status: 200, body: toDynamicEnvironmentJson(await findDynamicEnvironment(tx, actor, environment.id)), wake: engines };
  },
});

/**
 * Deletes a dynamic-engine environment with all its content.
 * @rule dynamic-engine-environments.4.cascade
 */
export const deleteDynamicEngineEnvironment = endpoint('DELETE /orchestration/dynamic-engine-environments/{environmentId}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, publish }) {
    const environment = await lockDynamicEnvironment(tx, actor, path.environmentId);

    requireUnassignedEnvironment(await lockAssignment(tx, environment.id));

    await deleteEnvironmentWithContent({ actor, tx, publish }, environment.id);
    return { status: 204 };
  },
});

/**
 * Assigns an environment to a dynamic engine, whose operator completes it. A repeated request is answered 202 until then, and 204 afterwards.
 * @rule dynamic-engine-environments.1.assign
 * @rule dynamic-engine-environments.2.accepted
 * @rule dynamic-engine-environments.2.pending
 */
export const assignDynamicEngine = endpoint('POST /orchestration/dynamic-engine-environments/{environmentId}/connection', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, identity: { tokens }, path, query }) {
    const environment = await lockDynamicEnvironment(tx, actor, path.environmentId);

    const { linkId, engine, existed, pending } = await assign(tx, actor, tokens, environment.id, query.dynamicEngineId);
    const headers = { Location: linkId };
    if (!existed) return { status: 202, headers, wake: [engine] };
    return pending ? { status: 202, headers } : { status: 204, headers };
  },
});

/**
 * Removes the assignment of an environment. Repeating it during the removal changes nothing.
 * @rule dynamic-engine-environments.3.assigned
 */
export const removeDynamicEngineConnection = endpoint('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const environment = await lockDynamicEnvironment(tx, actor, path.environmentId);
    const assignment = await lockAssignment(tx, environment.id);
    if (!assignment) return { status: 204 };

    await unassign(tx, actor, assignment);
    return { status: 202, wake: [assignment.dynamic_engine_id] };
  },
});

/**
 * An assigned environment cannot be deleted.
 * @rule dynamic-engine-environments.4.assigned
 */
function requireUnassignedEnvironment(assignment: object | undefined): void {
  if (assignment) throw conflict('environment_assigned', 'The environment is assigned to a dynamic engine: remove the assignment first.');
}
