import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { countLockWaits } from '../../../../../test/support/locks.ts';
import { assertRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { sql } from '../../../../core/database/sql.ts';
import { askToken, basicHeader, createPublicClient, createTestClient, tokensFor } from '../clients/oauth.fixture.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const client = await createTestClient(server);
const person = await make.user({});
const refresh = (token: string, more: object = { client_secret: client.secret }, headers = {}) =>
  askToken(server, { grant_type: 'refresh_token', refresh_token: token, ...more }, headers);
const later = (interval: string) =>
  platform.db.writer.rows(sql`update oauth_refresh_token set replaced_at = replaced_at - ${interval}::interval`);
const works = async (token: string) => (await call('GET /account/me', { token })).status === 200;

test('oauth.refresh.client', async () => {
  const first = await tokensFor(server, client, person.id);
  const other = await createTestClient(server);
  assertRefused(await refresh(first.refresh_token, {}), 401, 'invalid_client');
  assertRefused(await refresh(first.refresh_token, { client_secret: other.secret }), 401, 'invalid_client');
  assertRefused(await refresh(first.refresh_token, { client_id: other.id, client_secret: other.secret }), 401, 'invalid_grant');
  assertRefused(await refresh(first.refresh_token, {}, basicHeader(other)), 401, 'invalid_grant');
  assertRefused(await refresh('mrr_unknown'), 401, 'invalid_grant');
  assertRefused(await refresh(''), 400, 'invalid_request');
  const second = await refresh(first.refresh_token);
  assert.equal(second.status, 200, JSON.stringify(second.body));
  assert.deepEqual([second.body.scope, second.body.auth_time], [first.scope, first.auth_time]);
  assert.equal((await refresh(second.body.refresh_token, {}, basicHeader(client))).status, 200);

  const native = await createPublicClient(server);
  const own = await tokensFor(server, native, person.id);
  assert.equal((await refresh(own.refresh_token, {})).status, 200, 'without a secret and without client_id');
});

test('oauth.refresh.reuse', async () => {
  const first = await tokensFor(server, client, person.id);
  const { body: second } = await refresh(first.refresh_token);
  await later('31 s');
  assertRefused(await refresh(first.refresh_token), 401, 'invalid_grant');
  assertRefused(await refresh(second.refresh_token), 401, 'invalid_grant');
  for (const token of [first.access_token, second.access_token]) assert.equal(await works(token), false);
});

test('oauth.refresh.reuse: a token that was replaced two refreshes ago, immediately', async () => {
  const first = await tokensFor(server, client, person.id);
  const { body: second } = await refresh(first.refresh_token);
  const { body: third } = await refresh(second.refresh_token);
  assertRefused(await refresh(first.refresh_token), 401, 'invalid_grant');
  assert.equal(await works(third.access_token), false);
});

test('oauth.refresh.again', async () => {
  const first = await tokensFor(server, client, person.id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 401)]);
  const winner = answers.find(({ status }) => status === 200)?.body;
  assert.ok((await works(winner.access_token)) && (await works(first.access_token)));
  assert.equal((await refresh(winner.refresh_token)).status, 200);
});

test('oauth.refresh.reuse: among the tokens of simultaneous requests', async () => {
  const disabled = await make.user({});
  const tokens = await Promise.all(Array.from({ length: 12 }, () => tokensFor(server, client, person.id)));
  const stolen = await tokensFor(server, client, person.id);
  const unusable = await tokensFor(server, client, disabled.id);
  const { body: next } = await refresh(stolen.refresh_token);
  await later('31 s');
  await platform.db.writer.rows(sql`update account set active = false where id = ${disabled.id}`);
  const [reused, successor, refused, unknown, ...answers] = await Promise.all(
    [stolen, next, unusable, { refresh_token: 'mrr_unknown' }, ...tokens].map(({ refresh_token: token }) => refresh(token)),
  );
  assert.ok(reused && successor && refused && unknown);
  assertRefused(reused, 401, 'invalid_grant');
  assertRefused(refused, 403, 'access_denied');
  assertRefused(unknown, 401, 'invalid_grant');
  // Its answer depends on which of the two ran first. The grant has ended in any case.
  if (successor.status === 200) assertRefused(await refresh(successor.body.refresh_token), 401, 'invalid_grant');
  for (const { access_token: token } of [stolen, next]) assert.equal(await works(token), false);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, tokens.length, 'each has another token');
  for (const { body } of answers) assert.equal((await refresh(body.refresh_token)).status, 200);
});

test('a refresh waits for another change of its grant', async () => {
  for (const [change, status] of [
    [sql`update oauth_grant set token_used_at = now() where id = `, 200],
    [sql`delete from oauth_grant where id = `, 401],
    [sql`update oauth_grant set expires_at = now() where id = `, 401],
  ] as const) {
    const { refresh_token: token } = await tokensFor(server, client, person.id);
    const changed = await platform.db.transaction(async (tx) => {
      const grant = await tx.only<{ id: string }>(
        sql`select grant_id as id from oauth_refresh_token where hash = ${platform.identity.tokens.hash(token)}`,
      );
      await tx.rows(sql`${change}${grant.id}`);
      const answer = refresh(token);
      const isAnswered = answer.then(() => true);
      const isWaiting = async () => (await countLockWaits(platform.db.reader)) > 0;
      while (!(await Promise.race([isAnswered, isWaiting()]))) await pause(10);
      return { answer };
    });
    assert.equal((await changed.answer).status, status);
  }
});

test('oauth.refresh.scopes', async () => {
  const own = await createTestClient(server);
  const proof = { client_secret: own.secret };
  const { refresh_token: first } = await tokensFor(server, own, person.id, ['user_default', 'admin_classic', 'offline_access']);
  assertRefused(await refresh(first, { ...proof, scope: 'unknown' }), 400, 'invalid_scope');
  const { body: narrow } = await refresh(first, { ...proof, scope: 'users:read' });
  assert.equal(narrow.scope, 'users:read');
  const { body: whole } = await refresh(narrow.refresh_token, proof);
  assert.equal(whole.scope, 'user_default admin_classic offline_access', 'fewer scopes for one token are not fewer for the grant');

  const change = (scopes: string[]) =>
    call('PATCH /api/v1/oauth-clients/{id}', { path: { id: own.id }, body: [{ op: 'replace', path: '/allowedScopes', value: scopes }] });
  await change(['user_default', 'offline_access']);
  const { body: less } = await refresh(whole.refresh_token, proof);
  assert.equal(less.scope, 'user_default offline_access');
  await change(['audit_logs_view'].map((name) => `classic_service.${name}`));
  assertRefused(await refresh(less.refresh_token, proof), 400, 'invalid_scope');
});

test('a grant that was not used for 30 days has ended', async () => {
  const { refresh_token: token } = await tokensFor(server, client, person.id);
  const [row] = await platform.db.reader.rows<{ days: number }>(sql`
    select round(extract(epoch from max(expires_at) - now()) / 86400)::int as days
    from oauth_grant`);
  assert.equal(row?.days, 30);
  await platform.db.writer.rows(sql`update oauth_grant set expires_at = now() - interval '1 s'`);
  assertRefused(await refresh(token), 401, 'invalid_grant');
});

test('deleting the connection config ends all grants of the tenant', async () => {
  const own = await createTestClient(server);
  const tokens = await tokensFor(server, own, person.id);
  await call('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { path: { id: own.id } });
  assertRefused(await refresh(tokens.refresh_token, { client_secret: own.secret }), 401, 'invalid_grant');
  assert.equal(await works(tokens.access_token), false);
});

test('deleting a client ends its grants and tokens', async () => {
  const own = await createTestClient(server);
  const tokens = await tokensFor(server, own, person.id);
  await call('DELETE /api/v1/oauth-clients/{id}', { path: { id: own.id }, headers: { 'service-confirm-delete': own.id } });
  assert.equal((await refresh(tokens.refresh_token, { client_secret: own.secret })).status, 401);
  assert.equal(await works(tokens.access_token), false);
});
