// run: own server, in parts because it sets MILLRACE_LEASE_SECONDS
/** A write accepts the answer of the read: each record is read, sent back unchanged, and read again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { always, operationTests } from '../support/matrix.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { shapeOf } from '../support/samples.ts';
import { startTestServer } from '../support/server.ts';
import { served, type Served } from '../support/operation-requests.ts';
import { createWorld } from '../support/world.ts';

/** Fields that every change updates. */
const VOLATILE = new Set(['lastModifiedDate', 'lastModified', 'updateDate', 'updated', 'updatedAt', 'updateAt', 'updatedBy', 'version']);
const withoutVolatile = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value: unknown) => (VOLATILE.has(name) ? undefined : value)));

/** Records that can only be read in a list, with the list. */
const LISTED: Readonly<Record<string, string>> = {
  '/orchestration/environments/{Id}': 'GET /orchestration/environments',
  '/orchestration/workspaces/{id}': 'GET /orchestration/workspaces',
};

/** Operations whose body is not a record, so that no read returns it. */
const NO_RECORDS = [
  // JSON Patch.
  'PATCH /api/v1/groups/{id}',
  'PATCH /api/v1/roles/{id}',
  'PATCH /api/v1/tenants/{id}',
  'PATCH /api/v1/api-keys/{id}',
  'PATCH /api/v1/api-keys/configs/{tenantId}',
  'PATCH /api/v1/oauth-clients/{id}',
  'PATCH /api/v1/oauth-clients/{id}/connection-configs/me',
  'PATCH /api/v1/users/{id}',
  'PATCH /api/v1/webhooks/{id}',
  'PATCH /api/v1/web-notifications/{id}',
  'PATCH /api/v1/web-notifications/all',
  'PATCH /security/ip-allowlist',
  'PATCH /sharing/sharingset',
  'PATCH /orchestration/executables/tasks/{taskId}',
  'PATCH /scim/v2/Groups/{id}',
  'PATCH /scim/v2/Roles/{id}',
  'PATCH /scim/v2/Users/{id}',
  // A report, which replaces the last one.
  'PUT /engine/v1/dynamic-engine/status',
  'PUT /orchestration/executables/plans/{planId}/pause',
  'PUT /orchestration/executables/plans/{planId}/schedule',
  'PUT /orchestration/executables/tasks/{taskId}/pause',
  'PUT /orchestration/executables/tasks/{taskId}/schedule',
  'PUT /orchestration/schedules/{scheduleId}/triggers',
  'PUT /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}',
  'PUT /processing/runtimes/remote-engines/{remoteEngineId}/debug',
  'PUT /security/permissions/batch',
  'PUT /security/service-accounts/permissions/batch',
  'PUT /datasets/{datasetId}/attributes/{id}',
  'PUT /datasets/{datasetId}/certification',
  'PUT /datasets/{datasetId}/columns/{path}',
  'PUT /datasets/{datasetId}/rating',
  // Their bodies are only the list of the rights.
  'PUT /security/workspaces/{workspaceId}/users/{userId}/permissions',
  'PUT /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
];

const routes = served.map(({ route }) => route as string);
const pathOf = (route: string): string => route.slice(route.indexOf(' ') + 1);
const writes = routes.filter((route) => /^(PUT|PATCH) /.test(route) && shapeOf(route).body);

const isRecord = (route: string): boolean => writes.includes(route) && !NO_RECORDS.includes(route);
const records = served.filter(({ route }) => isRecord(route));

if (operationsOfThisRun(records).length > 0) await testRecords();

test('every write has a read, or its body is not a record', () => {
  const unread = writes.filter((route) => !routes.includes(`GET ${pathOf(route)}`) && !(pathOf(route) in LISTED));
  assert.deepEqual(
    unread.filter((route) => !NO_RECORDS.includes(route)),
    [],
  );
  assert.deepEqual(
    NO_RECORDS.filter((route) => !writes.includes(route)),
    [],
  );
});

async function testRecords(): Promise<void> {
  const server = await startTestServer({ MILLRACE_LEASE_SECONDS: '3600' });
  const { call } = server;
  const world = await createWorld(server);

  async function read(template: string): Promise<object> {
    const path = world.existing[template] ?? {};
    const list = LISTED[template];
    if (list === undefined) {
      const { status, body } = await call(`GET ${template}`, { path });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    }
    const { body } = await call(list, { query: { limit: 100 } });
    return [body.items ?? body].flat().find(({ id }: { id: string }) => Object.values(path).includes(id)) ?? assert.fail(`not in ${list}`);
  }

  async function acceptsRead({ route }: Served): Promise<void> {
    const template = pathOf(route);
    const before = await read(template);
    const { status, body } = await call(route, { path: world.existing[template] ?? {}, body: before });
    assert.ok(status === 200 || status === 204, `${status} ${JSON.stringify(body)}`);
    assert.deepEqual(withoutVolatile(await read(template)), withoutVolatile(before));
  }

  async function refusesUnknownField({ route }: Served): Promise<void> {
    const template = pathOf(route);
    const body = { ...(await read(template)), flavour: 'sweet' };
    const { status, body: answer } = await call(route, { path: world.existing[template] ?? {}, body });
    assert.equal(status, 400);
    assert.match(answer.message, /unrecognized field 'flavour'/);
  }

  for (const { title, holds } of operationTests(
    records,
    { 'requests.body.read-only': [always, acceptsRead] },
    { 'a field that is in no answer is refused': [({ route }) => route === 'PUT /orchestration/environments/{Id}', refusesUnknownField] },
  ))
    test(title, holds);
}
