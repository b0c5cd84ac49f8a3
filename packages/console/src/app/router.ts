/** All pages of the console. */
import { createRouter } from '@tanstack/react-router';
import { alertsRoute } from '../features/alerts/routes.ts';
import { artifactRoute, artifactsRoute, publishRoute } from '../features/artifacts/routes.ts';
import { auditRoute } from '../features/audit-log/routes.ts';
import { catalogConnectionRoute, catalogConnectionsRoute, newCatalogConnectionRoute } from '../features/catalog-connections/routes.ts';
import { connectionRoute, connectionsRoute, newConnectionRoute } from '../features/connections/routes.ts';
import { dynamicEnvironmentRoute, dynamicEnvironmentsRoute } from '../features/dynamic-engine-environments/routes.ts';
import { dynamicEngineRoute, dynamicEnginesRoute } from '../features/dynamic-engines/routes.ts';
import { crawlerRoute, crawlersRoute, newCrawlerRoute } from '../features/crawlers/routes.ts';
import { attributesRoute, datasetRoute, datasetsRoute } from '../features/datasets/routes.ts';
import { clusterRoute, clustersRoute } from '../features/engine-clusters/routes.ts';
import { environmentsRoute } from '../features/environments/routes.ts';
import { accessRoute } from '../features/explanations/routes.ts';
import { groupRoute, groupsRoute } from '../features/groups/routes.ts';
import { homeRoute } from '../features/home/routes.ts';
import { allowlistRoute } from '../features/ip-allowlist/routes.ts';
import { oauthClientRoute, oauthClientsRoute } from '../features/oauth-clients/routes.ts';
import { planRunRoute } from '../features/plan-executions/routes.ts';
import { newPlanRoute, planRoute, plansRoute } from '../features/plans/routes.ts';
import { projectRoute, projectsRoute } from '../features/projects/routes.ts';
import { promotionRoute, promotionsRoute } from '../features/promotions/routes.ts';
import { engineRoute, enginesRoute } from '../features/remote-engines/routes.ts';
import { resourceRoute, resourcesRoute } from '../features/resources/routes.ts';
import { roleMappingsRoute } from '../features/role-mappings/routes.ts';
import { roleRoute, rolesRoute } from '../features/roles/routes.ts';
import { runProfilesRoute } from '../features/run-profiles/routes.ts';
import { calendarRoute, newScheduleRoute, scheduleRoute, schedulesRoute } from '../features/schedules/routes.ts';
import { serviceAccountRoute, serviceAccountsRoute } from '../features/service-accounts/routes.ts';
import { subscriptionRoute } from '../features/subscription/routes.ts';
import { runRoute, runsRoute } from '../features/task-executions/routes.ts';
import { editTaskRoute, newTaskRoute, taskRoute, tasksRoute } from '../features/tasks/routes.ts';
import { tokensRoute } from '../features/tokens/routes.ts';
import { userRoute, usersRoute } from '../features/users/routes.ts';
import { inboxRoute } from '../features/web-notifications/routes.ts';
import { webhookRoute, webhooksRoute } from '../features/webhooks/routes.ts';
import { rightsRoute } from '../features/workspace-permissions/routes.ts';
import { workspacesRoute } from '../features/workspaces/routes.ts';
import { FailedPage } from './failed-page.tsx';
import { rootRoute } from './root-route.tsx';
import { parseSearch, stringifySearch } from './search.ts';

/** The router. A page is loaded when a person points at a link to it. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    runsRoute,
    runRoute,
    tasksRoute,
    newTaskRoute,
    taskRoute,
    editTaskRoute,
    artifactsRoute,
    publishRoute,
    artifactRoute,
    accessRoute,
    groupRoute,
    groupsRoute,
    allowlistRoute,
    roleRoute,
    rolesRoute,
    roleMappingsRoute,
    serviceAccountRoute,
    serviceAccountsRoute,
    subscriptionRoute,
    tokensRoute,
    userRoute,
    usersRoute,
    rightsRoute,
    schedulesRoute,
    newScheduleRoute,
    calendarRoute,
    scheduleRoute,
    connectionsRoute,
    newConnectionRoute,
    connectionRoute,
    resourcesRoute,
    resourceRoute,
    projectsRoute,
    projectRoute,
    environmentsRoute,
    workspacesRoute,
    enginesRoute,
    engineRoute,
    clustersRoute,
    clusterRoute,
    dynamicEnginesRoute,
    dynamicEngineRoute,
    dynamicEnvironmentsRoute,
    dynamicEnvironmentRoute,
    runProfilesRoute,
    webhookRoute,
    webhooksRoute,
    alertsRoute,
    auditRoute,
    inboxRoute,
    oauthClientRoute,
    oauthClientsRoute,
    plansRoute,
    newPlanRoute,
    planRoute,
    planRunRoute,
    promotionsRoute,
    promotionRoute,
    datasetsRoute,
    datasetRoute,
    attributesRoute,
    crawlersRoute,
    newCrawlerRoute,
    crawlerRoute,
    catalogConnectionsRoute,
    newCatalogConnectionRoute,
    catalogConnectionRoute,
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
