import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import { assertRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { askToken, createTestClient, VERIFIER } from './oauth.fixture.ts';
import { clientCredentialsRequest, REFUSALS, refusalsAt, UNSTORED_SECRET } from './refusals.fixture.ts';

const server = await startTestServer();
const { call, count, make, platform } = server;
const { recordedRefusals } = refusalsAt(server);

test('no secret, code, token, verifier or assertion is stored', async () => {
  const client = await createTestClient(server);
  const fields = ['client_secret', 'code', 'code_verifier', 'refresh_token', 'subject_token', 'client_assertion'];
  for (const grant of ['authorization_code', 'refresh_token', 'client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'])
    for (const field of fields) {
      const more = { redirect_uri: 'https://a.example', purpose: 'websocket', code: 'c', code_verifier: VERIFIER, subject_token: 's' };
      await askToken(server, { grant_type: grant, client_id: client.id, ...more, [field]: UNSTORED_SECRET });
    }
  assert.ok((await recordedRefusals(client)).length > 3);
  const rows = await platform.db.reader.rows(sql`select r::text as text from oauth_refusal r`);
  for (const part of [UNSTORED_SECRET, VERIFIER]) assert.ok(!JSON.stringify(rows).includes(part));
});

test('oauth-clients.refusals.bounded', async () => {
  const client = await createTestClient(server);
  await platform.db.writer.rows(sql`delete from oauth_refusal`);
  await Promise.all(
    Array.from({ length: 5 }, () => askToken(server, { ...clientCredentialsRequest(client), client_secret: UNSTORED_SECRET })),
  );
  const [equal, ...rest] = await recordedRefusals(client);
  assert.deepEqual([equal?.number, rest], [5, []]);
  for (let index = 0; index < 60; index += 1) await askToken(server, { ...clientCredentialsRequest(client), scope: `scope-${index}` });
  const before = await count('oauth_refusal');
  const entries = await recordedRefusals(client);
  const total = entries.reduce((sum, { number }) => sum + number, 0);
  assert.equal(total, 65, 'each refusal is counted');
  const counted = entries.filter(({ code }) => code === 'more');
  // The minute may end during the test, and each minute has its own limit.
  assert.ok(counted.length >= 1 && entries.length - counted.length <= 41, `${entries.length} entries`);
  assert.ok((before['oauth_refusal'] ?? 0) < 65);
  for (const id of [crypto.randomUUID(), 'x', '', "'; drop table oauth_refusal"])
    await askToken(server, { grant_type: 'client_credentials', client_id: id, client_secret: UNSTORED_SECRET });
  const rows = await count('oauth_refusal');
  await runTimer(platform, 'store-client-refusals');
  assert.deepEqual(await count('oauth_refusal'), rows, 'an unknown client is not recorded');
});

test('oauth-clients.refusals.owner', async () => {
  const client = await createTestClient(server);
  await askToken(server, { ...clientCredentialsRequest(client), client_secret: UNSTORED_SECRET });
  await call('POST /api/v1/oauth-clients/{id}/actions/publish', { path: { id: client.id } });
  assert.equal((await recordedRefusals(client)).length, 1);
  const path = { id: client.id };
  const weak = await make.user({ permissions: PERMISSIONS.filter((one) => one !== 'SVC_OAUTH_CLIENT_MANAGEMENT') });
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  assertRefused(await call(REFUSALS, { path, token: weak.token }), 403, 'forbidden');
  assertRefused(await call(REFUSALS, { path, token: stranger.token }), 404, 'not_found');
  assertRefused(await call(REFUSALS, { path, token: undefined }), 401, 'not_signed_in');
  await call('DELETE /api/v1/oauth-clients/{id}', { path, headers: { 'service-confirm-delete': client.id } });
  assertRefused(await call(REFUSALS, { path }), 404, 'not_found');
});

test('oauth-clients.refusals.week', async () => {
  const client = await createTestClient(server);
  await platform.db.writer.rows(sql`delete from oauth_refusal`);
  for (const scope of ['a', 'b']) await askToken(server, { ...clientCredentialsRequest(client), scope });
  const [newest] = await recordedRefusals(client);
  assert.match(newest?.reason ?? '', /'b'/);
  const old = (Date.now() - 7 * 86_400_000 - 60_000).toString(16).padStart(12, '0');
  const id = `${old.slice(0, 8)}-${old.slice(8)}-7000-8000-000000000000`;
  await platform.db.writer.rows(sql`update oauth_refusal set id = ${id} where reason like '%''a''%'`);
  await runTimer(platform, 'remove-old-client-refusals');
  assert.deepEqual(
    (await recordedRefusals(client)).map(({ reason }) => /'b'/.test(reason)),
    [true],
  );
});
