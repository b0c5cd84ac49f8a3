import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, RIGHTS, type Right } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { firingOf } from '../../../../test/support/firing.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { webhookTriggersOf } from '../../../../test/support/webhook-triggers.ts';
import { disableAccount, setForeignWebhook, setTriggers } from './make.fixture.ts';

const ROUTE = 'POST /orchestration/ownerless-triggers/takeover';
// Without a worker, so that only the tests fire triggers.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { db } = platform;
const hooks = webhookTriggersOf(server);
const { fireAt } = firingOf(server);

const operator = (rights: Record<string, readonly Right[]>, type: 'HUMAN' | 'SERVICE' = 'HUMAN') =>
  make.user({ permissions: ['SVC_OPERATOR'], rights, type });

/** Counts the triggers of an account: time triggers, and webhooks. */
const heldBy = async (account: string): Promise<[timed: number, hooks: number]> => {
  const { timed, called } = await db.reader.only<{ timed: number; called: number }>(sql`
    select (select count(*) from time_trigger where set_by_id = ${account}) as timed,
           (select count(*) from webhook_trigger where run_as_id = ${account}) as called`);
  return [timed, called];
};
const take = async (token: string, account?: string): Promise<object> => {
  const { status, body } = await call(ROUTE, { token, body: account === undefined ? {} : { account } });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('ownerless-triggers.takeover.actor', async () => {
  const { user, workspace, called, hook, scheduled } = await setTriggers(server);
  await disableAccount(server, user.id);
  const times = () => db.reader.rows(sql`select id, next_at, definition from time_trigger order by id`);
  const before = await times();
  const next = await operator({ [workspace]: ['EXECUTE'] });
  assert.deepEqual(await take(next.token, user.id), { taken: 4, left: 0 });
  assert.deepEqual(await times(), before);
  await hooks.callAccepted(hook);
  assert.deepEqual(
    (await hooks.executions(called)).map((execution) => [execution.account_id, execution.outcome]),
    [[next.id, null]],
  );
  const { at } = await db.reader.only<{ at: Date }>(sql`select max(next_at) as at from time_trigger where set_by_id = ${next.id}`);
  await fireAt(at);
  const { body } = await call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId: scheduled.id } });
  assert.deepEqual([body.total, body.items[0].userId], [1, next.id]);
  assert.equal(
    (await call('DELETE /account/users/{id}', { path: { id: user.id } })).status,
    204,
    'no webhook runs as the account any more',
  );
  const { body: logged } = await call('GET /security/audit/logs', { query: { size: 100 } });
  const entry = logged.find(({ userId }: { userId: string }) => userId === next.id);
  assert.ok(JSON.stringify(entry).includes('/orchestration/ownerless-triggers/takeover'), JSON.stringify(entry));
});

test('ownerless-triggers.takeover.actor: a webhook whose maker has left', async () => {
  const { task, maker, runner, path } = await setForeignWebhook(server);
  await disableAccount(server, maker.id);
  const next = await operator({ [task.workspace]: ['EXECUTE'] });
  assertRefused(await call(ROUTE, { token: next.token, body: { account: runner.id } }), 404, 'not_found');
  assert.deepEqual(await take(next.token, maker.id), { taken: 1, left: 0 });
  await hooks.callAccepted(path);
  assert.deepEqual(
    (await hooks.executions(task)).map((execution) => [execution.account_id, execution.outcome]),
    [[next.id, null]],
  );
  assert.deepEqual(await take(next.token), { taken: 0, left: 0 });
});

test('ownerless-triggers.takeover.right', async () => {
  const first = await setTriggers(server);
  const second = await setTriggers(server);
  const active = await setTriggers(server);
  await disableAccount(server, first.user.id);
  await disableAccount(server, second.user.id);
  const without = RIGHTS.filter((right) => right !== 'EXECUTE');
  const next = await operator({ [first.workspace]: ['EXECUTE'], [second.workspace]: without, [active.workspace]: ['EXECUTE'] }, 'SERVICE');
  assert.deepEqual(await take(next.token, second.user.id), { taken: 0, left: 4 });
  const entries = await call('GET /orchestration/ownerless-triggers', { token: next.token });
  assert.deepEqual(await take(next.token), { taken: 4, left: entries.body.total - 4 });
  assert.deepEqual(await heldBy(next.id), [3, 1]);
  assert.deepEqual(
    [await heldBy(first.user.id), await heldBy(second.user.id), await heldBy(active.user.id)],
    [
      [0, 0],
      [3, 1],
      [3, 1],
    ],
  );
  const types = await db.reader.rows(sql`select distinct set_by_type from time_trigger where set_by_id = ${next.id}`);
  assert.deepEqual(types, [{ set_by_type: 'SERVICE' }]);

  const others = PERMISSIONS.filter((permission) => permission !== 'SVC_OPERATOR');
  const { token } = await make.user({ permissions: others, rights: { [second.workspace]: RIGHTS } });
  assertRefused(await call(ROUTE, { token, body: {} }), 403, 'forbidden');
  assert.deepEqual(await heldBy(second.user.id), [3, 1]);
});

test('ownerless-triggers.takeover.account', async () => {
  const left = await setTriggers(server);
  const active = await setTriggers(server);
  await disableAccount(server, left.user.id);
  const next = await operator({ [left.workspace]: ['EXECUTE'], [active.workspace]: ['EXECUTE'] });
  const stranger = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  for (const [token, account] of [
    [next.token, newId()],
    [next.token, active.user.id],
    [next.token, next.id],
    [stranger.token, left.user.id],
  ])
    assertRefused(await call(ROUTE, { token, body: { account } }), 404, 'not_found');
  assert.deepEqual(await take(stranger.token), { taken: 0, left: 0 });
  assert.deepEqual(
    [await heldBy(left.user.id), await heldBy(active.user.id)],
    [
      [3, 1],
      [3, 1],
    ],
  );
  assert.deepEqual(await take(next.token, left.user.id.toUpperCase()), { taken: 4, left: 0 });
  assert.deepEqual(
    [await heldBy(next.id), await heldBy(active.user.id)],
    [
      [4 - 1, 1],
      [3, 1],
    ],
  );
});

test('several callers at once take over each trigger once', async () => {
  const { user, workspace } = await setTriggers(server);
  await disableAccount(server, user.id);
  const callers = await Promise.all(Array.from({ length: 5 }, () => operator({ [workspace]: ['EXECUTE'] })));
  const answers = await Promise.all(callers.map(({ token }) => call(ROUTE, { token, body: { account: user.id } })));
  const taken = answers.map(({ status, body }) => (status === 200 ? body.taken : 0));
  assert.equal(
    taken.reduce((sum, one) => sum + one, 0),
    4,
    JSON.stringify(taken),
  );
});
