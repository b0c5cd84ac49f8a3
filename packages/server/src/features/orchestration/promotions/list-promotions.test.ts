import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/promotions';
const { call, make } = await startTestServer();

const [development, quality, production] = [
  await make.environment({ name: 'Development' }),
  await make.environment({ name: 'Quality' }),
  await make.environment({ name: 'Production' }),
];
const executor = await make.user({ permissions: ['SVC_PROMOTION_EXECUTION'] });
const first = await make.promotion({ source: development, target: quality, assigned: [executor.id] });
const second = await make.promotion({ source: quality, target: production });

const listed = async (_s?: string, token?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { ...(_s !== undefined && { query: { _s } }), ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ executable }: { executable: string }) => executable);
};

test('promotions.list.visible', async () => {
  const stranger = await make.user({ permissions: ['SVC_PIPELINE_MANAGEMENT'], tenant: await make.otherTenant() });
  assert.deepEqual(await listed(), [first.id, second.id], 'by name');
  assert.deepEqual(await listed(undefined, executor.token), [first.id]);
  assert.deepEqual(await listed(undefined, stranger.token), []);
  const read = (id: string) =>
    call('GET /orchestration/executables/promotions/{promotionId}', { token: executor.token, path: { promotionId: id } });
  assert.equal((await read(first.id)).status, 200);
  assertRefused(await read(second.id), 404, 'not_found');
});

test('promotions.list.permission', async () => {
  const { token } = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_ENVIRONMENT_MANAGEMENT'] });
  assertRefused(await call(ROUTE, { token }), 403, 'forbidden');
  const manager = await make.user({ permissions: ['SVC_PIPELINE_MANAGEMENT'] });
  assert.equal((await listed(undefined, manager.token)).length, 2);
});

test('promotions.list.filter', async () => {
  for (const [filter, expected] of [
    ['sourceEnvironment.name==Development', [first.id]],
    ['targetEnvironment.name==Prod*', [second.id]],
    [`sourceEnvironment.id==${quality}`, [second.id]],
    [`targetEnvironment.id==${quality},targetEnvironment.id==${production}`, [first.id, second.id]],
    ["name=='Quality to Production'", [second.id]],
    [`executable==${first.id};name==Quality*`, []],
  ] as const)
    assert.deepEqual(await listed(filter), expected, filter);
  assertRefused(await call(ROUTE, { query: { _s: 'owner==me' } }), 400, 'malformed_filter');
  assertRefused(await call(ROUTE, { query: { _s: 'name==' } }), 400, 'malformed_filter');
});

test('promotions.list.description', async () => {
  const path = { promotionId: first.id };
  const answer = await call('PATCH /orchestration/executables/promotions/{promotionId}', { path, body: { description: 'weekly' } });
  assert.equal(answer.status, 204);
  const { body } = await call('GET /orchestration/executables/promotions/{promotionId}', { path });
  assert.equal(body.description, 'weekly');
  const [shown] = (await call(ROUTE, { query: { _s: `executable==${first.id}` } })).body;
  const { description: _description, ...rest } = body;
  assert.deepEqual(shown, rest);
});

test('promotions.get.name', async () => {
  await call('PUT /orchestration/environments/{Id}', { path: { Id: production }, body: { name: 'Live' } });
  const { body } = await call('GET /orchestration/executables/promotions/{promotionId}', { path: { promotionId: second.id } });
  assert.equal(body.name, 'Quality to Live');
});
