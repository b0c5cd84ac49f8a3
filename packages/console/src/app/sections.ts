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
  /** The key of the heading above the entry. */
  heading?: string;
  path: `/${string}`;
  /** The key of the displayed name in `shell-messages.ts`. */
  name: string;
  /** The entry is hidden from an account that has none of these permissions. */
  needs?: readonly Permission[];
};

/** The permissions with which the API lists engines, clusters and run profiles. */
export const SEES_ENGINES = [
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

/** The navigation: a section of the rail with its pages. The pages of the last one have headings, because they are many. */
export const NAVIGATION = [
  { group: 'home', icon: 'home', entries: [{ path: '/', name: 'home' }] },
  { group: 'runs', icon: 'runs', entries: [{ path: '/runs', name: 'runs' }] },
  { group: 'tasks', icon: 'tasks', entries: [{ path: '/tasks', name: 'tasks' }] },
  { group: 'plans', icon: 'plans', entries: [{ path: '/plans', name: 'plans' }] },
  {
    group: 'schedules',
    icon: 'schedules',
    entries: [
      { path: '/schedules', name: 'schedules' },
      { path: '/schedules/calendar', name: 'calendar' },
    ],
  },
  {
    group: 'alerts',
    icon: 'alerts',
    entries: [
      { path: '/alerts', name: 'alertRules' },
      { path: '/inbox', name: 'inbox' },
    ],
  },
  {
    group: 'artifacts',
    icon: 'artifacts',
    entries: [
      { path: '/artifacts', name: 'artifacts' },
      { path: '/promotions', name: 'promotions', needs: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'] },
      { path: '/setup/resources', name: 'resources' },
      { path: '/setup/projects', name: 'projects', needs: ['SVC_PROJECT_MANAGEMENT'] },
    ],
  },
  {
    group: 'connections',
    icon: 'connections',
    entries: [
      { path: '/setup/connections', name: 'taskConnections' },
      { path: '/catalogue/connections', name: 'catalogConnections' },
    ],
  },
  {
    group: 'catalogue',
    icon: 'catalogue',
    entries: [
      { path: '/catalogue/datasets', name: 'datasets' },
      { path: '/catalogue/attributes', name: 'attributes' },
      { path: '/catalogue/crawlers', name: 'crawlers' },
    ],
  },
  {
    group: 'engines',
    icon: 'engines',
    entries: [
      { path: '/engines', name: 'engines', needs: SEES_ENGINES },
      { path: '/setup/clusters', name: 'clusters', needs: SEES_ENGINES },
      { path: '/setup/run-profiles', name: 'runProfiles', needs: SEES_ENGINES },
      {
        path: '/setup/dynamic-engines',
        name: 'dynamicEngines',
        needs: ['SVC_CLUSTER_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'],
      },
    ],
  },
  {
    group: 'settings',
    icon: 'settings',
    entries: [
      {
        heading: 'places',
        path: '/setup/environments',
        name: 'environments',
        needs: ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT', 'SVC_OPERATOR'],
      },
      { heading: 'places', path: '/setup/workspaces', name: 'workspaces' },
      {
        heading: 'places',
        path: '/setup/dynamic-engine-environments',
        name: 'dynamicEnvironments',
        needs: ['SVC_ENVIRONMENT_MANAGEMENT'],
      },
      { heading: 'people', path: '/admin/users', name: 'users', needs: ['SVC_USER_MANAGEMENT'] },
      { heading: 'people', path: '/admin/groups', name: 'groups', needs: ['SVC_GROUP_MANAGEMENT'] },
      { heading: 'people', path: '/admin/roles', name: 'roles', needs: ['SVC_ROLE_MANAGEMENT'] },
      { heading: 'people', path: '/admin/role-mappings', name: 'roleMappings', needs: ['SVC_SSO_MANAGEMENT'] },
      { heading: 'people', path: '/admin/rights', name: 'rights' },
      { heading: 'people', path: '/admin/access', name: 'access' },
      { heading: 'programs', path: '/admin/service-accounts', name: 'serviceAccounts', needs: ['SVC_SERVICE_ACCOUNT_MANAGEMENT'] },
      { heading: 'programs', path: '/tokens', name: 'tokens' },
      { heading: 'programs', path: '/admin/oauth-clients', name: 'oauthClients', needs: ['SVC_OAUTH_CLIENT_MANAGEMENT'] },
      { heading: 'programs', path: '/admin/webhooks', name: 'webhooks' },
      { heading: 'install', path: '/admin/audit', name: 'audit', needs: ['AUDIT_LOGS_VIEW'] },
      { heading: 'install', path: '/admin/allowlist', name: 'allowlist', needs: ['SVC_USER_MANAGEMENT'] },
      { heading: 'install', path: '/admin/subscription', name: 'subscription', needs: ['SVC_SUBSCRIPTION_MANAGEMENT'] },
    ],
  },
] as const satisfies readonly { group: string; icon: string; entries: readonly NavigationEntry[] }[];

/** An entry of the navigation. */
export type NavigationLink = (typeof NAVIGATION)[number]['entries'][number];

/** The permissions of an entry: an account that has none of them does not see it; undefined if all accounts see it. */
export const needsOf = (entry: NavigationLink): readonly Permission[] | undefined => (entry as NavigationEntry).needs;

/** The key of the heading above an entry; undefined for an entry without one. */
export const headingOf = (entry: NavigationLink) => ('heading' in entry ? entry.heading : undefined);

/** The place of a path in the navigation: the page with the longest path that it begins with, and its section. */
export function placeOf(path: string): { group: (typeof NAVIGATION)[number]['group']; page: PagePath } | undefined {
  const entries = NAVIGATION.flatMap(({ group, entries }) => entries.map(({ path: page }) => ({ group, page })));
  const found = entries.filter(({ page }) => path === page || (page !== '/' && path.startsWith(`${page}/`)));
  return found.toSorted((one, other) => other.page.length - one.page.length)[0];
}

/** The entry of a page of the navigation. */
export const navigationLinkOf = (page: PagePath): NavigationLink | undefined =>
  NAVIGATION.flatMap<NavigationLink>(({ entries }) => [...entries]).find(({ path }) => path === page);

/** The key of the name of a page, in `shell-messages.ts`. */
export type PageName = NavigationLink['name'];

/** The path of a page that the navigation links to. */
export type PagePath = NavigationLink['path'];
