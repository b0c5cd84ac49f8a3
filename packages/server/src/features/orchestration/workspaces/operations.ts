import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { compileFiql } from '../../../core/http/fiql.ts';
import { findOwner } from '../../accounts/people/index.ts';
import { holdEnvironment, workspacesDeleting } from '../environments/index.ts';
import {
  toWorkspaceInfo,
  toWorkspaceJson,
  insertWorkspace,
  lockWorkspace,
  removeWorkspace,
  selectWorkspaces,
  updateWorkspace,
  visibleWorkspaces,
} from './rows.ts';
import { requireCustom, requireNotUsedElsewhere, requireWorkspaceWithoutExecutions, requireWorkspaceWithoutRuntimes } from './rules.ts';
import { selectWorkspaceUses } from './uses.ts';

const selectors = {
  id: { column: sql`w.id`, type: 'uuid' },
  name: { column: sql`w.name`, type: 'text' },
  description: { column: sql`w.description`, type: 'text' },
  type: { column: sql`w.type`, type: 'text' },
  owner: { column: sql`o.login`, type: 'text' },
  'environment.id': { column: sql`e.id`, type: 'uuid' },
  'environment.name': { column: sql`e.name`, type: 'text' },
} as const;

/**
 * Lists the workspaces that the caller may see.
 * @rule workspaces.list.filter
 */
export const listWorkspaces = endpoint('GET /orchestration/workspaces', {
  allow: 'signed-in',

  async run({ actor, tx, query }) {
    const rows = await selectWorkspaces(tx, sql`${visibleWorkspaces(actor)} and ${compileFiql(query.query, selectors)}`);
    return { status: 200, body: rows.map(({ workspace }) => toWorkspaceInfo(workspace)) };
  },
});

/**
 * Creates a custom workspace in an environment.
 * @rule workspaces.create.permission
 */
export const createWorkspace = endpoint('POST /orchestration/workspaces', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, body }) {
    const environment = await holdEnvironment(tx, actor, body.environmentId);
    const owner = await findOwner(tx, actor, body.owner);

    const row = await insertWorkspace(tx, actor, { id: newId(), environment: environment.id, owner: owner.id }, body);
    return { status: 201, body: toWorkspaceJson(row) };
  },
});

/**
 * Replaces the settings of a workspace.
 * @rule workspaces.replace.right
 */
export const replaceWorkspace = endpoint('PUT /orchestration/workspaces/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const workspace = await lockWorkspace(tx, actor, path.id);
    const owner = typeof body.owner === 'string' ? (await findOwner(tx, actor, body.owner)).id : null;

    await updateWorkspace(tx, actor, workspace.id, owner, body);
    return { status: 204 };
  },
});

/**
 * Deletes a custom workspace with all its content.
 * @rule workspaces.delete.permission
 */
export const deleteWorkspace = endpoint('DELETE /orchestration/workspaces/{id}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, publish }) {
    const workspace = await lockWorkspace(tx, actor, path.id);
    const uses = await selectWorkspaceUses(tx, workspace.id);

    requireCustom(workspace.type);
    requireNotUsedElsewhere(uses);
    requireWorkspaceWithoutRuntimes(uses.runtimes);
    requireWorkspaceWithoutExecutions(uses.executions);

    await publish(tx, workspacesDeleting, { workspaces: [workspace.id] });
    await removeWorkspace(tx, actor, workspace.id);
    return { status: 204 };
  },
});
