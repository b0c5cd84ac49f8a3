import { findRecordRow } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { lockGroup, requireMayRename, updateGroup } from '../groups/index.ts';
import { roleIdsOf } from '../tenant-users/index.ts';
import { changedRoles } from '../users/index.ts';
import { TENANT_GROUPS } from './records.ts';

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
      else roleIds = await roleIdsOf(tx, actor, step.value);
    }
    await requireMayRename(call, group, name);
    const roles = await changedRoles(tx, actor, { role_ids: group.roles.map((role) => role.id) }, roleIds);

    await updateGroup(tx, actor, id, { name, description, roles });
    return { status: 204 };
  },
});
