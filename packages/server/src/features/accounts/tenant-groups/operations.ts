import { findRecordRow, listRecords, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import {
  holdReplacingRoles,
  findReferences,
  insertGroup,
  lockGroup,
  removeGroup,
  requireAssignableRoles,
  requireMayRename,
  requireMembersRemovable,
  ROLE_ROWS,
  updateGroup,
} from '../people/index.ts';
import { TENANT_GROUPS } from './records.ts';

/**
 * Lists groups in the form of the tenant API.
 * @rule tenant-groups.all.permission
 */
export const listTenantGroups = endpoint('GET /api/v1/groups', {
  allow: 'SVC_GROUP_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_GROUPS, call.query);
  },
});

/** Lists groups by a filter in the body. */
export const filterTenantGroups = endpoint('POST /api/v1/groups/actions/filter', {
  allow: 'SVC_GROUP_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_GROUPS, call.query, { filter: call.body.filter, path: `${TENANT_GROUPS.path}/actions/filter` });
  },
});

/** Creates a group in the form of the tenant API. */
export const createTenantGroup = endpoint('POST /api/v1/groups', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    const { actor, tx, body } = call;
    if (body.assignedRoles?.length) requireAssignableRoles(actor);
    const roles = await holdReplacingRoles(tx, actor, { role_ids: [] }, await findReferences(tx, actor, ROLE_ROWS, body.assignedRoles));

    const id = await insertGroup(tx, actor, { name: body.name, description: body.description, roles });
    return { status: 201, body: await readRecord(call, TENANT_GROUPS, id) };
  },
});

/** Reads a group in the form of the tenant API. */
export const getTenantGroup = endpoint('GET /api/v1/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return { status: 200, body: await readRecord(call, TENANT_GROUPS, call.path.id) };
  },
});

const GROUP_PATCH = {
  '/name': { ops: ['replace'], value: 'TenantName' },
  '/description': { ops: ['replace'], value: 'TenantDescription' },
  '/assignedRoles': { ops: ['replace'], value: 'RoleReferences' },
} as const;

/**
 * Changes a group by JSON Patch.
 * @rule tenant-groups.patch.model
 */
export const changeTenantGroup = endpoint('PATCH /api/v1/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    const { actor, tx, path, body } = call;
    const steps = readPatch(body, GROUP_PATCH);
    const { id } = await lockGroup(tx, actor, path.id);
    const group = await findRecordRow(call, TENANT_GROUPS, id);
    let { name, description } = group;
    let roleIds: string[] | undefined;
    for (const step of steps) {
      if (step.path === '/name') name = step.value;
      else if (step.path === '/description') description = step.value;
      else roleIds = await findReferences(tx, actor, ROLE_ROWS, step.value);
    }
    await requireMayRename(call, group, name);
    const roles = await holdReplacingRoles(tx, actor, { role_ids: group.roles.map((role) => role.id) }, roleIds);

    await updateGroup(tx, actor, id, { name, description, roles });
    return { status: 204 };
  },
});

/** Deletes a group, and removes it from its projects. */
export const deleteTenantGroup = endpoint('DELETE /api/v1/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run({ actor, tx, path }) {
    const group = await lockGroup(tx, actor, path.id);
    await requireMembersRemovable(tx, actor, [group]);

    await removeGroup(tx, actor, group.id);
    return { status: 204 };
  },
});
