/** The addresses of all pages, with their search parameters. */
import { createRoute, createRouter, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { DATASET_FILTERS } from '../features/datasets/dataset-filters.ts';
import { LOG_FILTERS } from '../features/execution-logs/log-filters.ts';
import { CALENDAR_SEARCH } from '../features/schedules/calendar-view.ts';
import { RUN_FILTERS } from '../features/task-executions/run-filters.ts';
import { USER_FILTERS } from '../features/users/user-filters.ts';
import { FailedPage, rootRoute } from './root-route.tsx';
import {
  anyInteger,
  anyText,
  oneWord,
  parseSearch,
  PAST_PERIOD_NAMES,
  readSearch,
  stringifySearch,
  type RawSearch,
  type SearchSchema,
} from './search.ts';

/** A page. It is loaded when a person points at a link to it. */
const page = <const Path extends string, Schema extends SearchSchema = Record<never, never>>(
  path: Path,
  component: RouteComponent,
  schema?: Schema,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component,
    validateSearch: (search: RawSearch) => readSearch(schema ?? ({} as Schema), search),
  });

const HomePage = lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage');
const RunsPage = lazyRouteComponent(() => import('../features/task-executions/runs-page.tsx'), 'RunsPage');
const RunPage = lazyRouteComponent(() => import('../features/task-executions/run-page.tsx'), 'RunPage');
const TasksPage = lazyRouteComponent(() => import('../features/tasks/tasks-page.tsx'), 'TasksPage');
const NewTaskPage = lazyRouteComponent(() => import('../features/tasks/new-task-page.tsx'), 'NewTaskPage');
const TaskPage = lazyRouteComponent(() => import('../features/tasks/task-page.tsx'), 'TaskPage');
const EditTaskPage = lazyRouteComponent(() => import('../features/tasks/edit-task-page.tsx'), 'EditTaskPage');
const ArtifactsPage = lazyRouteComponent(() => import('../features/artifacts/artifacts-page.tsx'), 'ArtifactsPage');
const PublishPage = lazyRouteComponent(() => import('../features/artifacts/publish-page.tsx'), 'PublishPage');
const ArtifactPage = lazyRouteComponent(() => import('../features/artifacts/artifact-page.tsx'), 'ArtifactPage');
const PlansPage = lazyRouteComponent(() => import('../features/plans/plans-page.tsx'), 'PlansPage');
const NewPlanPage = lazyRouteComponent(() => import('../features/plans/new-plan-page.tsx'), 'NewPlanPage');
const PlanPage = lazyRouteComponent(() => import('../features/plans/plan-page.tsx'), 'PlanPage');
const PlanRunPage = lazyRouteComponent(() => import('../features/plan-executions/plan-run-page.tsx'), 'PlanRunPage');
const SchedulesPage = lazyRouteComponent(() => import('../features/schedules/schedules-page.tsx'), 'SchedulesPage');
const NewSchedulePage = lazyRouteComponent(() => import('../features/schedules/new-schedule-page.tsx'), 'NewSchedulePage');
const CalendarPage = lazyRouteComponent(() => import('../features/schedules/calendar-page.tsx'), 'CalendarPage');
const SchedulePage = lazyRouteComponent(() => import('../features/schedules/schedule-page.tsx'), 'SchedulePage');
const EnginesPage = lazyRouteComponent(() => import('../features/remote-engines/engines-page.tsx'), 'EnginesPage');
const EnginePage = lazyRouteComponent(() => import('../features/remote-engines/engine-page.tsx'), 'EnginePage');
const PromotionsPage = lazyRouteComponent(() => import('../features/promotions/promotions-page.tsx'), 'PromotionsPage');
const PromotionPage = lazyRouteComponent(() => import('../features/promotions/promotion-page.tsx'), 'PromotionPage');
const AlertsPage = lazyRouteComponent(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage');
const InboxPage = lazyRouteComponent(() => import('../features/web-notifications/inbox-page.tsx'), 'InboxPage');
const TokensPage = lazyRouteComponent(() => import('../features/tokens/tokens-page.tsx'), 'TokensPage');
const DatasetsPage = lazyRouteComponent(() => import('../features/datasets/datasets-page.tsx'), 'DatasetsPage');
const DatasetPage = lazyRouteComponent(() => import('../features/datasets/dataset-page.tsx'), 'DatasetPage');
const AttributesPage = lazyRouteComponent(() => import('../features/datasets/attributes-page.tsx'), 'AttributesPage');
const CrawlersPage = lazyRouteComponent(() => import('../features/crawlers/crawlers-page.tsx'), 'CrawlersPage');
const NewCrawlerPage = lazyRouteComponent(() => import('../features/crawlers/new-crawler-page.tsx'), 'NewCrawlerPage');
const CrawlerPage = lazyRouteComponent(() => import('../features/crawlers/crawler-page.tsx'), 'CrawlerPage');
const CatalogConnectionsPage = lazyRouteComponent(
  () => import('../features/catalog-connections/catalog-connections-page.tsx'),
  'CatalogConnectionsPage',
);
const NewCatalogConnectionPage = lazyRouteComponent(
  () => import('../features/catalog-connections/new-catalog-connection-page.tsx'),
  'NewCatalogConnectionPage',
);
const CatalogConnectionPage = lazyRouteComponent(
  () => import('../features/catalog-connections/catalog-connection-page.tsx'),
  'CatalogConnectionPage',
);
const ConnectionsPage = lazyRouteComponent(() => import('../features/connections/connections-page.tsx'), 'ConnectionsPage');
const NewConnectionPage = lazyRouteComponent(() => import('../features/connections/new-connection-page.tsx'), 'NewConnectionPage');
const ConnectionPage = lazyRouteComponent(() => import('../features/connections/connection-page.tsx'), 'ConnectionPage');
const ResourcesPage = lazyRouteComponent(() => import('../features/resources/resources-page.tsx'), 'ResourcesPage');
const ResourcePage = lazyRouteComponent(() => import('../features/resources/resource-page.tsx'), 'ResourcePage');
const ProjectsPage = lazyRouteComponent(() => import('../features/projects/projects-page.tsx'), 'ProjectsPage');
const ProjectPage = lazyRouteComponent(() => import('../features/projects/project-page.tsx'), 'ProjectPage');
const EnvironmentsPage = lazyRouteComponent(() => import('../features/environments/environments-page.tsx'), 'EnvironmentsPage');
const WorkspacesPage = lazyRouteComponent(() => import('../features/workspaces/workspaces-page.tsx'), 'WorkspacesPage');
const ClustersPage = lazyRouteComponent(() => import('../features/engine-clusters/clusters-page.tsx'), 'ClustersPage');
const ClusterPage = lazyRouteComponent(() => import('../features/engine-clusters/cluster-page.tsx'), 'ClusterPage');
const DynamicEnginesPage = lazyRouteComponent(() => import('../features/dynamic-engines/dynamic-engines-page.tsx'), 'DynamicEnginesPage');
const DynamicEnginePage = lazyRouteComponent(() => import('../features/dynamic-engines/dynamic-engine-page.tsx'), 'DynamicEnginePage');
const DynamicEnvironmentsPage = lazyRouteComponent(
  () => import('../features/dynamic-engine-environments/dynamic-environments-page.tsx'),
  'DynamicEnvironmentsPage',
);
const DynamicEnvironmentPage = lazyRouteComponent(
  () => import('../features/dynamic-engine-environments/dynamic-environment-page.tsx'),
  'DynamicEnvironmentPage',
);
const RunProfilesPage = lazyRouteComponent(() => import('../features/run-profiles/run-profiles-page.tsx'), 'RunProfilesPage');
const UsersPage = lazyRouteComponent(() => import('../features/users/users-page.tsx'), 'UsersPage');
const UserPage = lazyRouteComponent(() => import('../features/users/user-page.tsx'), 'UserPage');
const GroupsPage = lazyRouteComponent(() => import('../features/groups/groups-page.tsx'), 'GroupsPage');
const GroupPage = lazyRouteComponent(() => import('../features/groups/group-page.tsx'), 'GroupPage');
const RolesPage = lazyRouteComponent(() => import('../features/roles/roles-page.tsx'), 'RolesPage');
const RolePage = lazyRouteComponent(() => import('../features/roles/role-page.tsx'), 'RolePage');
const RoleMappingsPage = lazyRouteComponent(() => import('../features/role-mappings/role-mappings-page.tsx'), 'RoleMappingsPage');
const RightsPage = lazyRouteComponent(() => import('../features/workspace-permissions/rights-page.tsx'), 'RightsPage');
const AccessPage = lazyRouteComponent(() => import('../features/explanations/access-page.tsx'), 'AccessPage');
const ServiceAccountsPage = lazyRouteComponent(
  () => import('../features/service-accounts/service-accounts-page.tsx'),
  'ServiceAccountsPage',
);
const ServiceAccountPage = lazyRouteComponent(() => import('../features/service-accounts/service-account-page.tsx'), 'ServiceAccountPage');
const OauthClientsPage = lazyRouteComponent(() => import('../features/oauth-clients/oauth-clients-page.tsx'), 'OauthClientsPage');
const OauthClientPage = lazyRouteComponent(() => import('../features/oauth-clients/oauth-client-page.tsx'), 'OauthClientPage');
const WebhooksPage = lazyRouteComponent(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage');
const WebhookPage = lazyRouteComponent(() => import('../features/webhooks/webhook-page.tsx'), 'WebhookPage');
const AllowlistPage = lazyRouteComponent(() => import('../features/ip-allowlist/allowlist-page.tsx'), 'AllowlistPage');
const SubscriptionPage = lazyRouteComponent(() => import('../features/subscription/subscription-page.tsx'), 'SubscriptionPage');
const AuditPage = lazyRouteComponent(() => import('../features/audit-log/audit-page.tsx'), 'AuditPage');

/** The router. The search parameters of a page select its content, so a link shows another person the same content. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    page('/', HomePage),
    page('/runs', RunsPage, { ...RUN_FILTERS, after: anyText }),
    page('/runs/$executionId', RunPage, {
      // The line of the log to show, and the text to search in it.
      line: anyInteger,
      find: anyText,
      ...LOG_FILTERS,
    }),
    page('/tasks', TasksPage, { name: anyText, workspace: anyText, artifact: anyText, tag: anyText }),
    page('/tasks/new', NewTaskPage, { artifact: anyText, version: anyText }),
    page('/tasks/$taskId', TaskPage),
    page('/tasks/$taskId/edit', EditTaskPage),
    page('/artifacts', ArtifactsPage, { name: anyText, workspace: anyText }),
    page('/artifacts/publish', PublishPage, { workspace: anyText }),
    page('/artifacts/$artifactId', ArtifactPage, { version: anyText }),
    page('/plans', PlansPage, { name: anyText, workspace: anyText, task: anyText }),
    page('/plans/new', NewPlanPage),
    page('/plans/$planId', PlanPage, { edit: oneWord('yes') }),
    page('/plans/runs/$planExecutionId', PlanRunPage),
    page('/schedules', SchedulesPage, { text: anyText, used: oneWord('yes') }),
    page('/schedules/new', NewSchedulePage),
    page('/schedules/calendar', CalendarPage, CALENDAR_SEARCH),
    page('/schedules/$scheduleId', SchedulePage, CALENDAR_SEARCH),
    page('/engines', EnginesPage),
    page('/engines/$engineId', EnginePage),
    page('/promotions', PromotionsPage),
    page('/promotions/$promotionId', PromotionPage, { report: anyText }),
    page('/alerts', AlertsPage, { rule: anyText, incidents: oneWord('open') }),
    page('/inbox', InboxPage, { show: oneWord('unread') }),
    page('/tokens', TokensPage),
    page('/catalogue/datasets', DatasetsPage, DATASET_FILTERS),
    // `column` is the one whose dialog is open.
    page('/catalogue/datasets/$datasetId', DatasetPage, { column: anyText }),
    page('/catalogue/attributes', AttributesPage),
    page('/catalogue/crawlers', CrawlersPage),
    page('/catalogue/crawlers/new', NewCrawlerPage, { connection: anyText }),
    page('/catalogue/crawlers/$crawlerId', CrawlerPage),
    page('/catalogue/connections', CatalogConnectionsPage, { name: anyText }),
    page('/catalogue/connections/new', NewCatalogConnectionPage),
    page('/catalogue/connections/$connectionId', CatalogConnectionPage),
    page('/setup/connections', ConnectionsPage, { name: anyText, workspace: anyText }),
    page('/setup/connections/new', NewConnectionPage, { workspace: anyText }),
    page('/setup/connections/$connectionId', ConnectionPage),
    page('/setup/resources', ResourcesPage, { name: anyText, workspace: anyText }),
    page('/setup/resources/$resourceId', ResourcePage),
    page('/setup/projects', ProjectsPage, { name: anyText }),
    page('/setup/projects/$projectId', ProjectPage),
    page('/setup/environments', EnvironmentsPage),
    page('/setup/workspaces', WorkspacesPage),
    page('/setup/clusters', ClustersPage),
    page('/setup/clusters/$clusterId', ClusterPage),
    page('/setup/dynamic-engines', DynamicEnginesPage),
    page('/setup/dynamic-engines/$dynamicEngineId', DynamicEnginePage),
    page('/setup/dynamic-engine-environments', DynamicEnvironmentsPage, {
      name: anyText,
      status: oneWord('NOT_ASSIGNED', 'SET_UP_REQUIRED', 'READY', 'NOT_READY'),
    }),
    page('/setup/dynamic-engine-environments/$environmentId', DynamicEnvironmentPage),
    page('/setup/run-profiles', RunProfilesPage, { name: anyText }),
    page('/admin/users', UsersPage, USER_FILTERS),
    page('/admin/users/$userId', UserPage),
    page('/admin/groups', GroupsPage, { name: anyText }),
    page('/admin/groups/$groupId', GroupPage),
    page('/admin/roles', RolesPage, { name: anyText, show: oneWord('unused') }),
    page('/admin/roles/$roleId', RolePage),
    page('/admin/role-mappings', RoleMappingsPage),
    page('/admin/rights', RightsPage, { kind: oneWord('people', 'programs'), workspace: anyText }),
    page('/admin/access', AccessPage, { account: anyText, operation: anyText, id: anyText, address: anyText }),
    page('/admin/service-accounts', ServiceAccountsPage),
    page('/admin/service-accounts/$serviceAccountId', ServiceAccountPage),
    page('/admin/oauth-clients', OauthClientsPage, { name: anyText }),
    page('/admin/oauth-clients/$clientId', OauthClientPage),
    page('/admin/webhooks', WebhooksPage, { name: anyText, state: oneWord('on', 'off') }),
    page('/admin/webhooks/$webhookId', WebhookPage, { status: oneWord('success', 'fail', 'waiting'), delivery: anyText }),
    page('/admin/allowlist', AllowlistPage),
    page('/admin/subscription', SubscriptionPage),
    page('/admin/audit', AuditPage, {
      type: anyText,
      source: anyText,
      user: anyText,
      period: oneWord(...PAST_PERIOD_NAMES),
      entry: anyText,
    }),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
