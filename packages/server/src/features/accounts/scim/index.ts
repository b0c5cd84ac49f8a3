// cap: 90 because the section has 27 operations
/** SCIM: users, groups and roles for identity providers. */
import type { Feature } from '../../../core/http/feature.ts';
import { scimErrors } from '../../../core/http/surfaces/scim.ts';
import { groups } from '../groups/index.ts';
import { roles } from '../roles/index.ts';
import { users } from '../users/index.ts';
import { changeScimGroup } from './change-scim-group.ts';
import { changeScimRole } from './change-scim-role.ts';
import { changeScimUser } from './change-scim-user.ts';
import { createScimGroup } from './create-scim-group.ts';
import { createScimRole } from './create-scim-role.ts';
import { createScimUser } from './create-scim-user.ts';
import { deleteScimGroup } from './delete-scim-group.ts';
import { deleteScimRole } from './delete-scim-role.ts';
import { deleteScimUser } from './delete-scim-user.ts';
import { getScimConfig } from './get-scim-config.ts';
import { getScimGroup } from './get-scim-group.ts';
import { getScimResourceType } from './get-scim-resource-type.ts';
import { getScimRole } from './get-scim-role.ts';
import { getScimSchema } from './get-scim-schema.ts';
import { getScimUser } from './get-scim-user.ts';
import { listScimGroups } from './list-scim-groups.ts';
import { listScimResourceTypes } from './list-scim-resource-types.ts';
import { listScimRoles } from './list-scim-roles.ts';
import { listScimSchemas } from './list-scim-schemas.ts';
import { listScimUsers } from './list-scim-users.ts';
import { replaceScimGroup } from './replace-scim-group.ts';
import { replaceScimRole } from './replace-scim-role.ts';
import { replaceScimUser } from './replace-scim-user.ts';
import { searchScimGroups } from './search-scim-groups.ts';
import { searchScimRoles } from './search-scim-roles.ts';
import { searchScim } from './search-scim.ts';
import { searchScimUsers } from './search-scim-users.ts';

/** The endpoints of SCIM. */
export const scim: Feature = {
  surface: scimErrors,
  endpoints: [
    searchScim,
    listScimUsers,
    searchScimUsers,
    createScimUser,
    getScimUser,
    replaceScimUser,
    changeScimUser,
    deleteScimUser,
    listScimGroups,
    searchScimGroups,
    createScimGroup,
    getScimGroup,
    replaceScimGroup,
    changeScimGroup,
    deleteScimGroup,
    listScimRoles,
    searchScimRoles,
    createScimRole,
    getScimRole,
    replaceScimRole,
    changeScimRole,
    deleteScimRole,
    getScimConfig,
    listScimSchemas,
    getScimSchema,
    listScimResourceTypes,
    getScimResourceType,
  ],
  constraints: { ...users.constraints, ...groups.constraints, ...roles.constraints },
};
