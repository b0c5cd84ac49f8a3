/** Callers and existing objects for tests of all operations. */
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../src/core/base/id.ts';
import { sql } from '../../src/core/database/sql.ts';
import { publication, shellBundle } from './bundles.ts';
import { catalogRecords } from './catalog-records.ts';
import { notifiedObjects } from './notified-objects.ts';
import { operatedObjects } from './operated-objects.ts';
import type { Sent, TestServer } from './server.ts';
import { untilOutboxEmpty, webhookRecords } from './webhook-records.ts';
import { secretIn, webhookTriggersOf } from './webhook-triggers.ts';

/** The existing objects, and the tokens of callers: `nobody` has no permission, `blocked` no allowed address, `stranger` is of another tenant. */
export type World = Awaited<ReturnType<typeof createWorld>>;

/** Makes callers, and for each path with variables an existing object. */
export async function createWorld(server: TestServer) {
  const { make, platform, call } = server;
  const [nobody, expired, inactive, stranger, otherEngine] = await Promise.all([
    make.user(),
    make.user({ permissions: PERMISSIONS }),
    make.user({ permissions: PERMISSIONS, active: false }),
    make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() }),
    make.engine({ tenant: await make.otherTenant() }),
  ]);
  await platform.db.writer.rows(
    sql`update personal_access_token set expires_at = now() - interval '1 second' where account_id = ${expired.id}`,
  );
  const revoked = await call('POST /account/personal-access-tokens', { body: { name: 'revoked' } });
  await call('DELETE /account/personal-access-tokens/{tokenId}', { path: { tokenId: revoked.body.id } });
  const kept = await call('POST /account/personal-access-tokens', { body: { name: 'kept' } });

  const workspace = await make.workspace();
  const holder = await make.user({ rights: { [workspace.id]: ['VIEW'] } });
  const project = await call('POST /orchestration/projects', {
    body: { name: 'Walk', owner: 'admin', url: 'https://git.example.com/walk.git' },
  });
  const group = await call('POST /account/groups', { body: { name: 'Walk', userIds: [holder.id] } });
  await call('PUT /orchestration/projects/{projectId}/groups/{groupId}', {
    path: { projectId: project.body.id, groupId: group.body.id },
  });
  const role = await call('POST /account/roles', { body: { name: 'Walk', permissions: ['SVC_OPERATOR'] } });
  await call('POST /account/roles/{id}/users', { path: { id: role.body.id }, body: [holder.id] });
  const engine = await make.engine({ environment: workspace.environment });
  // DELETE /engine/v1/credential is called with this engine: built-in engines must not give up their credential, so it stays valid.
  const builtIn = await make.engine({ environment: workspace.environment });
  await platform.db.writer.rows(sql`update engine set managed = true where id = ${builtIn.id}`);
  const cluster = await make.cluster({ environment: workspace.environment, engines: [engine.id] });
  const engineProfile = await make.runProfile({ engine: engine.id });
  const clusterProfile = { clusterId: cluster.id, runProfileId: (await make.runProfile({ cluster: cluster.id })).id };
  const published = await call('POST /orchestration/artifacts', {
    form: publication({ workspaceId: workspace.id }, await shellBundle('exit 0')),
  });
  const artifact = await platform.db.reader.only<{ id: string; version_id: string }>(sql`
    select a.id, v.id as version_id
    from artifact a
    join artifact_version v on v.artifact_id = a.id
    where a.workspace_id = ${workspace.id}`);
  const task = await make.task({ workspace: workspace.id, artifactVersion: artifact.version_id });
  const connection = await call('POST /orchestration/connections', {
    body: { name: 'walk', workspaceId: workspace.id, app: 'http', parameters: [] },
  });
  await call('PUT /orchestration/executables/tasks/{taskId}/de-run-config', {
    path: { taskId: task.id },
    body: { trigger: { type: 'MANUAL' } },
  });
  const plan = { planId: (await make.plan({ workspace: workspace.id, steps: [[task.id]] })).id };
  await call('PUT /orchestration/executables/plans/{planId}/run-config', { path: plan, body: { trigger: { type: 'MANUAL' } } });
  await call('PUT /orchestration/executables/plans/{planId}/schedule', {
    path: plan,
    body: { scheduleId: (await make.schedule({ environment: workspace.environment })).id },
  });
  const schedule = await make.schedule({ environment: workspace.environment });
  await call('PUT /orchestration/executables/tasks/{taskId}/schedule', {
    path: { taskId: task.id },
    body: { scheduleId: schedule.id },
  });
  const hooks = webhookTriggersOf(server);
  const webhook = secretIn(await hooks.set(await hooks.task()));
  const started = await call('POST /processing/executions', { body: { executable: task.id } });
  const claimed = await call('POST /engine/v1/claims', { token: engine.credential, body: { free: 1, waitMilliseconds: 0 } });

  const ended = await call('POST /processing/executions', { body: { executable: task.id } });
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: ended.body.executionId } });

  const promotion = await make.promotion({ assigned: [await make.administrator(), holder.id] });
  const promotionId = { promotionId: promotion.id };
  const account = await make.user({ type: 'SERVICE', rights: { [workspace.id]: ['VIEW'] } });
  const secret = await call('POST /account/service-accounts/{id}/secrets', { path: { id: account.id } });
  const client = await call('POST /api/v1/oauth-clients', {
    body: { appType: 'web', clientName: 'Walk', redirectUris: ['https://walk.example.com/'], allowedScopes: ['users'] },
  });
  const grant = { id: newId() };
  await platform.db.writer.rows(sql`
    insert into oauth_grant (id, client_id, tenant_id, account_id, scopes, authenticated_at, expires_at)
    values (${grant.id}, ${client.body.clientId}, ${await make.tenant()}, ${holder.id}, '{user_default}', now(), now() + interval '1 day')`);
  const { hook, delivery, listener } = await webhookRecords(server);
  const { alert, notification } = await notifiedObjects(server, task.id, holder.id);
  const catalog = await catalogRecords(server, workspace.id);
  const { operator, paths: operated } = await operatedObjects(server);
  const ips = [{ description: 'everything', ip: '0.0.0.0/0' }];
  const allowlist = await call('POST /security/ip-allowlist', { body: { enabled: false, ips } });
  const mapping = await call('POST /security/role-mappings', { body: { name: 'walk/operators', roles: ['Walk'] } });
  const blocked = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  await call('POST /security/ip-allowlist', { token: blocked.token, body: { enabled: true, ips: [] } });
  const analysis = await call('POST /orchestration/executables/promotions/{promotionId}', { path: promotionId });

  const { body: logged } = await call('GET /security/audit/logs', { query: { size: 1 } });
  const planExecution = await endedPlanExecution(server, workspace.id);
  const resource = { resourceId: (await make.resource({ workspace: workspace.id })).id };
  const version = { artifactId: artifact.id, version: published.body.version };
  const existing: Readonly<Record<string, Record<string, string>>> = {
    '/orchestration/artifacts/{artifactId}': version,
    '/orchestration/artifacts/{artifactId}/versions/{version}': version,
    ...catalog,
    ...operated,
    '/orchestration/connections/{connectionId}': { connectionId: connection.body.id },
    '/orchestration/connections/{connectionId}/move/{targetWorkspaceId}': {
      connectionId: connection.body.id,
      targetWorkspaceId: workspace.id,
    },
    '/orchestration/connections/{connectionId}/test': { connectionId: connection.body.id },
    '/sharing/sharingset/{entityType}/{entityId}': { entityType: 'connection', entityId: connection.body.id },
    '/sharing/sharings/levels/{entityType}': { entityType: 'connection' },
    '/sharing/sharings/eligibles/{entityType}': { entityType: 'connection' },
    '/sharing/sharings/{entityType}': { entityType: 'connection' },
    '/sharing/sharings/{entityType}/{entityId}': { entityType: 'connection', entityId: connection.body.id },
    '/sharing/sharings/{entityType}/{entityId}/entitlements': { entityType: 'connection', entityId: connection.body.id },
    '/orchestration/environments/{Id}': { Id: workspace.environment },
    '/orchestration/workspaces/{id}': { id: workspace.id },
    '/orchestration/projects/{projectId}': { projectId: project.body.id },
    '/orchestration/projects/{projectId}/users': { projectId: project.body.id },
    '/orchestration/projects/{projectId}/users/{userId}': { projectId: project.body.id, userId: holder.id },
    '/orchestration/projects/{projectId}/groups': { projectId: project.body.id },
    '/orchestration/projects/{projectId}/groups/{groupId}': { projectId: project.body.id, groupId: group.body.id },
    '/account/service-accounts/{id}': { id: account.id },
    '/account/service-accounts/{id}/secrets': { id: account.id },
    '/account/service-accounts/{id}/secrets/{secretId}': { id: account.id, secretId: secret.body.id },
    '/account/users/{id}/invitation': { id: holder.id },
    '/account/users/{id}/password-reset': { id: holder.id },
    '/account/users/{id}/second-factor': { id: holder.id },
    '/api/v1/audits/{id}': { id: logged[0].logId },
    '/account/groups/{id}': { id: group.body.id },
    '/account/groups/{id}/users': { id: group.body.id },
    '/account/groups/{id}/users/{userId}': { id: group.body.id, userId: holder.id },
    '/account/users/{id}': { id: holder.id },
    '/account/users/{id}/groups': { id: holder.id },
    '/account/users/{id}/groups/{groupId}': { id: holder.id, groupId: group.body.id },
    '/account/users/{id}/roles': { id: holder.id },
    '/account/users/{id}/roles/{roleId}': { id: holder.id, roleId: role.body.id },
    '/api/v1/users/{id}': { id: holder.id },
    '/api/v1/groups/{id}': { id: group.body.id },
    '/api/v1/roles/{id}': { id: role.body.id },
    '/api/v1/tenants/{id}': { id: await make.tenant() },
    '/api/v1/api-keys/{id}': { id: kept.body.id },
    '/api/v1/api-keys/configs/{tenantId}': { tenantId: await make.tenant() },
    '/api/v1/oauth-tokens/{id}': grant,
    '/api/v1/web-notifications/{id}': notification,
    '/api/v1/alerts/{id}': alert,
    '/api/v1/alerts/{id}/actions/snooze': alert,
    '/api/v1/oauth-clients/{id}': { id: client.body.clientId },
    '/api/v1/oauth-clients/{id}/refusals': { id: client.body.clientId },
    '/api/v1/oauth-clients/{id}/actions/publish': { id: client.body.clientId },
    '/api/v1/oauth-clients/{id}/connection-configs/me': { id: client.body.clientId },
    '/api/v1/oauth-clients/{id}/client-secrets': { id: client.body.clientId },
    '/api/v1/oauth-clients/{id}/client-secrets/{hint}': { id: client.body.clientId, hint: client.body.clientSecretHint },
    '/api/v1/webhooks/{id}': hook,
    '/api/v1/webhooks/{id}/actions/test': hook,
    '/api/v1/webhooks/{id}/deliveries': hook,
    '/api/v1/webhooks/{id}/deliveries/{deliveryId}': delivery,
    '/api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend': delivery,
    '/api/v1/webhook-listeners/{id}': listener,
    '/api/v1/webhook-listeners/{id}/events': listener,
    '/scim/v2/Schemas/{id}': { id: 'urn:ietf:params:scim:schemas:core:2.0:User' },
    '/scim/v2/ResourceTypes/{id}': { id: 'Group' },
    '/scim/v2/Users/{id}': { id: holder.id },
    '/scim/v2/Groups/{id}': { id: group.body.id },
    '/scim/v2/Roles/{id}': { id: role.body.id },
    '/account/roles/{id}': { id: role.body.id },
    '/account/roles/{id}/users': { id: role.body.id },
    '/account/roles/{id}/users/{userId}': { id: role.body.id, userId: holder.id },
    '/orchestration/resources/{resourceId}': resource,
    '/orchestration/resources/{resourceId}/upload': resource,
    '/orchestration/resources/{resourceId}/move/{targetWorkspaceId}': { ...resource, targetWorkspaceId: workspace.id },
    '/orchestration/executables/tasks/{taskId}': { taskId: task.id },
    '/datasets/lineage/tasks/{taskId}': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/run-config': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/de-run-config': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/run-config/events': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/schedule': { taskId: task.id },
    '/orchestration/executables/tasks/{taskId}/pause': { taskId: task.id },
    '/orchestration/executables/plans/{planId}': plan,
    '/orchestration/executables/plans/{planId}/run-config': plan,
    '/orchestration/executables/plans/{planId}/run-config/events': plan,
    '/orchestration/executables/plans/{planId}/schedule': plan,
    '/orchestration/executables/plans/{planId}/pause': plan,
    '/security/workspaces/{workspaceId}/users/{userId}/permissions': { workspaceId: workspace.id, userId: holder.id },
    '/security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions': {
      workspaceId: workspace.id,
      serviceAccountId: account.id,
    },
    '/security/role-mappings/{customerRoleName}': { customerRoleName: mapping.body.name },
    '/security/ip-allowlist/ips/{ipEntryId}': { ipEntryId: allowlist.body.ips[0].id },
    '/orchestration/schedules/{scheduleId}': { scheduleId: schedule.id },
    '/orchestration/schedules/{scheduleId}/triggers': { scheduleId: schedule.id },
    '/orchestration/schedules/{scheduleId}/events': { scheduleId: schedule.id },
    '/orchestration/executables/promotions/{promotionId}': promotionId,
    '/orchestration/executables/promotions/{promotionId}/users': promotionId,
    '/orchestration/executables/promotions/{promotionId}/users/{userId}': { ...promotionId, userId: holder.id },
    '/orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}': {
      ...promotionId,
      serviceAccountId: account.id,
    },
    '/processing/executions/promotions/{promotionExecutionId}': { promotionExecutionId: analysis.body.executionId },
    '/processing/executables/tasks/{taskId}/executions': { taskId: task.id },
    '/processing/executions/{executionId}': { executionId: started.body.executionId },
    '/processing/executions/{executionId}/explanation': { executionId: started.body.executionId },
    '/processing/executables/plans/{planId}/executions': plan,
    '/processing/executions/plans/{planExecutionId}': { planExecutionId: planExecution.planExecutionId },
    '/processing/executions/plans/{planExecutionId}/steps': { planExecutionId: planExecution.planExecutionId },
    '/processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}': planExecution,
    '/processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler': planExecution,
    '/webhooks/triggers/{secret}': webhook,
    '/downloads/{token}': { token: await downloadOf(server, published.body.id) },
    '/monitoring/executions/{id}/logs/status': { id: started.body.executionId },
    '/monitoring/executions/{id}/logs/search': { id: started.body.executionId },
    '/monitoring/executions/{id}/logs/counts': { id: started.body.executionId },
    // An ended execution, because the stream of a running one does not end.
    '/monitoring/executions/{id}/logs/stream': { id: ended.body.executionId },
    '/monitoring/environments/{environmentId}/log-retention': { environmentId: task.environment },
    '/monitoring/executions/{id}/logs': { id: started.body.executionId },
    '/monitoring/observability/executions/{executionId}/component': { executionId: started.body.executionId },
    '/processing/runtimes/remote-engines/{id}': { id: engine.id },
    '/processing/runtimes/remote-engines/{id}/pairing': { id: engine.id },
    '/processing/runtimes/remote-engines/{remoteEngineId}/debug': { remoteEngineId: engine.id },
    '/processing/runtimes/remote-engines/{engineId}/run-profiles': { engineId: engine.id },
    '/processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}': { engineId: engine.id, runProfileId: engineProfile.id },
    '/processing/runtimes/remote-engine-clusters/{clusterId}': { clusterId: cluster.id },
    '/processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}': { clusterId: cluster.id, engineId: engine.id },
    '/processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles': { clusterId: cluster.id },
    '/processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}': clusterProfile,
    '/processing/run-profiles/{id}': { id: engineProfile.id },
    '/account/personal-access-tokens/{tokenId}': { tokenId: kept.body.id },
    '/engine/v1/bundles/{hash}': { hash: claimed.body.executions[0].bundle.hash },
  };
  const authorization = {
    client_id: client.body.clientId as string,
    redirect_uri: 'https://walk.example.com/',
    response_type: 'code',
    state: 'walk',
    code_challenge_method: 'S256',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  };
  await untilOutboxEmpty(server);
  return {
    existing,
    /** What to send to operations whose contract does not say enough for a valid request. */
    sent: { 'GET /oauth/authorize': { query: authorization } } as Readonly<Record<string, Sent>>,
    /** Invalid tokens by reason. */
    invalidTokens: {
      personal: {
        unknown: 'mrp_unknown',
        revoked: revoked.body.token as string,
        expired: expired.token,
        inactive: inactive.token,
        'of an engine': engine.credential,
      },
      engine: { unknown: 'mre_unknown', 'of a person': nobody.token },
    },
    nobody: nobody.token,
    blocked: blocked.token,
    stranger: stranger.token,
    engine: engine.credential,
    builtIn: builtIn.credential,
    otherEngine: otherEngine.credential,
    operator,
  };
}

/** Returns the token of the download address of the bundle of a version. */
async function downloadOf({ platform: { blobs, db } }: TestServer, version: string): Promise<string> {
  const { key } = await db.reader.only<{ key: string }>(sql`
    select b.key
    from blob b
    join artifact_version v on v.blob_hash = b.hash
    where v.id = ${version}`);
  const url = await blobs.downloadUrl(key, { fileName: 'bundle.zip', contentType: 'application/zip', expiresInSeconds: 3600 });
  return url.split('/').at(-1) ?? '';
}

/** Makes an ended plan execution, with a failed step and its error handler: their task cannot start. */
async function endedPlanExecution({ make, call }: TestServer, workspace: string) {
  const { id } = await make.task({ workspace, artifactParameters: [{ name: 'missing', type: 'String', required: true }] });
  const plan = await make.plan({ workspace, steps: [[id]], handler: { tasks: [id] } });
  const { body } = await call('POST /processing/executions/plans', { body: { executable: plan.id } });
  const planExecutionId: string = body.executionId;
  const steps = await call('GET /processing/executions/plans/{planExecutionId}/steps', { path: { planExecutionId } });
  const stepExecutionId: string = steps.body[0].executionId;
  return { planExecutionId, stepExecutionId };
}
