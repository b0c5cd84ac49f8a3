import { endpoint } from '../../../core/http/endpoint.ts';
import { SCIM_GROUPS } from './group-resource.ts';
import { wantedOf } from './projection.ts';
import {
  changeScimResource,
  createScimResource,
  deleteScimResource,
  getScimResource,
  listScimResources,
  replaceScimResource,
} from './resources.ts';
import { requireEntitlements, requireEntitlementsIn, SCIM_ROLES } from './role-resource.ts';
import { searchAllKinds } from './search.ts';
import { SCIM_USERS } from './user-resource.ts';

/** Lists users, groups and roles as resources of SCIM, by a search in the body. */
export const searchScim = endpoint('POST /scim/v2/.search', {
  allow: { anyOf: ['SVC_USER_MANAGEMENT', 'SVC_GROUP_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] },
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return searchAllKinds(call, call.body);
  },
});

/** Lists users as resources of SCIM. */
export const listScimUsers = endpoint('GET /scim/v2/Users', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_USERS, { ...call.query, ...wantedOf(call.query) });
  },
});

/** Lists users as resources of SCIM, by a search in the body. */
export const searchScimUsers = endpoint('POST /scim/v2/Users/.search', {
  allow: 'SVC_USER_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_USERS, call.body);
  },
});

/**
 * Creates a user from a resource of SCIM.
 * @rule scim.all.permission
 */
export const createScimUser = endpoint('POST /scim/v2/Users', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return createScimResource(call, SCIM_USERS, call.body, wantedOf(call.query));
  },
});

/** Reads a user as a resource of SCIM. */
export const getScimUser = endpoint('GET /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return getScimResource(call, SCIM_USERS, call.path.id, wantedOf(call.query));
  },
});

/** Replaces the attributes of a user. */
export const replaceScimUser = endpoint('PUT /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return replaceScimResource(call, SCIM_USERS, call.path.id, call.body, wantedOf(call.query));
  },
});

/** Changes a user by operations. */
export const changeScimUser = endpoint('PATCH /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return changeScimResource(call, SCIM_USERS, call.path.id, call.body.Operations, wantedOf(call.query));
  },
});

/** Deletes a user. */
export const deleteScimUser = endpoint('DELETE /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    return deleteScimResource(call, SCIM_USERS, call.path.id);
  },
});

/** Lists groups as resources of SCIM. */
export const listScimGroups = endpoint('GET /scim/v2/Groups', {
  allow: 'SVC_GROUP_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_GROUPS, { ...call.query, ...wantedOf(call.query) });
  },
});

/** Lists groups as resources of SCIM, by a search in the body. */
export const searchScimGroups = endpoint('POST /scim/v2/Groups/.search', {
  allow: 'SVC_GROUP_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_GROUPS, call.body);
  },
});

/** Creates a group from a resource of SCIM. */
export const createScimGroup = endpoint('POST /scim/v2/Groups', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return createScimResource(call, SCIM_GROUPS, call.body, wantedOf(call.query));
  },
});

/** Reads a group as a resource of SCIM. */
export const getScimGroup = endpoint('GET /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return getScimResource(call, SCIM_GROUPS, call.path.id, wantedOf(call.query));
  },
});

/** Replaces the attributes of a group. */
export const replaceScimGroup = endpoint('PUT /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return replaceScimResource(call, SCIM_GROUPS, call.path.id, call.body, wantedOf(call.query));
  },
});

/** Changes a group by operations. */
export const changeScimGroup = endpoint('PATCH /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return changeScimResource(call, SCIM_GROUPS, call.path.id, call.body.Operations, wantedOf(call.query));
  },
});

/** Deletes a group. */
export const deleteScimGroup = endpoint('DELETE /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return deleteScimResource(call, SCIM_GROUPS, call.path.id);
  },
});

/** Lists roles as resources of SCIM. */
export const listScimRoles = endpoint('GET /scim/v2/Roles', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_ROLES, { ...call.query, ...wantedOf(call.query) });
  },
});

/** Lists roles as resources of SCIM, by a search in the body. */
export const searchScimRoles = endpoint('POST /scim/v2/Roles/.search', {
  allow: 'SVC_ROLE_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    return listScimResources(call, SCIM_ROLES, call.body);
  },
});

/** Creates a role from a resource of SCIM. */
export const createScimRole = endpoint('POST /scim/v2/Roles', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    return createScimResource(call, SCIM_ROLES, call.body, wantedOf(call.query));
  },
});

/** Reads a role as a resource of SCIM. */
export const getScimRole = endpoint('GET /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    return getScimResource(call, SCIM_ROLES, call.path.id, wantedOf(call.query));
  },
});

/** Replaces the attributes of a role. */
export const replaceScimRole = endpoint('PUT /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    requireEntitlements(call.body);
    return replaceScimResource(call, SCIM_ROLES, call.path.id, call.body, wantedOf(call.query));
  },
});

/** Changes a role by operations. */
export const changeScimRole = endpoint('PATCH /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    requireEntitlementsIn(call.body.Operations);
    return changeScimResource(call, SCIM_ROLES, call.path.id, call.body.Operations, wantedOf(call.query));
  },
});

/** Deletes a role. */
export const deleteScimRole = endpoint('DELETE /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    return deleteScimResource(call, SCIM_ROLES, call.path.id);
  },
});
