import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/executables/promotions';
const server = await startTestServer();
const { call, make } = server;

const pair = async () => ({ sourceEnvironmentId: await make.environment(), targetEnvironmentId: await make.environment() });

test('creates a promotion', async () => {
  const [source, target] = [await make.environment({ name: 'Development' }), await make.environment({ name: 'Production' })];
  const { status, body } = await call(ROUTE, {
    body: { sourceEnvironmentId: source, targetEnvironmentId: target, description: 'each Friday' },
  });
  assert.equal(status, 201);
  const environment = (id: string, name: string) => ({ id, name, maxCloudContainers: 0, default: false });
  assert.deepEqual(body, {
    executable: body.executable,
    name: 'Development to Production',
    sourceEnvironment: environment(source, 'Development'),
    targetEnvironment: environment(target, 'Production'),
    description: 'each Friday',
  });
  const path = { promotionId: body.executable };
  assert.deepEqual((await call('GET /orchestration/executables/promotions/{promotionId}', { path })).body, body);
  const { body: users } = await call('GET /orchestration/executables/promotions/{promotionId}/users', { path });
  assert.deepEqual(users, { executable: body.executable, userIds: [], serviceAccountIds: [] });
});

test('promotions.create.pair', async () => {
  const body = await pair();
  const answers = await Promise.all([call(ROUTE, { body }), call(ROUTE, { body })]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
  await leavesNothing(server, ROUTE, { body }, 409, 'promotion_exists', 'promotion');
  const back = { sourceEnvironmentId: body.targetEnvironmentId, targetEnvironmentId: body.sourceEnvironmentId };
  assert.equal((await call(ROUTE, { body: back })).status, 201, 'the opposite direction is another promotion');
});

test('promotions.create.two', async () => {
  const { sourceEnvironmentId } = await pair();
  const body = { sourceEnvironmentId, targetEnvironmentId: sourceEnvironmentId };
  await leavesNothing(server, ROUTE, { body }, 400, 'environments_same', 'promotion');
});

test('promotions.create.permission', async () => {
  const body = await pair();
  const { token } = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_PIPELINE_MANAGEMENT') });
  await leavesNothing(server, ROUTE, { token, body }, 403, 'forbidden', 'promotion');
  const manager = await make.user({ permissions: ['SVC_PIPELINE_MANAGEMENT'] });
  const created = await call(ROUTE, { token: manager.token, body });
  assert.equal(created.status, 201);
  const path = { promotionId: created.body.executable };
  for (const [route, more] of [
    ['PATCH /orchestration/executables/promotions/{promotionId}', { body: { description: 'new' } }],
    ['DELETE /orchestration/executables/promotions/{promotionId}', {}],
  ] as const) {
    assertRefused(await call(route, { token, path, ...more }), 403, 'forbidden');
    assert.equal((await call(route, { token: manager.token, path, ...more })).status, 204);
  }
});

test('answers 404 to unknown environments and environments of other tenants', async () => {
  const valid = await pair();
  const foreign = await make.environment({ tenant: await make.otherTenant() });
  for (const id of [crypto.randomUUID(), foreign])
    for (const body of [
      { ...valid, sourceEnvironmentId: id },
      { ...valid, targetEnvironmentId: id },
    ])
      await leavesNothing(server, ROUTE, { body }, 404, 'not_found', 'promotion');
});

test('environments.3.promotion', async () => {
  const { source, target, id } = await make.promotion();
  for (const Id of [source, target])
    await leavesNothing(
      server,
      'DELETE /orchestration/environments/{Id}',
      { path: { Id } },
      400,
      'environment_has_promotion',
      'environment',
      'promotion',
    );
  await call('DELETE /orchestration/executables/promotions/{promotionId}', { path: { promotionId: id } });
  for (const Id of [source, target]) assert.equal((await call('DELETE /orchestration/environments/{Id}', { path: { Id } })).status, 204);
});
