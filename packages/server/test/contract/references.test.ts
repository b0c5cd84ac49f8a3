// run: own process because it calls every operation with foreign ids
/** Ids in bodies and queries: an id of another tenant gets the same answer as an unknown id, and both change nothing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isForEngines } from '@millrace/contract';
import { chunkOf } from '../support/engine.ts';
import { sql } from '../../src/core/database/sql.ts';
import { shellBundle } from '../support/bundles.ts';
import { placesOf, makeObjects, withId, type Fit, type Place } from '../support/references.ts';
import { startTestServer, type Answer } from '../support/server.ts';
import { served, type Served } from '../support/walk.ts';

// Without a worker, only requests change the tables.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, count, make, platform } = server;
const own = await makeObjects(server, await make.tenant());
const foreign = await makeObjects(server, await make.otherTenant());
const bundle = await shellBundle('exit 0');
const tables = (
  await platform.db.reader.rows<{ name: string }>(sql`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public'
      -- The process stores the uses of permissions and refused requests of OAuth clients by timers, and the calls of rate tiers at once.
      and table_name not in ('permission_use', 'oauth_refusal', 'rate_count')
      and table_type = 'BASE TABLE'
      -- A batch in which each entry is refused leaves an entry, too; the test client counts those of all answers.
      and table_name !~ '^audit_entry'`)
).map((one) => one.name);

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
  'PATCH /api/v1/alerts/{id}': { id: own.alert },
  [`GET ${SET}`]: shared,
  [`PUT ${SET}`]: shared,
  [`PATCH ${SET}`]: shared,
  'PUT /account/users/{id}': { id: (await make.user()).id },
  'POST /account/users/{id}/groups': { id: (await make.user()).id },
  'POST /account/users/{id}/roles': { id: (await make.user()).id },
  'POST /account/roles/{id}/users': { id: (await call('POST /account/roles', { body: { name: 'Named already' } })).body.id },
  'PATCH /account/groups/{id}': { id: (await call('POST /account/groups', { token: own.token, body: { name: 'Renamed soon' } })).body.id },
  'POST /account/groups/{id}/users': {
    id: (await call('POST /account/groups', { token: own.token, body: { name: 'Named already' } })).body.id,
  },
};

/** Places at which an own id gets the same answer as an unknown id: the engine does not hold the execution, or the profile belongs to an engine. */
const SAME_ANSWER = new Set<string>([
  'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId} runProfileId',
  'POST /engine/v1/claims running[].executionId',
  'POST /engine/v1/claims gone[]',
  'POST /engine/v1/beats running[].executionId',
  'PUT /engine/v1/dynamic-engine/status environments[].linkId',
]);

/** Returns whether ids only filter a list. */
const isFilter = ({ route }: Served): boolean =>
  route.startsWith('GET') ||
  /\/(?:search|download|metrics\/component)$/.test(route) ||
  route === 'POST /processing/executables/tasks/executions';

/** Fields that differ in every answer. */
const VARYING = new Set(['requestId', 'traceId', 'waitedMilliseconds', 'timestamp']);

/** Returns an answer without the id and the fields that differ in every answer. */
const masked = ({ status, body }: Answer, id: string): object => {
  const text = JSON.stringify(body ?? null).replaceAll(id, 'the id');
  return { status, body: JSON.parse(text, (key, value) => (VARYING.has(key) ? undefined : value)) };
};

async function answers(operation: Served, place: Place, id: string): Promise<{ status: number; answer: object }> {
  const { route, allow } = operation;
  const fit = FITS_BY_PLACE[`${route} ${place.at}`] ?? FITS[route] ?? {};
  const token = allow === 'dynamic-engine' ? own.operator : allow === 'engine' ? own.credential : own.token;
  const answer = await call(route, { path: PATHS[route] ?? PATH, ...withId(fit, place, id), token });
  return { status: answer.status, answer: masked(answer, id) };
}

test('the kind of every id is known', () => {
  const unknown = served.flatMap((one) => placesOf(one).flatMap(({ at, kind }) => (kind === undefined ? [`${one.route} ${at}`] : [])));
  assert.deepEqual(unknown, [], 'add the kind in test/support/references.ts, and other input of the operation in this file');
});

for (const operation of served) {
  const places = placesOf(operation).flatMap((place) => (place.kind === undefined ? [] : [{ ...place, kind: place.kind }]));
  if (places.length === 0) continue;
  describe(operation.route, () => {
    for (const place of places)
      test(place.at, async () => {
        const before = await count(...tables);
        const ofForeignId = await answers(operation, place, foreign[place.kind]);
        const ofUnknownId = await answers(operation, place, crypto.randomUUID());
        assert.deepEqual(ofForeignId.answer, ofUnknownId.answer, 'the answer reveals that the id belongs to another tenant');
        assert.deepEqual(await count(...tables), before);
        // A batch answers 207, with a result for each entry.
        if (!isForEngines(operation.allow) && !isFilter(operation))
          assert.ok([207, 400, 403, 404].includes(ofUnknownId.status), String(ofUnknownId.status));
        const ofOwnId = await answers(operation, place, own[place.kind]);
        const placeName = `${operation.route} ${place.at}`;
        if (!SAME_ANSWER.has(placeName))
          assert.notDeepEqual(
            ofOwnId.answer,
            ofUnknownId.answer,
            `the server does not check the id: ${JSON.stringify(ofOwnId.answer).slice(0, 200)}`,
          );
      });
  });
}
