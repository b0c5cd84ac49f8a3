/** The addresses of all pages, with their search parameters. */
import { createRoute, createRouter, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { DATASET_FILTERS } from '../features/datasets/dataset-filters.ts';
import { HOME_SEARCH } from '../features/home/home-ranges.ts';
import { LOG_FILTERS } from '../features/execution-logs/log-filters.ts';
import { CALENDAR_SEARCH } from '../features/schedules/calendar-view.ts';
import { RUN_FILTERS } from '../features/task-executions/run-filters.ts';
import { USER_FILTERS } from '../features/users/user-filters.ts';
import { lazyPart, loadPart } from '../ui/lazy-parts.ts';
import { FailedPage, rootRoute } from './root-route.tsx';
import { PAST_PERIOD_NAMES } from './past-periods.ts';
import { anyInteger, anyText, oneWord, parseSearch, readSearch, stringifySearch, type RawSearch, type SearchSchema } from './search.ts';

/** A page: its address, its module, the name of its component, and its search parameters. It is loaded when a person points at a link to it. */
const page = <
  const Path extends string,
  Module extends Readonly<Record<string, unknown>>,
  Schema extends SearchSchema = Record<never, never>,
>(
  path: Path,
  load: () => Promise<Module>,
  component: keyof Module & string,
  schema?: Schema,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(() => loadPart(load, path === '/' ? 'start' : 'pages'), component) as RouteComponent,
    validateSearch: (search: RawSearch) => readSearch(schema ?? ({} as Schema), search),
  });

/** The router. The search parameters of a page select its content, so a link shows another person the same content. */
export const router = createRouter({
  context: {
    NotAllowedPage: lazyPart(async () => (await import('../features/workspace-permissions/lack.tsx')).NotAllowedPage),
    RefusalWords: lazyPart(async () => (await import('../features/workspace-permissions/lack.tsx')).RefusalWords),
  },
  routeTree: rootRoute.addChildren([
    page('/', () => import('../features/home/home-page.tsx'), 'HomePage', HOME_SEARCH),
    page('/runs', () => import('../features/task-executions/runs-page.tsx'), 'RunsPage', { ...RUN_FILTERS, after: anyText }),
    page('/runs/$executionId', () => import('../features/task-executions/run-page.tsx'), 'RunPage', {
      // The line of the log to show, and the text to search in it.
      line: anyInteger,
      find: anyText,
      ...LOG_FILTERS,
    }),
    page('/tasks', () => import('../features/tasks/tasks-page.tsx'), 'TasksPage', {
      name: anyText,
      workspace: anyText,
      artifact: anyText,
      tag: anyText,
    }),
    page('/tasks/new', () => import('../features/tasks/new-task-page.tsx'), 'NewTaskPage', { artifact: anyText, version: anyText }),
    page('/tasks/$taskId', () => import('../features/tasks/task-page.tsx'), 'TaskPage'),
    page('/tasks/$taskId/edit', () => import('../features/tasks/edit-task-page.tsx'), 'EditTaskPage'),
    page('/artifacts', () => import('../features/artifacts/artifacts-page.tsx'), 'ArtifactsPage', { name: anyText, workspace: anyText }),
    page('/artifacts/publish', () => import('../features/artifacts/publish-page.tsx'), 'PublishPage', { workspace: anyText }),
    page('/artifacts/$artifactId', () => import('../features/artifacts/artifact-page.tsx'), 'ArtifactPage', { version: anyText }),
    page('/plans', () => import('../features/plans/plans-page.tsx'), 'PlansPage', { name: anyText, workspace: anyText, task: anyText }),
    page('/plans/new', () => import('../features/plans/new-plan-page.tsx'), 'NewPlanPage'),
    page('/plans/$planId', () => import('../features/plans/plan-page.tsx'), 'PlanPage', { edit: oneWord('yes') }),
    page('/plans/runs/$planExecutionId', () => import('../features/plan-executions/plan-run-page.tsx'), 'PlanRunPage'),
    page('/schedules', () => import('../features/schedules/schedules-page.tsx'), 'SchedulesPage', { text: anyText, used: oneWord('yes') }),
    page('/schedules/new', () => import('../features/schedules/new-schedule-page.tsx'), 'NewSchedulePage'),
    page('/schedules/calendar', () => import('../features/schedules/calendar-page.tsx'), 'CalendarPage', CALENDAR_SEARCH),
    page('/schedules/$scheduleId', () => import('../features/schedules/schedule-page.tsx'), 'SchedulePage', CALENDAR_SEARCH),
    page('/engines', () => import('../features/remote-engines/engines-page.tsx'), 'EnginesPage'),
    page('/engines/$engineId', () => import('../features/remote-engines/engine-page.tsx'), 'EnginePage'),
    page('/promotions', () => import('../features/promotions/promotions-page.tsx'), 'PromotionsPage'),
    page('/promotions/$promotionId', () => import('../features/promotions/promotion-page.tsx'), 'PromotionPage', { report: anyText }),
    page('/alerts', () => import('../features/alerts/alerts-page.tsx'), 'AlertsPage', { rule: anyText, incidents: oneWord('open') }),
    page('/inbox', () => import('../features/web-notifications/inbox-page.tsx'), 'InboxPage', { show: oneWord('unread') }),
    page('/tokens', () => import('../features/tokens/tokens-page.tsx'), 'TokensPage'),
    page('/catalogue/datasets', () => import('../features/datasets/datasets-page.tsx'), 'DatasetsPage', DATASET_FILTERS),
    // `column` is the one whose dialog is open.
    page('/catalogue/datasets/$datasetId', () => import('../features/datasets/dataset-page.tsx'), 'DatasetPage', { column: anyText }),
    page('/catalogue/attributes', () => import('../features/datasets/attributes-page.tsx'), 'AttributesPage'),
    page('/catalogue/crawlers', () => import('../features/crawlers/crawlers-page.tsx'), 'CrawlersPage'),
    page('/catalogue/crawlers/new', () => import('../features/crawlers/new-crawler-page.tsx'), 'NewCrawlerPage', { connection: anyText }),
    page('/catalogue/crawlers/$crawlerId', () => import('../features/crawlers/crawler-page.tsx'), 'CrawlerPage'),
    page('/catalogue/connections', () => import('../features/catalog-connections/catalog-connections-page.tsx'), 'CatalogConnectionsPage', {
      name: anyText,
    }),
    page(
      '/catalogue/connections/new',
      () => import('../features/catalog-connections/new-catalog-connection-page.tsx'),
      'NewCatalogConnectionPage',
    ),
    page(
      '/catalogue/connections/$connectionId',
      () => import('../features/catalog-connections/catalog-connection-page.tsx'),
      'CatalogConnectionPage',
    ),
    page('/setup/connections', () => import('../features/connections/connections-page.tsx'), 'ConnectionsPage', {
      name: anyText,
      workspace: anyText,
    }),
    page('/setup/connections/new', () => import('../features/connections/new-connection-page.tsx'), 'NewConnectionPage', {
      workspace: anyText,
    }),
    page('/setup/connections/$connectionId', () => import('../features/connections/connection-page.tsx'), 'ConnectionPage'),
    page('/setup/resources', () => import('../features/resources/resources-page.tsx'), 'ResourcesPage', {
      name: anyText,
      workspace: anyText,
    }),
    page('/setup/resources/$resourceId', () => import('../features/resources/resource-page.tsx'), 'ResourcePage'),
    page('/setup/projects', () => import('../features/projects/projects-page.tsx'), 'ProjectsPage', { name: anyText }),
    page('/setup/projects/$projectId', () => import('../features/projects/project-page.tsx'), 'ProjectPage'),
    page('/setup/environments', () => import('../features/environments/environments-page.tsx'), 'EnvironmentsPage'),
    page('/setup/workspaces', () => import('../features/workspaces/workspaces-page.tsx'), 'WorkspacesPage'),
    page('/setup/clusters', () => import('../features/engine-clusters/clusters-page.tsx'), 'ClustersPage'),
    page('/setup/clusters/$clusterId', () => import('../features/engine-clusters/cluster-page.tsx'), 'ClusterPage'),
    page('/setup/dynamic-engines', () => import('../features/dynamic-engines/dynamic-engines-page.tsx'), 'DynamicEnginesPage'),
    page(
      '/setup/dynamic-engines/$dynamicEngineId',
      () => import('../features/dynamic-engines/dynamic-engine-page.tsx'),
      'DynamicEnginePage',
    ),
    page(
      '/setup/dynamic-engine-environments',
      () => import('../features/dynamic-engine-environments/dynamic-environments-page.tsx'),
      'DynamicEnvironmentsPage',
      {
        name: anyText,
        status: oneWord('NOT_ASSIGNED', 'SET_UP_REQUIRED', 'READY', 'NOT_READY'),
      },
    ),
    page(
      '/setup/dynamic-engine-environments/$environmentId',
      () => import('../features/dynamic-engine-environments/dynamic-environment-page.tsx'),
      'DynamicEnvironmentPage',
    ),
    page('/setup/run-profiles', () => import('../features/run-profiles/run-profiles-page.tsx'), 'RunProfilesPage', { name: anyText }),
    page('/admin/users', () => import('../features/users/users-page.tsx'), 'UsersPage', USER_FILTERS),
    page('/admin/users/$userId', () => import('../features/users/user-page.tsx'), 'UserPage'),
    page('/admin/groups', () => import('../features/groups/groups-page.tsx'), 'GroupsPage', { name: anyText }),
    page('/admin/groups/$groupId', () => import('../features/groups/group-page.tsx'), 'GroupPage'),
    page('/admin/roles', () => import('../features/roles/roles-page.tsx'), 'RolesPage', { name: anyText, show: oneWord('unused') }),
    page('/admin/roles/$roleId', () => import('../features/roles/role-page.tsx'), 'RolePage'),
    page('/admin/role-mappings', () => import('../features/role-mappings/role-mappings-page.tsx'), 'RoleMappingsPage'),
    page('/admin/rights', () => import('../features/workspace-permissions/rights-page.tsx'), 'RightsPage', {
      kind: oneWord('people', 'programs'),
      workspace: anyText,
    }),
    page('/admin/access', () => import('../features/explanations/access-page.tsx'), 'AccessPage', {
      account: anyText,
      operation: anyText,
      id: anyText,
      address: anyText,
    }),
    page('/admin/service-accounts', () => import('../features/service-accounts/service-accounts-page.tsx'), 'ServiceAccountsPage'),
    page(
      '/admin/service-accounts/$serviceAccountId',
      () => import('../features/service-accounts/service-account-page.tsx'),
      'ServiceAccountPage',
    ),
    page('/admin/oauth-clients', () => import('../features/oauth-clients/oauth-clients-page.tsx'), 'OauthClientsPage', { name: anyText }),
    page('/admin/oauth-clients/$clientId', () => import('../features/oauth-clients/oauth-client-page.tsx'), 'OauthClientPage'),
    page('/admin/webhooks', () => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage', {
      name: anyText,
      state: oneWord('on', 'off'),
    }),
    page('/admin/webhooks/$webhookId', () => import('../features/webhooks/webhook-page.tsx'), 'WebhookPage', {
      status: oneWord('success', 'fail', 'waiting'),
      delivery: anyText,
    }),
    page('/admin/allowlist', () => import('../features/ip-allowlist/allowlist-page.tsx'), 'AllowlistPage'),
    page('/admin/subscription', () => import('../features/subscription/subscription-page.tsx'), 'SubscriptionPage'),
    page('/admin/audit', () => import('../features/audit-log/audit-page.tsx'), 'AuditPage', {
      type: anyText,
      source: anyText,
      user: anyText,
      period: oneWord(...PAST_PERIOD_NAMES),
      entry: anyText,
      sort: oneWord('eventTime', '-eventTime', 'eventType', '-eventType'),
    }),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
  // A page that is opened begins at its top; on return, it has its place again. A change of the view in a page has `resetScroll: false`.
  scrollToTopSelectors: ['main'],
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
