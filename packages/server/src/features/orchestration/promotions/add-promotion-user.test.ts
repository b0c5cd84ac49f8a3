import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const USER = 'PUT /orchestration/executables/promotions/{promotionId}/users/{userId}';
const ACCOUNT = 'PUT /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}';
const server = await startTestServer();
const { call, make } = server;
const removal = (route: string): string => route.replace('PUT', 'DELETE');

const { id: promotionId } = await make.promotion();
const listed = async () => (await call('GET /orchestration/executables/promotions/{promotionId}/users', { path: { promotionId } })).body;

test('adds users and service accounts to a promotion, lists them and removes them', async () => {
  const [ada, bob] = [await make.user(), await make.user()];
  const robot = await make.user({ type: 'SERVICE' });
  for (const { id } of [bob, ada]) assert.equal((await call(USER, { path: { promotionId, userId: id } })).status, 204);
  assert.equal((await call(ACCOUNT, { path: { promotionId, serviceAccountId: robot.id } })).status, 204);
  const { userIds, ...rest } = await listed();
  assert.deepEqual(userIds.toSorted(), [ada.id, bob.id].toSorted());
  assert.deepEqual(rest, { executable: promotionId, serviceAccountIds: [robot.id] });
  assert.equal((await call(removal(USER), { path: { promotionId, userId: ada.id } })).status, 204);
  assert.equal((await call(removal(ACCOUNT), { path: { promotionId, serviceAccountId: robot.id } })).status, 204);
  assert.deepEqual(await listed(), { executable: promotionId, userIds: [bob.id], serviceAccountIds: [] });
});

test('promotions.users.once', async () => {
  const path = { promotionId, userId: (await make.user()).id };
  const answers = await Promise.all([call(USER, { path }), call(USER, { path })]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 409]);
  await leavesNothing(server, USER, { path }, 409, 'promotion_user_present', 'promotion_account');
});

test('promotions.service-accounts.again', async () => {
  const path = { promotionId, serviceAccountId: (await make.user({ type: 'SERVICE' })).id };
  assert.equal((await call(ACCOUNT, { path })).status, 204);
  const before = await server.count('promotion_account');
  assert.equal((await call(ACCOUNT, { path })).status, 204);
  assert.deepEqual(await server.count('promotion_account'), before);
});

test('promotions.users.missing', async () => {
  const [user, robot] = [await make.user(), await make.user({ type: 'SERVICE' })];
  await leavesNothing(server, removal(USER), { path: { promotionId, userId: user.id } }, 404, 'not_found', 'promotion_account');
  const path = { promotionId, serviceAccountId: robot.id };
  await leavesNothing(server, removal(ACCOUNT), { path }, 404, 'not_found', 'promotion_account');
});

test('refuses unknown ids, accounts of another kind or tenant and callers without the permission', async () => {
  const [user, robot] = [await make.user({ permissions: ['SVC_PROMOTION_EXECUTION'] }), await make.user({ type: 'SERVICE' })];
  const tenant = await make.otherTenant();
  const [foreign, foreignRobot] = [await make.user({ tenant }), await make.user({ tenant, type: 'SERVICE' })];
  for (const route of [USER, removal(USER)]) {
    for (const path of [
      { promotionId: crypto.randomUUID(), userId: user.id },
      ...[crypto.randomUUID(), foreign.id, robot.id].map((userId) => ({ promotionId, userId })),
    ])
      await leavesNothing(server, route, { path }, 404, 'not_found', 'promotion_account');
    await leavesNothing(
      server,
      route,
      { token: user.token, path: { promotionId, userId: user.id } },
      403,
      'forbidden',
      'promotion_account',
    );
  }
  for (const route of [ACCOUNT, removal(ACCOUNT)]) {
    for (const serviceAccountId of [crypto.randomUUID(), foreignRobot.id, user.id])
      await leavesNothing(server, route, { path: { promotionId, serviceAccountId } }, 404, 'not_found', 'promotion_account');
    const path = { promotionId, serviceAccountId: robot.id };
    await leavesNothing(server, route, { token: user.token, path }, 403, 'forbidden', 'promotion_account');
  }
  assertRefused(
    await call('GET /orchestration/executables/promotions/{promotionId}/users', { token: user.token, path: { promotionId } }),
    403,
    'forbidden',
  );
});
