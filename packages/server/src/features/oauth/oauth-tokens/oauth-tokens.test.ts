import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { addCode, askToken, codeFields, createTestClient, tokensFor } from '../oauth/clients/oauth.fixture.ts';

const LIST = 'GET /api/v1/oauth-tokens';
const DELETE = 'DELETE /api/v1/oauth-tokens/{id}';
const server = await startTestServer();
const { call, count, make, platform, url } = server;
const client = await createTestClient(server);

type Entry = { id: string; userId: string; clientId: string; lastUsed: string };
const entries = async (token: string | undefined, query: Record<string, string> = {}): Promise<Entry[]> => {
  const { status, body } = await call(LIST, { ...(token !== undefined && { token }), query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const follow = (href: string) => call(LIST, { query: Object.fromEntries(new URL(href).searchParams) });
const me = (token: string) => call('GET /account/me', { token });

test('oauth-tokens.all.own', async () => {
  const [owner, other] = [await make.user(), await make.user()];
  const manager = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_USER_MANAGEMENT'] });
  await tokensFor(server, client, owner.id);
  await tokensFor(server, client, other.id);
  const [own, ...more] = await entries(owner.token);
  assert.deepEqual([own?.userId, own?.clientId, more], [owner.id, client.id, []]);
  const path = { id: own?.id ?? '' };
  assert.deepEqual((await entries(manager.token)).map(({ userId }) => userId).slice(0, 2), [other.id, owner.id]);
  assert.deepEqual(await entries(stranger.token), []);
  assert.deepEqual(await entries(owner.token, { userId: other.id }), [], 'a filter shows no grants of others');
  for (const { token } of [other, stranger]) await leavesNothing(server, DELETE, { token, path }, 404, 'not_found', 'oauth_grant');
  await leavesNothing(server, DELETE, { token: undefined, path }, 401, 'not_signed_in', 'oauth_grant');
  assert.equal((await call(DELETE, { token: manager.token, path })).status, 204);
  assert.deepEqual(await entries(owner.token), []);
});

test('oauth-tokens.list.filters', async () => {
  const owner = await make.user();
  for (let more = 0; more < 3; more += 1) {
    const code = await addCode(server, { client: client.id, account: owner.id });
    const texts = { deviceType: `device ${more}`, description: `sign-in ${more}` };
    assert.equal((await askToken(server, { ...codeFields(client, code), ...texts })).status, 200);
  }
  const all = await entries(undefined, { userId: owner.id });
  assert.deepEqual(
    all.map(({ id: _id, lastUsed: _at, ...rest }) => rest),
    [2, 1, 0].map((more) => ({
      tenantId: owner.tenant,
      userId: owner.id,
      clientId: client.id,
      description: `sign-in ${more}`,
      deviceType: `device ${more}`,
    })),
  );
  const first = await call(LIST, { query: { userId: owner.id, limit: '2' } });
  assert.deepEqual(first.body.data, all.slice(0, 2));
  const { body: second } = await follow(first.body.links.next.href);
  assert.deepEqual(second.data, all.slice(2));
  assert.equal(second.links.next, undefined);
  assert.deepEqual((await follow(second.links.prev.href)).body.data, all.slice(0, 2));
  assert.deepEqual(await entries(undefined, { userId: owner.id, sort: 'userId,id' }), all.toReversed());
  assertRefused(await call(LIST, { query: { sort: 'clientId' } }), 400, 'malformed_request');
  assertRefused(await call(LIST, { query: { page: 'x' } }), 400, 'malformed_request');

  await platform.db.writer.rows(sql`update oauth_grant set expires_at = now() where id = ${all[0]?.id ?? ''}`);
  assert.deepEqual(await entries(undefined, { userId: owner.id }), all.slice(1));
  assertRefused(await call(DELETE, { path: { id: all[0]?.id ?? '' } }), 404, 'not_found');
});

test('oauth-tokens.list.last-use', async () => {
  const owner = await make.user();
  const { access_token: token } = await tokensFor(server, client, owner.id);
  await platform.db.writer.rows(sql`update oauth_grant set last_used_at = '2026-01-01T00:00:00Z' where account_id = ${owner.id}`);
  const lastUsed = async (): Promise<string | undefined> => (await entries(owner.token))[0]?.lastUsed;
  assert.equal(await lastUsed(), '2026-01-01T00:00:00.000Z');
  assert.equal((await me(token)).status, 200);
  await runTimer(platform, 'store-grant-uses');
  const used = (await lastUsed()) ?? '';
  assert.ok(used > '2026-02', used);
  const { last_used_at: refreshed } = await platform.db.reader.only<{ last_used_at: Date }>(
    sql`select last_used_at from oauth_grant where account_id = ${owner.id}`,
  );
  assert.equal(refreshed.toISOString(), '2026-01-01T00:00:00.000Z', 'this time decides whether a refresh token came twice');
});

test('oauth-tokens.delete.ends', async () => {
  const owner = await make.user();
  const { access_token: token, refresh_token: refresh } = await tokensFor(server, client, owner.id);
  assert.equal((await me(token)).status, 200);
  const [own] = await entries(owner.token);
  assert.equal((await call(DELETE, { token: owner.token, path: { id: own?.id ?? '' } })).status, 204);
  assertRefused(await me(token), 401, 'not_signed_in');
  const again = { grant_type: 'refresh_token', refresh_token: refresh, client_id: client.id, client_secret: client.secret };
  assertRefused(await askToken(server, again), 401, 'invalid_grant');
  await leavesNothing(server, DELETE, { token: owner.token, path: { id: own?.id ?? '' } }, 404, 'not_found', 'oauth_grant');
});

test('oauth-tokens.account.take-back', async () => {
  const [person, other] = [await make.person(), await make.user()];
  const second = await createTestClient(server, { clientName: 'Second <program>' });
  const { access_token: token } = await tokensFor(server, client, person.id);
  const { access_token: kept } = await tokensFor(server, client, other.id);
  await tokensFor(server, client, person.id, ['identity.name:read']);
  await platform.db.writer.rows(sql`
    insert into oauth_consent (client_id, tenant_id, account_id, scopes)
    select c, ${await make.tenant()}, ${person.id}, '{user_default}'
    from unnest(${[client.id, second.id]}::uuid[]) as c`);
  const code = await addCode(server, { client: client.id, account: person.id });
  await platform.db.writer.rows(sql`
    insert into oauth_device_code (hash, user_code_hash, client_id, scopes, address, user_agent, allowed, account_id, tenant_id, authenticated_at)
    values ('\\x01', '\\x02', ${client.id}, '{user_default}', '192.0.2.1', '', true, ${person.id}, ${await make.tenant()}, now())`);
  const browser = new Browser(url);
  await browser.signIn(person.login, person.password);
  const page = await browser.open('/account');
  assert.equal(page.html.match(/aria-label="Take back the access of Report"/g)?.length, 1, 'one entry for both grants');
  assert.ok(page.html.includes('Take back the access of Second &lt;program&gt;'));
  for (const words of [
    'Read your name · Act for you when you are not signed in · Do all that you may do, except administer the tenant',
    'without asking you again',
  ])
    assert.ok(page.html.includes(words), words);

  const before = await count('oauth_grant', 'oauth_consent', 'oauth_code');
  assert.equal((await browser.post('/account/programs', { client: client.id })).status, 403, 'a form of another site');
  for (const wrong of ['', 'x', crypto.randomUUID()]) await browser.send(page, { client: wrong }, '/account/programs');
  assert.deepEqual(await count('oauth_grant', 'oauth_consent', 'oauth_code'), before);

  assert.equal((await browser.send(page, { client: client.id }, '/account/programs')).location, '/account?done=programs');
  const left = await browser.open('/account');
  assert.ok(!left.html.includes('access of Report') && left.html.includes('access of Second'));
  assertRefused(await me(token), 401, 'not_signed_in');
  assert.deepEqual(await count('oauth_device_code'), { oauth_device_code: 0 }, 'a device that has not fetched its tokens yet');
  assert.equal((await me(kept)).status, 200);
  assertRefused(await askToken(server, codeFields(client, code)), 401, 'invalid_grant');
  const { body: logged } = await call('GET /security/audit/logs', { query: { size: 1 } });
  assert.deepEqual([logged[0].request.url, logged[0].userId], ['/account/programs', person.id]);
  assert.equal((await new Browser(url).post('/account/programs', { client: second.id })).location, '/login?return_to=/account');
});
