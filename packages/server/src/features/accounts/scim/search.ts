/** The search for resources of all kinds (RFC 7644, section 3.4.3). */
import type { Permission } from '@millrace/contract';
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
 * Lists the users, groups and roles that fit a search and that the caller may read.
 * @rule scim.search.root
 */
export async function searchAllKinds(call: ScimCall, search: ScimSearch) {
  const { startIndex = 1, count = DEFAULT_RESULTS } = search;
  let skipped = Math.max(0, startIndex - 1);
  let remaining = Math.min(Math.max(0, count), MAX_RESULTS);
  const pages: Awaited<ReturnType<typeof listScimResources>>['body'][] = [];
  let refusal: Problem | undefined;
  for (const { list } of TYPES.filter(({ permission }) => call.actor.permissions.has(permission))) {
    try {
      const { body } = await list(call, { ...search, startIndex: skipped + 1, count: remaining });
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
    status: 200 as const,
    body: toListJson(
      pages.flatMap(({ Resources }) => Resources),
      total,
      Math.max(1, startIndex),
    ),
  };
}
