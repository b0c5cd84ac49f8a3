import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTask, makePromotionScene } from '../../../../test/support/promotions.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/executables/promotions/{promotionId}';
const server = await startTestServer();
const { call, make } = server;

test('promotions.delete.records', async () => {
  const scene = await makePromotionScene(server);
  await makeTask(server, await make.workspace({ environment: scene.source }), { name: 'load' });
  await scene.analyze();
  await scene.promote();
  await changesRows(
    server,
    { promotion: -1, promotion_account: -1, promotion_execution: -2, task: 0, workspace: 0, environment: 0 },
    async () => {
      assert.equal((await call(ROUTE, { path: { promotionId: scene.id } })).status, 204);
    },
  );
  assertRefused(await call(ROUTE, { path: { promotionId: scene.id } }), 404, 'not_found');
  assertRefused(await scene.execute(), 404, 'not_found');
});

test('answers 404 to unknown promotions and promotions of other tenants', async () => {
  const tenant = await make.otherTenant();
  const [source, target] = [await make.environment({ tenant }), await make.environment({ tenant })];
  const { id } = await make.promotion({ source, target });
  for (const promotionId of [id, crypto.randomUUID()]) {
    await leavesNothing(server, ROUTE, { path: { promotionId } }, 404, 'not_found', 'promotion');
    const patch = { path: { promotionId }, body: { description: 'mine' } };
    await leavesNothing(server, ROUTE.replace('DELETE', 'PATCH'), patch, 404, 'not_found', 'promotion');
    assertRefused(await call(ROUTE.replace('DELETE', 'GET'), { path: { promotionId } }), 404, 'not_found');
  }
});
