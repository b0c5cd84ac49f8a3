import { findRecordRow } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { changeRole, lockRole } from '../roles/index.ts';
import { patchList } from '../tenant-users/index.ts';
import { TENANT_ROLES } from './records.ts';

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
