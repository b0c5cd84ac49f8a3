/** The scopes that an OAuth client can request. */
import { PERMISSIONS, type Permission } from './permissions.ts';

/**
 * A scope: its description on the consent page, and the scopes that include it. In an operation that names this scope, a token with it has those of these
 * `permissions` that its account has; in other operations, the scope gives it none of them.
 */
type Scope = { description: string; parents?: readonly string[]; permissions?: readonly Permission[] };

/** The descriptions of the scopes of permissions. A token may do this only if its account has the permission. */
const PERMISSION_DESCRIPTIONS: Readonly<Record<Lowercase<Permission>, string>> = {
  audit_logs_view: 'Read the audit log',
  dyn_engine_read: 'Read dynamic engines',
  execution_logs_delete: 'Delete logs of executions',
  svc_cluster_management: 'Manage engines and clusters',
  svc_connection_resource_edit: 'Change connections and resources',
  svc_engine_use: 'See engines and start tasks on them',
  svc_environment_management: 'Manage environments and workspaces',
  svc_group_management: 'Manage groups',
  svc_oauth_client_management: 'Read, publish and delete OAuth clients',
  svc_operator: 'Run and schedule tasks and plans',
  svc_pipeline_management: 'Manage promotions',
  svc_project_management: 'Manage projects',
  svc_promotion_execution: 'Run promotions',
  svc_role_management: 'Manage roles, without giving them to users',
  svc_run_profile_management: 'Manage run profiles',
  svc_service_account_management: 'Read and delete service accounts',
  svc_sso_management: 'Manage role mappings of single sign-on',
  svc_subscription_management: 'Read the subscription and rename the tenant',
  svc_user_management: 'Manage users, without their sign-ins and roles; limits of API keys; the IP allowlist',
  svc_webhook_management: 'Manage all webhooks of the tenant',
};

/** Permissions for daily work; all others administer the tenant. */
const DAILY: ReadonlySet<string> = new Set<Lowercase<Permission>>([
  'dyn_engine_read',
  'svc_connection_resource_edit',
  'svc_engine_use',
  'svc_operator',
  'svc_promotion_execution',
]);

const USERS: readonly Permission[] = ['SVC_USER_MANAGEMENT'];

/** The scopes by name. */
export const SCOPES: Readonly<Record<string, Scope>> = {
  user_default: { description: 'Do all that you may do, except administer the tenant', parents: ['admin_classic'] },
  admin_classic: { description: 'Do all that you may do, and administer the tenant' },
  offline_access: { description: 'Act for you when you are not signed in' },
  'identity.email:read': { description: 'Read your email address', parents: ['user_default'] },
  'identity.name:read': { description: 'Read your name', parents: ['user_default'] },
  'identity.subject:read': { description: 'Read your login', parents: ['user_default'] },
  users: { description: 'Read users of the tenant', parents: ['user_default'] },
  'users:read': { description: 'Read users of the tenant', parents: ['users'], permissions: USERS },
  'environments:read': {
    description: 'Read environments and workspaces',
    parents: ['user_default'],
    permissions: ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT', 'SVC_OPERATOR'],
  },
  webhooks: { description: 'Manage your webhooks', parents: ['user_default'] },
  'admin.webhooks': {
    description: 'Manage all webhooks of the tenant',
    parents: ['admin_classic'],
    permissions: ['SVC_WEBHOOK_MANAGEMENT'],
  },
  'admin.ip-policies': { description: 'Manage the IP allowlist', parents: ['admin_classic'], permissions: USERS },
  'admin.users': { description: 'Manage users, without their sign-ins and roles', parents: ['admin_classic'], permissions: USERS },
  'admin.users:read': { description: 'Read all users of the tenant, with their roles', parents: ['admin.users'], permissions: USERS },
  ...Object.fromEntries(
    Object.entries(PERMISSION_DESCRIPTIONS).map(([permission, description]) => [
      `classic_service.${permission}`,
      { description, parents: [DAILY.has(permission) ? 'user_default' : 'admin_classic'] },
    ]),
  ),
};

/**
 * The scope of each permission, which allows it in every operation. Without it, a token has the permission only in operations that name a scope with it
 * in its `permissions`.
 */
export const PERMISSION_SCOPES = Object.fromEntries(
  PERMISSIONS.map((permission) => [permission, `classic_service.${permission.toLowerCase()}`]),
) as Readonly<Record<Permission, string>>;

const withParents = (name: string): string[] => [name, ...(SCOPES[name]?.parents ?? []).flatMap(withParents)];

/** The scopes that grant each scope: itself, and all that include it. Computed once, because each call with a token of a client looks up many. */
const INCLUDING: ReadonlyMap<string, readonly string[]> = new Map(Object.keys(SCOPES).map((name) => [name, withParents(name)]));

/** Returns whether the held scopes grant the wanted one: they contain it, or a scope that includes it. */
export const grantsScope = (held: ReadonlySet<string>, wanted: string): boolean =>
  INCLUDING.get(wanted)?.some((scope) => held.has(scope)) ?? held.has(wanted);
