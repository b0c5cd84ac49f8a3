// run: own server because it sets MILLRACE_OWNERLESS_WEBHOOKS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disableAccount, setForeignWebhook } from '../../orchestration/ownerless-triggers/make.fixture.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { startTestServer, type TestServer } from '../../../../test/support/server.ts';
import { webhookTriggersOf } from '../../../../test/support/webhook-triggers.ts';

// Without a worker, so that only the tests close windows.
const stopping = await startTestServer({ MILLRACE_ROLE: 'api' });

/** Sets such a webhook. Returns it with a function that lists its executions: whether they are those of the account, and why they did not start. */
async function webhookOf(server: TestServer, grouping: object = {}) {
  const webhook = await setForeignWebhook(server, grouping);
  const hooks = webhookTriggersOf(server);
  const outcomes = async () =>
    (await hooks.executions(webhook.task)).map((execution) => [
      execution.account_id === webhook.runner.id,
      execution.misfired_reason,
      execution.error_message,
    ]);
  return { ...webhook, hooks, outcomes };
}

test('webhook-triggers.start.maker', async () => {
  const { hooks, maker, path, outcomes } = await webhookOf(stopping);
  await hooks.callAccepted(path);
  assert.deepEqual(await outcomes(), [[true, null, null]]);
  await disableAccount(stopping, maker.id);
  await hooks.callAccepted(path);
  const [, stopped] = await outcomes();
  assert.deepEqual(stopped?.slice(0, 2), [true, 'UNKNOWN']);
  assert.match(String(stopped?.[2]), new RegExp(`was set by '${maker.login}', whose account is disabled: .*takeover`));
  assert.equal((await stopping.call('DELETE /account/users/{id}', { path: { id: maker.id } })).status, 204);
  await hooks.callAccepted(path);
  assert.match(String((await outcomes()).at(-1)?.[2]), /was set by an account that was deleted/);
});

test('webhook-triggers.start.maker: calls in a window', async () => {
  const { hooks, maker, path, outcomes } = await webhookOf(stopping, { triggerCalls: 5, triggerTimeout: 1000 });
  await hooks.callAccepted(path);
  await hooks.callAccepted(path);
  await disableAccount(stopping, maker.id);
  await hooks.endWindows();
  await runTimer(stopping.platform, 'close-windows');
  const [stopped, ...others] = await outcomes();
  assert.deepEqual([stopped?.slice(0, 2), others], [[true, 'UNKNOWN'], []]);
});

test('webhook-triggers.start.maker: the operator lets them run', async () => {
  const running = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_OWNERLESS_WEBHOOKS: 'run' });
  for (const grouping of [{}, { triggerCalls: 2, triggerTimeout: 60_000 }]) {
    const { hooks, maker, runner, path, outcomes } = await webhookOf(running, grouping);
    await disableAccount(running, maker.id);
    await hooks.callAccepted(path);
    await hooks.callAccepted(path);
    const started = await outcomes();
    assert.ok(started.length > 0 && started.every(([isRunner, reason]) => isRunner === true && reason === null), JSON.stringify(started));
    await disableAccount(running, runner.id);
    await hooks.callAccepted(path);
    await hooks.callAccepted(path);
    assert.equal((await outcomes()).at(-1)?.[1], 'UNKNOWN', 'a webhook that runs as a disabled account starts nothing in any case');
  }
});
