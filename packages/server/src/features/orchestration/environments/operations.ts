import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { compileFiql } from '../../../core/http/fiql.ts';
import { findOwner } from '../../accounts/people/index.ts';
import { deleteEnvironmentWithContent } from './deletion.ts';
import {
  environmentCreated,
  insertEnvironment,
  lockEnvironment,
  selectEnvironments,
  toEnvironmentJson,
  updateEnvironment,
  visibleEnvironments,
} from './rows.ts';

const selectors = {
  id: { column: sql`e.id`, type: 'uuid' },
  name: { column: sql`e.name`, type: 'text' },
  description: { column: sql`e.description`, type: 'text' },
  default: { column: sql`e.is_default`, type: 'boolean' },
  maxCloudContainers: { column: sql`e.max_cloud_containers`, type: 'integer' },
} as const;

/**
 * Lists the environments that the caller may see.
 * @rule environments.2.permission
 * @rule environments.list.filter
 */
export const listEnvironments = endpoint('GET /orchestration/environments', {
  allow: { anyOf: ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT', 'SVC_OPERATOR'] },

  async run({ actor, tx, query }) {
    const rows = await selectEnvironments(tx, sql`${visibleEnvironments(actor)} and ${compileFiql(query.query, selectors)}`);
    return { status: 200, body: rows.map(toEnvironmentJson) };
  },
});

/**
 * Creates an environment and its custom workspace.
 * @rule environments.1.permission
 */
export const createEnvironment = endpoint('POST /orchestration/environments', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, publish, body }) {
    const owner = await findOwner(tx, actor, body.owner);

    const workspaceId = newId();
    const row = await insertEnvironment(tx, actor, { id: newId(), workspaceId, owner: owner.id }, body);
    await publish(tx, environmentCreated, { workspaceId, creator: actor });
    return { status: 201, body: toEnvironmentJson(row) };
  },
});

/** Replaces the name, description and number of cloud engines of an environment. */
export const replaceEnvironment = endpoint('PUT /orchestration/environments/{Id}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const environment = await lockEnvironment(tx, actor, path.Id);

    await updateEnvironment(tx, actor, environment.id, body);
    return { status: 204 };
  },
});

/** Deletes an environment with all its content. */
export const deleteEnvironment = endpoint('DELETE /orchestration/environments/{Id}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, publish }) {
    const environment = await lockEnvironment(tx, actor, path.Id);

    await deleteEnvironmentWithContent({ actor, tx, publish }, environment.id);
    return { status: 204 };
  },
});
