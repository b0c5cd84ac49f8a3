/** Role mappings: the roles that people get by the names that an identity provider sends. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { deleteRoleMapping } from './delete-role-mapping.ts';
import { deleteRoleMappings } from './delete-role-mappings.ts';
import { getRoleMapping } from './get-role-mapping.ts';
import { listRoleMappings } from './list-role-mappings.ts';
import { setRoleMapping } from './set-role-mapping.ts';

export { holdMappedRoles, type ManagedRole } from './queries.ts';

/** The endpoints of role mappings. */
export const roleMappings: Feature = {
  surface: orchestration,
  endpoints: [listRoleMappings, setRoleMapping, deleteRoleMappings, getRoleMapping, deleteRoleMapping],
};
