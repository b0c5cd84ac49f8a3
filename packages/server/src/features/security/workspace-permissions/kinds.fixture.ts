/** The two kinds of accounts for tests that run for both, with the routes and names of parameters of their operations. */
import assert from 'node:assert/strict';
import { PERMISSIONS, type Permission, type Right } from '@millrace/contract';
import { assertRefused } from '../../../../test/support/refusals.ts';
import type { Answer, TestServer } from '../../../../test/support/server.ts';

/** Users and service accounts. */
export const KINDS = [
  {
    noun: 'users',
    type: 'HUMAN',
    single: '/security/workspaces/{workspaceId}/users/{userId}/permissions',
    all: '/security/permissions',
    idName: 'userId',
  },
  {
    noun: 'service accounts',
    type: 'SERVICE',
    single: '/security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
    all: '/security/service-accounts/permissions',
    idName: 'serviceAccountId',
  },
] as const;

/** Asserts that an operation on the rights of a workspace needs MANAGE on it or SVC_ENVIRONMENT_MANAGEMENT. */
export async function assertNeedsManaging(
  { make }: TestServer,
  workspace: string,
  attempt: (token: string | undefined) => Promise<Answer>,
  success: number,
): Promise<void> {
  const without = PERMISSIONS.filter((permission) => permission !== 'SVC_ENVIRONMENT_MANAGEMENT');
  const as = async (permissions: readonly Permission[], rights: readonly Right[], tenant?: string): Promise<Answer> => {
    const caller = await make.user({ permissions, rights: { [workspace]: rights }, ...(tenant !== undefined && { tenant }) });
    return attempt(caller.token);
  };
  assertRefused(await attempt(undefined), 401, 'not_signed_in');
  assertRefused(await as(without, []), 404, 'not_found');
  assertRefused(await as(without, ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH']), 403, 'right_missing');
  assertRefused(await as(PERMISSIONS, ['MANAGE'], await make.otherTenant()), 404, 'not_found');
  for (const answer of [await as([], ['MANAGE']), await as(['SVC_ENVIRONMENT_MANAGEMENT'], [])])
    assert.equal(answer.status, success, JSON.stringify(answer.body));
}
