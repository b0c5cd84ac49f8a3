/** The input of operations besides the ids that `references.test.ts` exchanges. */
import { chunkOf } from '../support/engine.ts';
import { shellBundle } from '../support/bundles.ts';
import type { Fit, ObjectIds, Place } from '../support/references.ts';
import type { TestServer } from '../support/server.ts';

/** Returns the input of an operation for the objects of a tenant, so that the server checks the id at a place. */
export async function inputsFor({ call, make }: TestServer, own: ObjectIds): Promise<(route: string, place: Place) => Fit> {
  const bundle = await shellBundle('exit 0');
  const name = 'Named';
  const steps = [{ name: 'only', taskIds: [own.task], handlerOnFailure: { taskIds: [own.task], planIds: [] } }];
  const task = { name, workspaceId: own.workspace, description: null, artifact: { id: own.artifact, version: own.version } };
  const period = { from: Date.UTC(2030, 0, 1), to: Date.UTC(2030, 0, 2) };
  const trigger = { type: 'MANUAL' };
  const ips = [{ description: name, ip: '0.0.0.0/1' }];
  const lease = { executionId: own.execution, fence: 1 };
  const rightsOf = (userId: string) => [{ workspaceId: own.workspace, userId, permissions: ['VIEW'] }];

  const level = { code: 'READER' };
  const shared = { entityType: 'connection', entityId: own.connection };
  const users = [{ userId: own.user, level }];
  const groups = [{ groupId: own.group, level }];
  /** The sharings with the entity that they belong to. */
  const sharingsWithEntity = {
    users: users.map((one) => ({ ...one, foreignEntity: shared })),
    groups: groups.map((one) => ({ ...one, foreignEntity: shared })),
  };
  const [SET, BULK] = ['/sharing/sharingset/{entityType}/{entityId}', 'PATCH /sharing/sharingset'];
  await call(`PATCH ${SET}`, { token: own.token, path: shared, body: { users, groups } });
  // A task with events, which the search for the events of an engine finds.
  await call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    token: own.token,
    path: { taskId: (await make.task({ workspace: own.workspace })).id },
    body: { trigger: { type: 'CRON', cronExpression: '0 6 * * ?' }, runtime: { type: 'REMOTE_ENGINE', id: own.engine } },
  });

  /** The input of operations besides the ids. Operations that are not listed need no other input. */
  const FITS: Readonly<Record<string, Fit>> = {
    'POST /orchestration/artifacts': { parts: { artifact: { name, workspaceId: own.workspace } }, content: bundle },
    'POST /connections': { body: { label: 'Named', workspaceId: own.workspace, type: 'http', properties: {} } },
    'PUT /connections/{connectionId}': { body: { label: 'Named otherwise' } },
    'POST /connections/crawlers': {
      body: {
        connectionId: own['catalog connection'],
        name: 'Named',
        sharings: [{ scimType: 'USER', scimId: own.user, level: 'READER' }],
      },
    },
    'POST /datasets': { body: { label: 'Named', connectionId: own['catalog connection'] } },
    'POST /orchestration/connections': { body: { name, workspaceId: own.workspace, app: 'http', parameters: [] } },
    'POST /orchestration/workspaces': { body: { name, environmentId: own.environment } },
    'POST /orchestration/resources': { parts: { resource: { name, workspaceId: own.workspace } }, content: Buffer.from('a') },
    'POST /orchestration/executables/tasks': { body: { ...task, environmentId: own.environment } },
    'PUT /orchestration/executables/tasks/{taskId}': { body: task },
    'PUT /orchestration/executables/tasks/{taskId}/run-config': { body: { trigger, runtime: { type: 'REMOTE_ENGINE', id: own.engine } } },
    'PUT /orchestration/executables/tasks/{taskId}/de-run-config': { body: { trigger } },
    'POST /orchestration/executables/plans': { body: { name, workspaceId: own.workspace, steps } },
    'PUT /orchestration/executables/plans/{planId}': { body: { name, workspaceId: own.workspace, steps } },
    'POST /orchestration/schedules': {
      body: { environmentId: own.environment, trigger: { name, type: 'CRON', cronExpression: '0 1 1 1 ? 2032' } },
    },
    'POST /orchestration/executables/promotions': { body: { sourceEnvironmentId: own.other, targetEnvironmentId: own.environment } },
    'POST /orchestration/executables/promotions/{promotionId}': { body: { promotionAdvancedInfo: { type: 'FLOW' } } },
    'POST /orchestration/executables/events/search': { body: { environmentId: own.environment, ...period } },
    'POST /processing/executions/plans': {
      body: { executable: own.plan, executionPlanId: own['plan execution'], stepId: own['step execution'] },
    },
    'POST /processing/executions/promotions': {
      body: { executable: own.promotion, advanced: { artifactId: own.task, artifactType: 'FLOW' } },
    },
    'POST /processing/runtimes/remote-engines': { body: { name, environmentId: own.environment } },
    'POST /processing/runtimes/remote-engine-clusters': { body: { name, environmentId: own.environment } },
    'POST /processing/run-profiles': { body: { name, processorType: 'RE', type: 'JOB_SERVER', jvmArguments: [], runtimeId: own.engine } },
    'POST /monitoring/observability/executions/counts': {
      body: { environmentId: own.environment, from: 0, to: 3_900_000_000_000, bucketMinutes: 44_640 },
    },
    'POST /monitoring/observability/executions/causes': { body: { environmentId: own.environment, from: 0, to: 1 } },
    'POST /monitoring/observability/starts/search': { body: { environmentId: own.environment, ...period } },
    'POST /monitoring/observability/executions/search': { body: { environmentId: own.environment, category: 'ETL' } },
    'POST /monitoring/observability/executions/download': { body: { environmentId: own.environment, category: 'ETL' } },
    'POST /monitoring/observability/metrics/component': {
      body: { environmentId: own.environment, startTime: '2026-01-01', endTime: '2090-01-01' },
    },
    'POST /engine/v1/claims': { body: { free: 0, waitMilliseconds: 0, running: [lease] } },
    'POST /engine/v1/beats': { body: { running: [lease] } },
    'POST /engine/v1/reports': {
      body: {
        starts: [{ ...lease, startedAt: period.from }],
        logs: [{ ...lease, firstIndex: 0, chunk: chunkOf([{ at: 1, severity: 'INFO', type: 'STDOUT', message: 'x' }]) }],
        finishes: [{ ...lease, outcome: 'EXECUTION_SUCCESS', finishedAt: period.from }],
        returns: [{ ...lease, errorType: 'ENGINE_STORAGE', errorMessage: 'x' }],
      },
    },
    'PUT /engine/v1/dynamic-engine/status': {
      body: { version: '0.1.0', revision: 0, infra: { status: 'RUNNING' }, environments: [{ status: 'RUNNING' }] },
    },
    [`PUT ${SET}`]: { body: sharingsWithEntity },
    [`PATCH ${SET}`]: { body: sharingsWithEntity },
    [BULK]: { body: { bulk: [{ ...shared, ...sharingsWithEntity }] } },
    'GET /security/explanations': { query: { operation: 'POST /processing/executions' } },
    'POST /security/permissions/batch': { body: rightsOf(own.user) },
    'PUT /security/permissions/batch': { body: rightsOf(own.user) },
    'POST /security/service-accounts/permissions/batch': { body: rightsOf(own['service account']) },
    'PUT /security/service-accounts/permissions/batch': { body: rightsOf(own['service account']) },
    'PUT /security/ip-allowlist': { body: { enabled: false, ips } },
    'PUT /security/ip-allowlist/ips': { body: ips },
    'POST /account/groups': { body: { name } },
    'POST /api/v1/alerts': { body: { name, condition: 'run_failed', recipients: { users: [own.user] } } },
    'PUT /api/v1/notifications/subscriptions': { body: { data: [{ kind: 'task.run.failed', transports: [{ type: 'web' }] }] } },
    'POST /api/v1/groups': { body: { name: 'Named too' } },
    'POST /api/v1/users': { body: { subject: 'named-too@example.com' } },
    'PATCH /account/groups/{id}': { body: { name: 'Named otherwise' } },
    'POST /account/users': { body: { login: 'named', email: 'named@example.com', firstName: name, lastName: name } },
    'PUT /account/users/{id}': { body: { login: 'changed', email: 'changed@example.com', firstName: name, lastName: name } },
  };

  /** Input that a single place needs, so that the server checks the id. */
  const FITS_BY_PLACE: Readonly<Record<string, Fit>> = {
    'POST /api/v1/alerts engineId': { body: { name, condition: 'engine_lost', recipients: { users: [own.user] } } },
    'POST /api/v1/alerts recipients.users[]': { body: { name, condition: 'run_failed', taskId: own.task } },
    'PUT /api/v1/notifications/subscriptions data[].planId': {
      body: { data: [{ kind: 'plan.run.failed', transports: [{ type: 'web' }] }] },
    },
    'PUT /api/v1/notifications/subscriptions data[].engineId': {
      body: { data: [{ kind: 'engine.lost', transports: [{ type: 'web' }] }] },
    },
    'POST /processing/executions/plans executable': {},
    [`${BULK} bulk[].entityId`]: { body: { bulk: [{ ...shared, users, groups }] } },
    'POST /orchestration/executables/tasks/search runtimeRunProfileId': { body: { runtimeType: 'REMOTE_ENGINE' } },
    'POST /processing/run-profiles scopeId': { body: { name, processorType: 'DYNAMIC_ENGINE', type: 'JOB_SERVER', jvmArguments: [] } },
  };

  /** Variables of paths. PATHS has those whose name means something else in other paths. */
  const PATH = {
    taskId: own.task,
    connectionId: own['catalog connection'],
    planId: own.plan,
    promotionId: own.promotion,
    id: own.profile,
    engineId: own.engine,
    runProfileId: own.profile,
    environmentId: await make.dynamicEnvironment(),
  };
  const PATHS: Readonly<Record<string, Record<string, string>>> = {
    'DELETE /processing/run-profiles/{id}': { id: (await make.runProfile({ engine: own.engine })).id },
    'DELETE /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}': {
      engineId: own.engine,
      runProfileId: (await make.runProfile({ engine: own.engine })).id,
    },
    'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}': {
      clusterId: own.cluster,
      runProfileId: (await make.runProfile({ cluster: own.cluster })).id,
    },
    // Searches find the task of the tenant by its run profile, which this operation replaces.
    'PUT /orchestration/executables/tasks/{taskId}/run-config': { taskId: (await make.task({ workspace: own.workspace })).id },
    'PATCH /api/v1/alerts/{id}': { id: own.alert },
    [`GET ${SET}`]: shared,
    [`PUT ${SET}`]: shared,
    [`PATCH ${SET}`]: shared,
    'PUT /account/users/{id}': { id: (await make.user()).id },
    'POST /account/users/{id}/groups': { id: (await make.user()).id },
    'POST /account/users/{id}/roles': { id: (await make.user()).id },
    'POST /account/roles/{id}/users': { id: (await call('POST /account/roles', { body: { name: 'Named already' } })).body.id },
    'PATCH /account/groups/{id}': {
      id: (await call('POST /account/groups', { token: own.token, body: { name: 'Renamed soon' } })).body.id,
    },
    'POST /account/groups/{id}/users': {
      id: (await call('POST /account/groups', { token: own.token, body: { name: 'Named already' } })).body.id,
    },
  };

  return (route, place) => ({ path: PATHS[route] ?? PATH, ...(FITS_BY_PLACE[`${route} ${place.at}`] ?? FITS[route]) });
}
