import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runJob } from '../../../../test/support/background.ts';
import { TestAuthority } from '../../../../test/support/authority.ts';
import { endRuns, waitingMessages } from '../../../../test/support/notified.ts';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { startWebhookSite } from '../../../../test/support/webhook-site.ts';

// Without a worker, the test runs the jobs.
const site = await startWebhookSite({ MILLRACE_ROLE: 'api' });
const { call, make, platform, keys } = site;
const task = await make.task();

/** Notifies an account of a failed run by messages of each format, and returns the outcomes of the jobs. */
async function notifyBy(address: string): Promise<string[]> {
  const user = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const transports = ['slack', 'teams', 'webhook'].map((type) => ({ type, url: `${address}/${type}` }));
  const subscribe = (data: object[]) => call('PUT /api/v1/notifications/subscriptions', { token: user.token, body: { data } });
  assert.equal((await subscribe([{ kind: 'task.run.failed', transports }])).status, 200);
  await endRuns(site, task, {});
  const messages = await waitingMessages(site);
  const outcomes = await Promise.allSettled(messages.map(({ id }) => runJob(platform, 'send-notification', { message: id })));
  await subscribe([]);
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'sent' : String((outcome.reason as { code?: string }).code)));
}

test('notifications.send.authorities', async () => {
  const receiver = await startReceiver(keys);
  assert.deepEqual(await notifyBy(receiver.url), ['sent', 'sent', 'sent']);
  assert.deepEqual(receiver.received.map(({ path }) => path).toSorted(), ['/hook/slack', '/hook/teams', '/hook/webhook']);

  const other = await startReceiver(await (await TestAuthority.make()).certify());
  const refusal = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
  assert.deepEqual(await notifyBy(other.url), [refusal, refusal, refusal]);
  assert.deepEqual(other.received, []);
});
