import { Command, Option } from 'commander';

import { changeAlert } from './commands/alerts/change-alert.ts';
import { createAlert } from './commands/alerts/create-alert.ts';
import { deleteAlert } from './commands/alerts/delete-alert.ts';
import { getAlert } from './commands/alerts/get-alert.ts';
import { listAlertIncidents } from './commands/alerts/list-alert-incidents.ts';
import { listAlerts } from './commands/alerts/list-alerts.ts';
import { snoozeAlert } from './commands/alerts/snooze-alert.ts';
import { addAddress } from './commands/allowlist/add-address.ts';
import { enableAllowlist } from './commands/allowlist/enable-allowlist.ts';
import { listObservations } from './commands/allowlist/list-observations.ts';
import { removeAddress } from './commands/allowlist/remove-address.ts';
import { showAllowlist } from './commands/allowlist/show-allowlist.ts';
import { publishArtifact } from './commands/artifacts/publish-artifact.ts';
import { listArtifacts } from './commands/artifacts/list-artifacts.ts';
import { getAudit } from './commands/audit-log/get-audit.ts';
import { listAudits } from './commands/audit-log/list-audits.ts';
import { runBundle } from './commands/bundles/run-bundle.ts';
import { createCatalogConnection } from './commands/catalog-connections/create-catalog-connection.ts';
import { deleteCatalogConnection } from './commands/catalog-connections/delete-catalog-connection.ts';
import { getCatalogConnection } from './commands/catalog-connections/get-catalog-connection.ts';
import { listCatalogConnections } from './commands/catalog-connections/list-catalog-connections.ts';
import { shareCatalogConnection } from './commands/catalog-connections/share-catalog-connection.ts';
import { testCatalogConnection } from './commands/catalog-connections/test-catalog-connection.ts';
import { createCrawler } from './commands/crawlers/create-crawler.ts';
import { deleteCrawler } from './commands/crawlers/delete-crawler.ts';
import { endCrawlerRun } from './commands/crawlers/end-crawler-run.ts';
import { followCrawler } from './commands/crawlers/follow-crawler.ts';
import { getCrawlerErrors } from './commands/crawlers/get-crawler-errors.ts';
import { listCrawlers } from './commands/crawlers/list-crawlers.ts';
import { runCrawler } from './commands/crawlers/run-crawler.ts';
import { scanConnection } from './commands/crawlers/scan-connection.ts';
import { certifyDataset } from './commands/datasets/certify-dataset.ts';
import { getDataset } from './commands/datasets/get-dataset.ts';
import { getDatasetLineage } from './commands/datasets/get-dataset-lineage.ts';
import { getSample } from './commands/datasets/get-sample.ts';
import { listDatasets } from './commands/datasets/list-datasets.ts';
import { searchDatasets } from './commands/datasets/search-datasets.ts';
import { shareDataset } from './commands/datasets/share-dataset.ts';
import { assignDynamicEngine } from './commands/dynamic-engines/assign-dynamic-engine.ts';
import { createDynamicEngine } from './commands/dynamic-engines/create-dynamic-engine.ts';
import { deleteDynamicEngine } from './commands/dynamic-engines/delete-dynamic-engine.ts';
import { getDynamicEngineStatus } from './commands/dynamic-engines/get-dynamic-engine-status.ts';
import { listDynamicEngines } from './commands/dynamic-engines/list-dynamic-engines.ts';
import { packageDynamicEngine } from './commands/dynamic-engines/package-dynamic-engine.ts';
import { createRemoteEngine } from './commands/engines/create-remote-engine.ts';
import { listRemoteEngines } from './commands/engines/list-remote-engines.ts';
import { listEnvironments } from './commands/environments/list-environments.ts';
import { listExecutionLogs } from './commands/execution-logs/list-execution-logs.ts';
import { explainAccess } from './commands/explanations/explain-access.ts';
import { createGroup } from './commands/groups/create-group.ts';
import { deleteGroup } from './commands/groups/delete-group.ts';
import { getGroup } from './commands/groups/get-group.ts';
import { listGroups } from './commands/groups/list-groups.ts';
import { renameGroup } from './commands/groups/rename-group.ts';
import { listNotifications } from './commands/notifications/list-notifications.ts';
import { listWebNotifications } from './commands/notifications/list-web-notifications.ts';
import { subscribeToNotifications, unsubscribeFromNotifications } from './commands/notifications/replace-notification-subscriptions.ts';
import { listOauthClientRefusals } from './commands/oauth/list-oauth-client-refusals.ts';
import { deleteOauthToken } from './commands/oauth/delete-oauth-token.ts';
import { listOauthTokens } from './commands/oauth/list-oauth-tokens.ts';
import { createRole } from './commands/roles/create-role.ts';
import { deleteRole } from './commands/roles/delete-role.ts';
import { getRole } from './commands/roles/get-role.ts';
import { listRoles } from './commands/roles/list-roles.ts';
import { replaceRole } from './commands/roles/replace-role.ts';
import { createServiceAccount } from './commands/service-accounts/create-service-account.ts';
import { deleteServiceAccount } from './commands/service-accounts/delete-service-account.ts';
import { getServiceAccount } from './commands/service-accounts/get-service-account.ts';
import { listServiceAccounts } from './commands/service-accounts/list-service-accounts.ts';
import { replaceServiceAccount } from './commands/service-accounts/replace-service-account.ts';
import { endSession } from './commands/sessions/end-session.ts';
import { startSession } from './commands/sessions/start-session.ts';
import { endTaskExecution } from './commands/task-executions/end-task-execution.ts';
import { explainTaskExecution } from './commands/task-executions/explain-task-execution.ts';
import { getTaskExecution } from './commands/task-executions/get-task-execution.ts';
import { listTaskExecutions } from './commands/task-executions/list-task-executions.ts';
import { startTaskExecution } from './commands/task-executions/start-task-execution.ts';
import { changeTask } from './commands/tasks/change-task.ts';
import { createTask } from './commands/tasks/create-task.ts';
import { deleteTask } from './commands/tasks/delete-task.ts';
import { getTask } from './commands/tasks/get-task.ts';
import { listTasks } from './commands/tasks/list-tasks.ts';
import { pauseTask, resumeTask } from './commands/tasks/pause-task.ts';
import { listOwnerlessTriggers } from './commands/triggers/list-ownerless-triggers.ts';
import { takeOverTriggers } from './commands/triggers/take-over-triggers.ts';
import { createUser } from './commands/users/create-user.ts';
import { deleteUser } from './commands/users/delete-user.ts';
import { getMe } from './commands/users/get-me.ts';
import { getUser } from './commands/users/get-user.ts';
import { listUsers } from './commands/users/list-users.ts';
import { replaceUser } from './commands/users/replace-user.ts';
import { createWebhookListener } from './commands/webhook-listeners/create-webhook-listener.ts';
import { changeWebhook } from './commands/webhooks/change-webhook.ts';
import { createWebhook } from './commands/webhooks/create-webhook.ts';
import { deleteWebhook } from './commands/webhooks/delete-webhook.ts';
import { getWebhook } from './commands/webhooks/get-webhook.ts';
import { listEventTypes } from './commands/webhooks/list-event-types.ts';
import { listWebhookDeliveries } from './commands/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from './commands/webhooks/list-webhooks.ts';
import { resendWebhookDelivery } from './commands/webhooks/resend-webhook-delivery.ts';
import { testWebhook } from './commands/webhooks/test-webhook.ts';
import { changePermissions } from './commands/workspace-permissions/change-permissions.ts';
import { getPermissions } from './commands/workspace-permissions/get-permissions.ts';
import { listPermissions } from './commands/workspace-permissions/list-permissions.ts';
import { removePermissions } from './commands/workspace-permissions/remove-permissions.ts';
import { listWorkspaces } from './commands/workspaces/list-workspaces.ts';
import { EXIT_CODES_HELP } from './exit-codes.ts';
import { oneLine } from './text.ts';
import type { Shell } from './shell.ts';
import { version } from './version.ts';

const INTRODUCTION = `
A unique name can be used in place of an id; a workspace can also be written environment/workspace.
No login is needed on the machine where the server was started with \`npm start\`. Elsewhere the first available of these is used:
  --url and --token-file, then MILLRACE_URL and MILLRACE_TOKEN, then what \`millrace login\` stored.`;

/** Builds the command line: every command with its options, help and action. */
export function buildProgram(shell: Shell): Command {
  const program = new Command('millrace')
    .description('Publish artifacts, run tasks and read their outcome on a Millrace server.')
    .version(version)
    .addOption(new Option('--url <address>', 'address of the server'))
    .addOption(new Option('--token-file <file>', 'file that holds the token; - for stdin'))
    .option('--json', "print the API's JSON instead of tables")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void shell.stderr.write(text),
      outputError: (text, write) => write(`millrace: ${oneLine(text.replace(/^error: /, ''))}\n`),
    })
    .exitOverride()
    .addHelpText('after', `${INTRODUCTION}\n${EXIT_CODES_HELP}`);

  startSession(program, shell);
  endSession(program, shell);
  getMe(program, shell);

  const artifact = program.command('artifact').description('Publish artifacts and list them');
  publishArtifact(artifact, shell);
  listArtifacts(artifact, shell);

  runBundle(program.command('bundle').description('Try bundles out on this machine'), shell);

  const task = program.command('task').description('Make artifacts runnable and run them');
  for (const add of [createTask, startTaskExecution, listTasks, getTask, changeTask, pauseTask, resumeTask, deleteTask]) add(task, shell);

  const trigger = program.command('trigger').description('List triggers without an active account, and take them over');
  for (const add of [listOwnerlessTriggers, takeOverTriggers]) add(trigger, shell);

  const execution = program.command('execution').description('Watch and stop task executions');
  listTaskExecutions(execution, shell);
  getTaskExecution(execution, shell);
  listExecutionLogs(execution, shell);
  endTaskExecution(execution, shell);
  explainAccess(explainTaskExecution(program, shell), shell);

  const engine = program.command('engine').description('Pair engines and list them');
  createRemoteEngine(engine, shell);
  listRemoteEngines(engine, shell);

  const connection = program
    .command('connection')
    .description('Create connections for tasks and for the catalogue, list, test, scan, share and delete them');
  for (const add of [createCatalogConnection, listCatalogConnections, getCatalogConnection, testCatalogConnection]) add(connection, shell);
  for (const add of [scanConnection, shareCatalogConnection, deleteCatalogConnection]) add(connection, shell);

  const dataset = program.command('dataset').description('Find datasets of the catalogue, show, certify and share them');
  for (const add of [listDatasets, searchDatasets, getDataset, getSample, getDatasetLineage, certifyDataset, shareDataset])
    add(dataset, shell);

  const dynamicEngine = program
    .command('dynamic-engine')
    .description('Create engines for Kubernetes clusters, write their packages and show their status');
  createDynamicEngine(dynamicEngine, shell);
  listDynamicEngines(dynamicEngine, shell);
  packageDynamicEngine(dynamicEngine, shell);
  getDynamicEngineStatus(dynamicEngine, shell);
  assignDynamicEngine(dynamicEngine, shell);
  deleteDynamicEngine(dynamicEngine, shell);

  const crawler = program.command('crawler').description('Turn the tables of connections into datasets, and refresh these');
  for (const add of [createCrawler, listCrawlers, runCrawler, followCrawler, endCrawlerRun, getCrawlerErrors, deleteCrawler])
    add(crawler, shell);

  const alert = program.command('alert').description('Have failed, late and absent runs and lost engines told, and list their incidents');
  for (const add of [createAlert, listAlerts, getAlert, changeAlert, deleteAlert, snoozeAlert, listAlertIncidents]) add(alert, shell);

  const notification = program.command('notification').description('Subscribe to notifications, and show your inbox');
  for (const add of [listNotifications, subscribeToNotifications, unsubscribeFromNotifications, listWebNotifications])
    add(notification, shell);

  const serviceAccount = program.command('service-account').description('Create accounts for programs, list, show, change and delete them');
  for (const add of [createServiceAccount, listServiceAccounts, getServiceAccount, replaceServiceAccount, deleteServiceAccount])
    add(serviceAccount, shell);

  const oauth = program
    .command('oauth')
    .description('List and end what programs may do for people by OAuth 2.0, and show why programs are refused');
  for (const add of [listOauthTokens, deleteOauthToken, listOauthClientRefusals]) add(oauth, shell);

  const allowlist = program.command('allowlist').description('Show and change the addresses from which accounts may call');
  for (const add of [showAllowlist, addAddress, removeAddress, enableAllowlist, listObservations]) add(allowlist, shell);

  const user = program.command('user').description('Create users, list, change, disable and delete them');
  for (const add of [createUser, listUsers, getUser, replaceUser, deleteUser]) add(user, shell);

  const group = program.command('group').description('Create groups of users, list, rename and delete them');
  for (const add of [createGroup, listGroups, getGroup, renameGroup, deleteGroup]) add(group, shell);

  const role = program.command('role').description('Create roles, list, change and delete them');
  for (const add of [createRole, listRoles, getRole, replaceRole, deleteRole]) add(role, shell);

  const permission = program.command('permission').description('Show and change the rights of accounts on workspaces');
  for (const add of [listPermissions, getPermissions, changePermissions, removePermissions]) add(permission, shell);

  const webhook = program
    .command('webhook')
    .description('Send events to other systems: create webhooks, test them, and show their deliveries');
  for (const add of [createWebhook, listWebhooks, getWebhook, changeWebhook, deleteWebhook]) add(webhook, shell);
  for (const add of [testWebhook, listWebhookDeliveries, resendWebhookDelivery, listEventTypes, createWebhookListener]) add(webhook, shell);

  const audit = program.command('audit').description('List changes that accounts made, and show one');
  for (const add of [listAudits, getAudit]) add(audit, shell);

  listEnvironments(program.command('environment').description('List environments'), shell);
  listWorkspaces(program.command('workspace').description('List workspaces'), shell);
  return program;
}
