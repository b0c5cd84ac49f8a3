/** The two kinds of accounts for tests that run for both, with the routes and names of parameters of their operations. */

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
