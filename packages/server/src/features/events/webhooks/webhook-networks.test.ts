import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { errorOf, leavesNothing } from '../../../../test/support/refusals.ts';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { startWebhookSite } from '../../../../test/support/webhook-site.ts';
import { fieldsOfWebhook, WEBHOOK_TABLES, webhooksOn } from './webhooks.fixture.ts';

const site = await startWebhookSite();
const { call, platform, authority, raise, webhook, ended } = site;
const { create, read } = webhooksOn(site);
const [CREATE, CHANGE] = ['POST /api/v1/webhooks', 'PATCH /api/v1/webhooks/{id}'];

test('webhooks.create.networks: accepts addresses and names without a domain, only with https', async () => {
  for (const url of [
    'https://receiver/hook',
    'https://localhost:8443',
    'https://10.1.2.3/',
    'https://[fd00::1]:8443/',
    'https://hooks.example.com',
  ])
    assert.equal((await create({ url })).url, url);
  for (const url of [
    'http://receiver/hook',
    'http://10.1.2.3/',
    'https://',
    'https://user:secret@receiver/',
    'https://receiver/#secret',
    'https://*/',
    'https://hooks_1/',
    'https://-receiver/',
    'https://10.1.2.300/',
    'https://[fd00::1%25eth0]/',
    'https://[10.1.2.3]/',
  ]) {
    const { body } = await leavesNothing(site, CREATE, { body: fieldsOfWebhook({ url }) }, 400, 'webhook_url_refused', ...WEBHOOK_TABLES);
    assert.doesNotMatch(errorOf(body).message, /secret/, url);
  }
});

test('delivers to an address for which the certificate was made', async () => {
  const { url, received } = await startReceiver(await authority.certify({ name: '127.0.0.1' }));
  const id = await webhook(url.replace('localhost', '127.0.0.1'));
  await raise();
  const [delivery] = await ended(id, 1);
  assert.deepEqual([delivery?.succeeded, received.length], [true, 1], delivery?.status_message ?? '');
});

test('a webhook whose URL is no longer possible can be disabled', async () => {
  const { id } = await create({ enabled: true });
  await platform.db.writer.rows(sql`update webhook set url = 'https://hooks_1/' where id = ${id}`);
  const disable = [{ op: 'replace', path: '/enabled', value: false }];
  assert.equal((await call(CHANGE, { path: { id }, body: disable })).status, 204);
  assert.equal((await read(id)).enabled, false);
});
