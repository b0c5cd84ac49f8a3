/** The features of the server. A new one is added here; no feature relies on its place in the list. */
import type { Feature } from './core/http/feature.ts';
import { oauth } from './features/oauth/oauth/index.ts';
import { oauthClients } from './features/oauth/oauth-clients/index.ts';
import { oauthTokens } from './features/oauth/oauth-tokens/index.ts';
import { apiKeys } from './features/accounts/api-keys/index.ts';
import { groups } from './features/accounts/groups/index.ts';
import { roles } from './features/accounts/roles/index.ts';
import { scim } from './features/accounts/scim/index.ts';
import { serviceAccounts } from './features/accounts/service-accounts/index.ts';
import { csrfToken, signIn } from './features/accounts/sign-in/index.ts';
import { singleSignOn } from './features/accounts/single-sign-on/index.ts';
import { subscription } from './features/accounts/subscription/index.ts';
import { tenants } from './features/accounts/tenants/index.ts';
import { tokens } from './features/accounts/tokens/index.ts';
import { tenantGroups } from './features/accounts/tenant-groups/index.ts';
import { tenantRoles } from './features/accounts/tenant-roles/index.ts';
import { tenantUsers } from './features/accounts/tenant-users/index.ts';
import { users } from './features/accounts/users/index.ts';
import { fanOut } from './features/events/fan-out/index.ts';
import { webhookSender } from './features/events/webhook-sender/index.ts';
import { webhookListeners } from './features/events/webhook-listeners/index.ts';
import { webhooks } from './features/events/webhooks/index.ts';
import { catalogConnections } from './features/catalog/catalog-connections/index.ts';
import { crawlers } from './features/catalog/crawlers/index.ts';
import { datasets } from './features/catalog/datasets/index.ts';
import { lineage } from './features/catalog/lineage/index.ts';
import { semanticTypes } from './features/catalog/semantic-types/index.ts';
import { componentMetrics } from './features/monitoring/component-metrics/index.ts';
import { executionHistory } from './features/monitoring/execution-history/index.ts';
import { executionLogs } from './features/monitoring/execution-logs/index.ts';
import { starts } from './features/monitoring/starts/index.ts';
import { artifacts } from './features/orchestration/artifacts/index.ts';
import { connections } from './features/orchestration/connections/index.ts';
import { dynamicEngineEnvironments } from './features/orchestration/dynamic-engine-environments/index.ts';
import { environments } from './features/orchestration/environments/index.ts';
import { ownerlessTriggers } from './features/orchestration/ownerless-triggers/index.ts';
import { plans } from './features/orchestration/plans/index.ts';
import { projects } from './features/orchestration/projects/index.ts';
import { promotions } from './features/orchestration/promotions/index.ts';
import { schedules } from './features/orchestration/schedules/index.ts';
import { resources } from './features/orchestration/resources/index.ts';
import { tasks } from './features/orchestration/tasks/index.ts';
import { triggers } from './features/orchestration/triggers/index.ts';
import { workspaces } from './features/orchestration/workspaces/index.ts';
import { dynamicEngines } from './features/processing/dynamic-engines/index.ts';
import { engineClusters } from './features/processing/engine-clusters/index.ts';
import { engineProtocol } from './features/processing/engine-protocol/index.ts';
import { promotionExecutions } from './features/processing/promotion-executions/index.ts';
import { firing } from './features/processing/firing/index.ts';
import { planExecutions } from './features/processing/plan-executions/index.ts';
import { remoteEngines } from './features/processing/remote-engines/index.ts';
import { runProfiles } from './features/processing/run-profiles/index.ts';
import { taskExecutions } from './features/processing/task-executions/index.ts';
import { webhookTriggers } from './features/processing/webhook-triggers/index.ts';
import { alerts } from './features/events/alerts/index.ts';
import { notifications } from './features/events/notifications/index.ts';
import { webNotifications } from './features/events/web-notifications/index.ts';
import { auditLog, audits } from './features/security/audit-log/index.ts';
import { explanations } from './features/security/explanations/index.ts';
import { ipAllowlist } from './features/security/ip-allowlist/index.ts';
import { permissionUses } from './features/security/permission-uses/index.ts';
import { roleMappings } from './features/security/role-mappings/index.ts';
import { workspacePermissions } from './features/security/workspace-permissions/index.ts';
import { sharing } from './features/sharing/sharing/index.ts';
import { content } from './features/system/content/index.ts';
import { downloads } from './features/system/downloads/index.ts';
import { health } from './features/system/health/index.ts';
import { metrics } from './features/system/metrics/index.ts';

/** The features of the port of the API. */
export const apiFeatures: readonly Feature[] = [
  artifacts,
  connections,
  environments,
  dynamicEngineEnvironments,
  workspaces,
  projects,
  resources,
  tasks,
  plans,
  schedules,
  promotions,
  triggers,
  ownerlessTriggers,
  taskExecutions,
  planExecutions,
  webhookTriggers,
  promotionExecutions,
  firing,
  executionLogs,
  executionHistory,
  starts,
  componentMetrics,
  remoteEngines,
  engineClusters,
  runProfiles,
  dynamicEngines,
  engineProtocol,
  serviceAccounts,
  signIn,
  csrfToken,
  singleSignOn,
  subscription,
  workspacePermissions,
  auditLog,
  audits,
  ipAllowlist,
  permissionUses,
  explanations,
  roleMappings,
  users,
  roles,
  groups,
  scim,
  tenantUsers,
  tenantGroups,
  tenantRoles,
  tenants,
  tokens,
  apiKeys,
  datasets,
  semanticTypes,
  crawlers,
  lineage,
  catalogConnections,
  oauthClients,
  oauthTokens,
  oauth,
  webhooks,
  fanOut,
  webhookSender,
  webhookListeners,
  notifications,
  webNotifications,
  alerts,
  sharing,
  content,
  downloads,
  health,
];

/** The features of the port for metrics and health. */
export const watchFeatures: readonly Feature[] = [health, metrics];

/** All features. */
export const features: readonly Feature[] = [...apiFeatures, metrics];
