/** Tenant-wide permissions. For one workspace there are rights, see `Right`. */
export const PERMISSIONS = [
  'AUDIT_LOGS_VIEW',
  'DYN_ENGINE_READ',
  'EXECUTION_LOGS_DELETE',
  'SVC_CLUSTER_MANAGEMENT',
  'SVC_CONNECTION_RESOURCE_EDIT',
  'SVC_ENGINE_USE',
  'SVC_ENVIRONMENT_MANAGEMENT',
  'SVC_GROUP_MANAGEMENT',
  'SVC_OAUTH_CLIENT_MANAGEMENT',
  'SVC_OPERATOR',
  'SVC_PIPELINE_MANAGEMENT',
  'SVC_PROJECT_MANAGEMENT',
  'SVC_PROMOTION_EXECUTION',
  'SVC_ROLE_MANAGEMENT',
  'SVC_RUN_PROFILE_MANAGEMENT',
  'SVC_SERVICE_ACCOUNT_MANAGEMENT',
  'SVC_SSO_MANAGEMENT',
  'SVC_SUBSCRIPTION_MANAGEMENT',
  'SVC_USER_MANAGEMENT',
  'SVC_WEBHOOK_MANAGEMENT',
] as const;

/** A tenant-wide permission. */
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions that a service account can have, in the order of the OpenAPI document. */
export const SERVICE_ACCOUNT_PERMISSIONS = [
  'AUDIT_LOGS_VIEW',
  'SVC_CLUSTER_MANAGEMENT',
  'SVC_ENVIRONMENT_MANAGEMENT',
  'SVC_PIPELINE_MANAGEMENT',
  'SVC_PROMOTION_EXECUTION',
  'SVC_ENGINE_USE',
  'SVC_RUN_PROFILE_MANAGEMENT',
  'SVC_OPERATOR',
  'SVC_GROUP_MANAGEMENT',
  'SVC_ROLE_MANAGEMENT',
  'SVC_USER_MANAGEMENT',
  'SVC_SERVICE_ACCOUNT_MANAGEMENT',
] as const satisfies readonly Permission[];

/**
 * The callers that may use an operation: with one permission, with one of several, every signed-in caller, a paired engine, the operator of a dynamic
 * engine, or every caller.
 */
export type Allow = Permission | { anyOf: readonly [Permission, ...Permission[]] } | 'signed-in' | 'engine' | 'dynamic-engine' | 'public';

/** Whether engines and operators use an operation with their own credentials, and no account does. */
export const isForEngines = (allow: Allow): allow is 'engine' | 'dynamic-engine' => allow === 'engine' || allow === 'dynamic-engine';

/** Rights on a workspace. AUTHOR, EXECUTE, PUBLISH and MANAGE imply VIEW; the owner holds all. */
export const RIGHTS = ['VIEW', 'EXECUTE', 'AUTHOR', 'PUBLISH', 'MANAGE'] as const;

/** A right on a workspace. */
export type Right = (typeof RIGHTS)[number];

/** The built-in roles of a tenant with their permissions. TenantAdmin holds every permission. */
export const BUILT_IN_ROLES: Readonly<Record<string, readonly Permission[]>> = {
  TenantAdmin: PERMISSIONS,
  'Security Administrator': [
    'SVC_USER_MANAGEMENT',
    'SVC_ROLE_MANAGEMENT',
    'SVC_GROUP_MANAGEMENT',
    'SVC_SUBSCRIPTION_MANAGEMENT',
    'SVC_SSO_MANAGEMENT',
    'SVC_SERVICE_ACCOUNT_MANAGEMENT',
    'AUDIT_LOGS_VIEW',
  ],
  'Project Administrator': ['SVC_PROJECT_MANAGEMENT'],
  'Environment Administrator': ['SVC_PIPELINE_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'],
  'Infrastructure Administrator': ['SVC_CLUSTER_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT'],
  Operator: ['SVC_OPERATOR', 'SVC_RUN_PROFILE_MANAGEMENT'],
  'Assets Manager': ['SVC_CONNECTION_RESOURCE_EDIT'],
};
