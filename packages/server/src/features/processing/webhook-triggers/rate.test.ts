// run: own server because it sets MILLRACE_CALLS_PER_MINUTE
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { webhookTriggersOf } from '../../../../test/support/webhook-triggers.ts';

const server = await startTestServer({ MILLRACE_CALLS_PER_MINUTE: '1' });
const hooks = webhookTriggersOf(server);

test('webhook-triggers.call.rate', async () => {
  const task = await hooks.task();
  const [path, other] = [await hooks.set(task), await hooks.set(await hooks.task())];
  await hooks.callAccepted(path);
  const refused = await hooks.deliver(path, { type: 'image/png' });
  assertRefused(refused, 429, 'too_many_requests');
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, String(wait));
  assert.match(refused.body.message, new RegExp(`wait ${wait} seconds`));
  assertRefused(await hooks.deliver(await hooks.set(task, { newUrl: true })), 429, 'too_many_requests');
  await hooks.callAccepted(other);
  assert.equal((await hooks.executions(task)).length, 1);
});
