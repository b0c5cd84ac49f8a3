/** Messages of the pages of roles, and the permissions and rights in words. */
import type { Permission, Right } from '@millrace/contract';
import { defineMessages } from '../../text/messages.ts';

/** Messages of the lists and of the page of a role. */
export const roleMessages = defineMessages('role', {
  new: 'New role',
  permissions: 'Permissions',
  permissionCount: { one: '{count} permission', other: '{count} permissions' },
  users: 'Users with this role',
  addUser: 'Assign the role to a user',
  noUsers: 'The role is assigned to no user directly.',
  custom: 'Custom',
  builtInHint: 'A built-in role cannot be changed. Make a role of your own to choose other permissions.',
  noneFits: 'No role matches this name',
  noneFitsHint: 'Clear the field, or create a role.',
  createHint: 'A role gives permissions for the whole tenant. Rights on a workspace are given on the page Rights.',
  deleteHint: 'Its users and groups lose its permissions at once.',
  unused: 'Unused permissions',
  allRoles: 'All roles',
  unusedHint:
    'Permissions that active accounts have and have not used for {count} days. Remove them, so that a stolen token can do less damage.',
  noneUnused: 'No permission is unused',
  noneUnusedHint:
    'No account has had a permission for all these days without using it. Accounts that were added in these days do not count yet.',
  permission: 'Permission',
  through: 'Through',
  lastUse: 'Last use',
});

/** What each built-in role is for, in one sentence. */
export const roleSentences = defineMessages('roleSentences', {
  TenantAdmin: 'Everything, also people, rights and environments.',
  'Security Administrator': 'People, groups, roles, service accounts and the audit log.',
  'Project Administrator': 'Projects of the studio and who works on them.',
  'Environment Administrator': 'Environments, workspaces and promotions between them.',
  'Infrastructure Administrator': 'Engines, clusters and run profiles.',
  Operator: 'Starts and changes tasks, plans and schedules, where rights on workspaces allow it.',
  'Assets Manager': 'Changes connections and resources, where rights on workspaces allow it.',
  withoutRole: 'Looks at what rights on workspaces show.',
});

/** The permissions in words. */
export const permissionMessages = defineMessages('permission', {
  AUDIT_LOGS_VIEW: 'Read the audit log',
  DYN_ENGINE_READ: 'See dynamic engines',
  EXECUTION_LOGS_DELETE: 'Delete logs of runs',
  SVC_CLUSTER_MANAGEMENT: 'Manage engines and clusters',
  SVC_CONNECTION_RESOURCE_EDIT: 'Change connections and resources',
  SVC_ENGINE_USE: 'See engines and start tasks on them',
  SVC_ENVIRONMENT_MANAGEMENT: 'Manage environments and workspaces',
  SVC_GROUP_MANAGEMENT: 'Manage groups',
  SVC_OAUTH_CLIENT_MANAGEMENT: 'Manage OAuth clients',
  SVC_OPERATOR: 'Operate tasks, plans and runs',
  SVC_PIPELINE_MANAGEMENT: 'Manage promotions',
  SVC_PROJECT_MANAGEMENT: 'Manage projects',
  SVC_PROMOTION_EXECUTION: 'Run promotions',
  SVC_ROLE_MANAGEMENT: 'Manage roles',
  SVC_RUN_PROFILE_MANAGEMENT: 'Manage run profiles',
  SVC_SERVICE_ACCOUNT_MANAGEMENT: 'Manage service accounts',
  SVC_SSO_MANAGEMENT: 'Manage role mappings of the single sign-on',
  SVC_SUBSCRIPTION_MANAGEMENT: 'See the subscription, rename the tenant',
  SVC_USER_MANAGEMENT: 'Manage users, tokens and the allowlist',
  SVC_WEBHOOK_MANAGEMENT: 'Manage all webhooks',
} satisfies Record<Permission, string>);

/** The rights on a workspace in words. */
export const rightMessages = defineMessages('right', {
  VIEW: 'View',
  EXECUTE: 'Run',
  AUTHOR: 'Change',
  PUBLISH: 'Publish',
  MANAGE: 'Manage',
} satisfies Record<Right, string>);
