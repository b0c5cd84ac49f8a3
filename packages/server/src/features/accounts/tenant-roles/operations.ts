import { findRecordRow, listRecords, readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { patchList, readPatch } from '../../../core/http/json-patch.ts';
import { addRole, changeRole, lockRole, removeRole, requireCustomRole } from '../people/index.ts';
import { TENANT_ROLES } from './records.ts';
import { requireUnassigned } from './rules.ts';

/**
 * Lists roles in the form of the tenant API.
 * @rule tenant-roles.all.permission
 */
export const listTenantRoles = endpoint('GET /api/v1/roles', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, TENANT_ROLES, call.query);
  },
});

/** Creates a role in the form of the tenant API. */
export const createTenantRole = endpoint('POST /api/v1/roles', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    const { actor, tx, body, wordsSent } = call;
    const { name, description, assignedScopes: permissions = [] } = body;

    const id = await addRole(tx, actor, { name, description, permissions, wordsSent });
    return { status: 201, body: await readRecord(call, TENANT_ROLES, id) };
  },
});

/** Reads a role in the form of the tenant API. */
export const getTenantRole = endpoint('GET /api/v1/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    return { status: 200, body: await readRecord(call, TENANT_ROLES, call.path.id) };
  },
});

const ROLE_PATCH = {
  '/name': { ops: ['replace'], value: 'TenantName' },
  '/description': { ops: ['replace'], value: 'TenantDescription' },
  '/assignedScopes': { ops: ['replace', 'add', 'remove-value'], value: 'RolePermissions' },
  '/assignedScopes/-': { ops: ['add'], value: 'RolePermission' },
} as const;

/**
 * Changes a role by JSON Patch.
 * @rule tenant-roles.patch.scopes
 */
export const changeTenantRole = endpoint('PATCH /api/v1/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    const { actor, tx, path, body } = call;
    const steps = readPatch(body, ROLE_PATCH);
    const role = await lockRole(tx, actor, path.id);
    let { name, description, permissions } = await findRecordRow(call, TENANT_ROLES, role.id);
    for (const step of steps) {
      if (step.path === '/name') name = step.value;
      else if (step.path === '/description') description = step.value;
      else permissions = patchList(permissions, step.op, [step.value].flat());
    }

    await changeRole(tx, actor, role, { name, description, permissions, wordsSent: call.wordsSent });
    return { status: 204 };
  },
});

/** Deletes a role that no user and no group has. */
export const deleteTenantRole = endpoint('DELETE /api/v1/roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    const { actor, tx, path } = call;
    const role = await lockRole(tx, actor, path.id);
    // First, so that a built-in role is not refused as assigned.
    requireCustomRole(role);
    requireUnassigned(await findRecordRow(call, TENANT_ROLES, role.id));

    await removeRole(tx, actor, role);
    return { status: 204 };
  },
});
