import type { Schema } from '@millrace/contract';
import { endpoint } from '../../../core/http/endpoint.ts';
import { requireRolesHeld } from '../../accounts/people/index.ts';
import { findMapping, holdNamedRoles, type MappingRow, removeMapping, removeMappings, selectMappings, upsertMapping } from './rows.ts';

/** Lists the role mappings of the tenant, ordered by name. */
export const listRoleMappings = endpoint('GET /security/role-mappings', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx }) {
    return { status: 200, body: (await selectMappings(tx, actor)).map(toMappingJson) };
  },
});

/**
 * Creates a role mapping, or replaces the roles of the existing mapping with this name.
 * @rule role-mappings.all.permission
 */
export const setRoleMapping = endpoint('POST /security/role-mappings', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx, body }) {
    const roles = await holdNamedRoles(tx, actor, body.roles);
    requireRolesHeld(actor, roles);

    await upsertMapping(tx, actor, body.name, roles);
    return { status: 200, body: toMappingJson(await findMapping(tx, actor, body.name)) };
  },
});

/** Reads a role mapping. */
export const getRoleMapping = endpoint('GET /security/role-mappings/{customerRoleName}', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toMappingJson(await findMapping(tx, actor, path.customerRoleName)) };
  },
});

/** Converts a row to RoleMapping. */
const toMappingJson = ({ name, roles }: MappingRow): Schema<'RoleMapping'> => ({ name, roles });

/** Deletes a role mapping. */
export const deleteRoleMapping = endpoint('DELETE /security/role-mappings/{customerRoleName}', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx, path }) {
    const mapping = await findMapping(tx, actor, path.customerRoleName);

    await removeMapping(tx, actor, mapping.name);
    return { status: 204 };
  },
});

/** Deletes all role mappings of the tenant. */
export const deleteRoleMappings = endpoint('DELETE /security/role-mappings', {
  allow: 'SVC_SSO_MANAGEMENT',

  async run({ actor, tx }) {
    await removeMappings(tx, actor);
    return { status: 204 };
  },
});
