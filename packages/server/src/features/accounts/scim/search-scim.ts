import type { Permission } from '@millrace/contract';
import { endpoint } from '../../../core/http/endpoint.ts';
import { Problem } from '../../../core/base/problem.ts';
import { SCIM_GROUPS } from './group-resource.ts';
import { DEFAULT_RESULTS, listScimResources, MAX_RESULTS, toListJson, type ScimCall, type ScimSearch } from './resources.ts';
import { SCIM_ROLES } from './role-resource.ts';
import { SCIM_USERS } from './user-resource.ts';

/** The types in the order in which they are listed, with the permission to read them. */
const TYPES: readonly { permission: Permission; list: (call: ScimCall, search: ScimSearch) => ReturnType<typeof listScimResources> }[] = [
  { permission: 'SVC_USER_MANAGEMENT', list: (call, search) => listScimResources(call, SCIM_USERS, search) },
  { permission: 'SVC_GROUP_MANAGEMENT', list: (call, search) => listScimResources(call, SCIM_GROUPS, search) },
  { permission: 'SVC_ROLE_MANAGEMENT', list: (call, search) => listScimResources(call, SCIM_ROLES, search) },
];

/**
 * Lists users, groups and roles as resources of SCIM, by a search in the body.
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
    const pages: Awaited<ReturnType<typeof listScimResources>>['body'][] = [];
    let refusal: Problem | undefined;
    for (const { list } of TYPES.filter(({ permission }) => call.actor.permissions.has(permission))) {
      try {
        const { body } = await list(call, { ...call.body, startIndex: skipped + 1, count: remaining });
        pages.push(body);
        skipped = Math.max(0, skipped - body.totalResults);
        remaining -= body.itemsPerPage;
      } catch (error) {
        // A type that lacks an attribute of the filter or of the order is left out.
        if (!(error instanceof Problem) || error.status !== 400) throw error;
        refusal = error;
      }
    }
    if (pages.length === 0 && refusal) throw refusal;
    const total = pages.reduce((sum, { totalResults }) => sum + totalResults, 0);
    return {
      status: 200,
      body: toListJson(
        pages.flatMap(({ Resources }) => Resources),
        total,
        Math.max(1, startIndex),
      ),
    };
  },
});
