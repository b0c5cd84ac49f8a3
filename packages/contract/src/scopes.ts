/** The scopes that an OAuth client can ask for. */
import type { Permission } from './permissions.ts';

/** A scope: what it allows, in words for the consent page, and the scope that includes it. */
type Scope = { words: string; parent?: string };

/** What a token with the scope of a permission may do, if its account has the permission. */
const PERMISSION_WORDS: Readonly<Record<Lowercase<Permission>, string>> = {
  audit_logs_view: 'Read the audit log',
  dyn_engine_read: 'Read dynamic engines',
  execution_logs_delete: 'Delete logs of executions',
  svc_cluster_management: 'Manage engines and clusters',
  svc_connection_resource_edit: 'Change connections and resources',
  svc_engine_use: 'Use engines for tasks',
  svc_environment_management: 'Manage environments and workspaces',
  svc_group_management: 'Manage groups',
  svc_oauth_client_management: 'Manage OAuth clients',
  svc_operator: 'Run and schedule tasks and plans',
  svc_pipeline_management: 'Manage promotions',
  svc_project_management: 'Manage projects',
  svc_promotion_execution: 'Run promotions',
  svc_role_management: 'Manage roles',
  svc_run_profile_management: 'Manage run profiles',
  svc_service_account_management: 'Manage service accounts',
  svc_sso_management: 'Manage role mappings of single sign-on',
  svc_subscription_management: 'Read the subscription',
  svc_user_management: 'Manage users',
};

/** The scopes by name. */
export const SCOPES: Readonly<Record<string, Scope>> = {
  user_default: { words: 'Do all that you may do, except administer the tenant' },
  admin_classic: { words: 'Do all that you may do, and administer the tenant' },
  offline_access: { words: 'Act for you while you are away' },
  'identity.email:read': { words: 'Read your email address', parent: 'user_default' },
  'identity.name:read': { words: 'Read your name', parent: 'user_default' },
  'identity.subject:read': { words: 'Read your login', parent: 'user_default' },
  users: { words: 'Read users of the tenant', parent: 'user_default' },
  'users:read': { words: 'Read users of the tenant', parent: 'users' },
  'environments:read': { words: 'Read environments', parent: 'user_default' },
  'admin.ip-policies': { words: 'Manage the IP allowlist', parent: 'admin_classic' },
  'admin.users': { words: 'Manage users', parent: 'admin_classic' },
  'admin.users:read': { words: 'Read all users of the tenant', parent: 'admin.users' },
  ...Object.fromEntries(
    Object.entries(PERMISSION_WORDS).map(([permission, words]) => [`classic_service.${permission}`, { words, parent: 'admin_classic' }]),
  ),
};
