/** The first parts of the console's paths, and its navigation. The build reads this file, too. */
import type { Permission } from '@millrace/contract';

/** First parts of the paths of the console, besides the start page. The server serves the console below them, so the API must not use them. */
export const SEGMENTS = [
  'runs',
  'tasks',
  'artifacts',
  'engines',
  'setup',
  'admin',
  'tokens',
  'schedules',
  'alerts',
  'inbox',
  'plans',
  'promotions',
  'catalogue',
] as const;

type NavigationEntry = {
  path: `/${string}`;
  /** The key of the displayed name in `shell-messages.ts`. */
  name: string;
  /** The entry is hidden from an account that has none of these permissions. */
  needs?: readonly Permission[];
};

/** The permissions with which the API lists engines, clusters and run profiles. */
const SEES_ENGINES = [
  'SVC_OPERATOR',
  'SVC_CLUSTER_MANAGEMENT',
  'SVC_ENVIRONMENT_MANAGEMENT',
  'SVC_RUN_PROFILE_MANAGEMENT',
  'SVC_ENGINE_USE',
] as const satisfies readonly Permission[];

/** The pages for addresses of the API that mails and other messages contain. A browser that opens such an address is sent to its page. */
export const PAGES_OF_RECORDS = {
  '/processing/executions/{id}/explanation': '/runs/{id}',
  '/processing/executions/plans/{id}': '/plans/runs/{id}',
  '/orchestration/executables/tasks/{id}': '/tasks/{id}',
  '/orchestration/executables/plans/{id}': '/plans/{id}',
  '/processing/runtimes/remote-engines/{id}': '/engines/{id}',
} as const;

/** The navigation: groups of pages. */
export const NAVIGATION = [
  {
    group: 'operate',
    entries: [
      { path: '/', name: 'home' },
      { path: '/runs', name: 'runs' },
      { path: '/tasks', name: 'tasks' },
      { path: '/plans', name: 'plans' },
      { path: '/schedules', name: 'schedules' },
      { path: '/alerts', name: 'alerts' },
      { path: '/inbox', name: 'inbox' },
      { path: '/promotions', name: 'promotions', needs: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'] },
    ],
  },
  {
    group: 'build',
    entries: [
      { path: '/artifacts', name: 'artifacts' },
      { path: '/setup/connections', name: 'connections' },
      { path: '/setup/resources', name: 'resources' },
      { path: '/setup/projects', name: 'projects', needs: ['SVC_PROJECT_MANAGEMENT'] },
    ],
  },
  {
    group: 'catalogue',
    entries: [
      { path: '/catalogue/datasets', name: 'datasets' },
      { path: '/catalogue/attributes', name: 'attributes' },
      { path: '/catalogue/crawlers', name: 'crawlers' },
      { path: '/catalogue/connections', name: 'catalogConnections' },
    ],
  },
  {
    group: 'places',
    entries: [
      { path: '/engines', name: 'engines', needs: SEES_ENGINES },
      { path: '/setup/clusters', name: 'clusters', needs: SEES_ENGINES },
      { path: '/setup/run-profiles', name: 'runProfiles', needs: SEES_ENGINES },
      {
        path: '/setup/dynamic-engines',
        name: 'dynamicEngines',
        needs: ['SVC_CLUSTER_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'],
      },
      { path: '/setup/dynamic-engine-environments', name: 'dynamicEnvironments', needs: ['SVC_ENVIRONMENT_MANAGEMENT'] },
      {
        path: '/setup/environments',
        name: 'environments',
        needs: ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT', 'SVC_OPERATOR'],
      },
      { path: '/setup/workspaces', name: 'workspaces' },
    ],
  },
  {
    group: 'administration',
    entries: [
      { path: '/admin/users', name: 'users', needs: ['SVC_USER_MANAGEMENT'] },
      { path: '/admin/groups', name: 'groups', needs: ['SVC_GROUP_MANAGEMENT'] },
      { path: '/admin/roles', name: 'roles', needs: ['SVC_ROLE_MANAGEMENT'] },
      { path: '/admin/role-mappings', name: 'roleMappings', needs: ['SVC_SSO_MANAGEMENT'] },
      { path: '/admin/rights', name: 'rights' },
      { path: '/admin/service-accounts', name: 'serviceAccounts', needs: ['SVC_SERVICE_ACCOUNT_MANAGEMENT'] },
      { path: '/admin/access', name: 'access' },
      { path: '/tokens', name: 'tokens' },
      { path: '/admin/allowlist', name: 'allowlist', needs: ['SVC_USER_MANAGEMENT'] },
      { path: '/admin/subscription', name: 'subscription', needs: ['SVC_SUBSCRIPTION_MANAGEMENT'] },
      { path: '/admin/oauth-clients', name: 'oauthClients', needs: ['SVC_OAUTH_CLIENT_MANAGEMENT'] },
      { path: '/admin/webhooks', name: 'webhooks' },
      { path: '/admin/audit', name: 'audit', needs: ['AUDIT_LOGS_VIEW'] },
    ],
  },
] as const satisfies readonly { group: string; entries: readonly NavigationEntry[] }[];

/** An entry of the navigation. */
type NavigationLink = (typeof NAVIGATION)[number]['entries'][number];

/** The permissions of an entry: an account that has none of them does not see it; undefined if all accounts see it. */
export const needsOf = (entry: NavigationLink): readonly Permission[] | undefined => (entry as NavigationEntry).needs;

/** The path of a page that the navigation links to. */
export type PagePath = NavigationLink['path'];
