import { Problem } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import type { ScimObject } from './bodies.ts';
import { SCIM_GROUPS } from './group-resource.ts';
import { DEFAULT_RESULTS, MAX_RESULTS, operationsOn, toListJson } from './resources.ts';
import { requireEntitlements, requireEntitlementsIn, SCIM_ROLES } from './role-resource.ts';
import { SCIM_USERS } from './user-resource.ts';

const users = operationsOn(SCIM_USERS);
const groups = operationsOn(SCIM_GROUPS);
const roles = operationsOn(SCIM_ROLES);

/** The types in the order in which they are listed, with the permission to read them. */
const TYPES = [
  { permission: 'SVC_USER_MANAGEMENT', search: users.search },
  { permission: 'SVC_GROUP_MANAGEMENT', search: groups.search },
  { permission: 'SVC_ROLE_MANAGEMENT', search: roles.search },
] as const;

/**
 * Lists the users, groups and roles that fit a search in the body and that the caller may read (RFC 7644, section 3.4.3).
 * @rule scim.search.root
 */
export const searchScim = endpoint('POST /scim/v2/.search', {
  allow: { anyOf: ['SVC_USER_MANAGEMENT', 'SVC_GROUP_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] },
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    const { startIndex = 1, count = DEFAULT_RESULTS } = call.body;
    let skipped = Math.max(0, startIndex - 1);
    let remaining = Math.min(Math.max(0, count), MAX_RESULTS);
    let total = 0;
    const resources: ScimObject[] = [];
    const refusals: Problem[] = [];
    const readable = TYPES.filter(({ permission }) => call.actor.permissions.has(permission));
    for (const { search } of readable) {
      try {
        const { body } = await search(call, { ...call.body, startIndex: skipped + 1, count: remaining });
        resources.push(...body.Resources);
        total += body.totalResults;
        skipped = Math.max(0, skipped - body.totalResults);
        remaining -= body.itemsPerPage;
      } catch (error) {
        // A type that lacks an attribute of the filter or of the order is left out.
        if (!(error instanceof Problem) || error.status !== 400) throw error;
        refusals.push(error);
      }
    }
    const [refusal] = refusals.slice(-1);
    if (refusal && refusals.length === readable.length) throw refusal;
    return { status: 200, body: toListJson(resources, total, Math.max(1, startIndex)) };
  },
});

/** Lists users as resources of SCIM. */
export const listScimUsers = endpoint('GET /scim/v2/Users', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',
  run: users.list,
});

/** Lists users as resources of SCIM, by a search in the body. */
export const searchScimUsers = endpoint('POST /scim/v2/Users/.search', {
  allow: 'SVC_USER_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',
  run: users.searchByBody,
});

/**
 * Creates a user from a resource of SCIM.
 * @rule scim.all.permission
 */
export const createScimUser = endpoint('POST /scim/v2/Users', {
  allow: 'SVC_USER_MANAGEMENT',
  run: users.create,
});

/** Reads a user as a resource of SCIM. */
export const getScimUser = endpoint('GET /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',
  run: users.read,
});

/** Replaces the attributes of a user. */
export const replaceScimUser = endpoint('PUT /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',
  run: users.replace,
});

/** Changes a user by operations. */
export const changeScimUser = endpoint('PATCH /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',
  run: users.change,
});

/** Deletes a user. */
export const deleteScimUser = endpoint('DELETE /scim/v2/Users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',
  run: users.remove,
});

/** Lists groups as resources of SCIM. */
export const listScimGroups = endpoint('GET /scim/v2/Groups', {
  allow: 'SVC_GROUP_MANAGEMENT',
  transaction: 'read only',
  run: groups.list,
});

/** Lists groups as resources of SCIM, by a search in the body. */
export const searchScimGroups = endpoint('POST /scim/v2/Groups/.search', {
  allow: 'SVC_GROUP_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',
  run: groups.searchByBody,
});

/** Creates a group from a resource of SCIM. */
export const createScimGroup = endpoint('POST /scim/v2/Groups', {
  allow: 'SVC_GROUP_MANAGEMENT',
  run: groups.create,
});

/** Reads a group as a resource of SCIM. */
export const getScimGroup = endpoint('GET /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',
  run: groups.read,
});

/** Replaces the attributes of a group. */
export const replaceScimGroup = endpoint('PUT /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',
  run: groups.replace,
});

/** Changes a group by operations. */
export const changeScimGroup = endpoint('PATCH /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',
  run: groups.change,
});

/** Deletes a group. */
export const deleteScimGroup = endpoint('DELETE /scim/v2/Groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',
  run: groups.remove,
});

/** Lists roles as resources of SCIM. */
export const listScimRoles = endpoint('GET /scim/v2/Roles', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',
  run: roles.list,
});

/** Lists roles as resources of SCIM, by a search in the body. */
export const searchScimRoles = endpoint('POST /scim/v2/Roles/.search', {
  allow: 'SVC_ROLE_MANAGEMENT',
  audit: 'none',
  transaction: 'read only',
  run: roles.searchByBody,
});

/** Creates a role from a resource of SCIM. */
export const createScimRole = endpoint('POST /scim/v2/Roles', {
  allow: 'SVC_ROLE_MANAGEMENT',
  run: roles.create,
});

/** Reads a role as a resource of SCIM. */
export const getScimRole = endpoint('GET /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',
  run: roles.read,
});

/** Replaces the attributes of a role. */
export const replaceScimRole = endpoint('PUT /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    requireEntitlements(call.body);
    return roles.replace(call);
  },
});

/** Changes a role by operations. */
export const changeScimRole = endpoint('PATCH /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',

  async run(call) {
    requireEntitlementsIn(call.body.Operations);
    return roles.change(call);
  },
});

/** Deletes a role. */
export const deleteScimRole = endpoint('DELETE /scim/v2/Roles/{id}', {
  allow: 'SVC_ROLE_MANAGEMENT',
  run: roles.remove,
});
