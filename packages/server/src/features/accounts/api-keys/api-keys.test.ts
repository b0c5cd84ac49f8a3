import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const LIST = 'GET /api/v1/api-keys';
const CREATE = 'POST /api/v1/api-keys';
const READ = 'GET /api/v1/api-keys/{id}';
const CHANGE = 'PATCH /api/v1/api-keys/{id}';
const DELETE = 'DELETE /api/v1/api-keys/{id}';
const server = await startTestServer();
const { call, make, platform } = server;
const TABLE = 'personal_access_token';
const DAY = 86_400_000;

const descriptions = ({ body }: Answer): string[] => body.data.map(({ description }: { description: string }) => description);
const rename = (value: string): object[] => [{ op: 'replace', path: '/description', value }];

test('creates a key, which is a personal access token', async () => {
  const user = await make.user({ permissions: ['SVC_OPERATOR'] });
  const { status, body } = await call(CREATE, {
    token: user.token,
    body: { description: ' pipeline ', expiry: 'P1W', sub: user.id, subType: 'user' },
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { token, id, created, expiry, ...rest } = body;
  assert.deepEqual(rest, {
    description: 'pipeline',
    sub: user.id,
    subType: 'user',
    status: 'active',
    tenantId: user.tenant,
    createdByUser: user.id,
    lastUpdated: created,
  });
  assert.equal(Date.parse(expiry) - Date.parse(created), 7 * DAY);
  assert.deepEqual((await call('GET /account/me', { token })).body.permissions, ['SVC_OPERATOR']);
  const read = await call(READ, { token, path: { id } });
  assert.deepEqual(read.body, { ...rest, id, created, expiry }, 'a read has no secret');
  const { body: tokens } = await call('GET /account/personal-access-tokens', { token });
  assert.ok(tokens.some((one: { id: string; name: string }) => one.id === id && one.name === 'pipeline'));
  await leavesNothing(server, CREATE, { token, body: { description: 'pipeline' } }, 409, 'token_name_taken', TABLE);
  for (const wrong of ['7D', 'P', 'PT', 'P1.5D', 'P-1D', 'P1D1Y', 'p1d', 'P100Y'])
    await leavesNothing(server, CREATE, { token, body: { description: 'x', expiry: wrong } }, 400, 'malformed_request', TABLE);
  assert.equal((await call(DELETE, { token, path: { id } })).status, 204);
  assertRefused(await call('GET /account/me', { token }), 401, 'not_signed_in');
});

test('api-keys.create.own', async () => {
  const other = await make.user();
  await leavesNothing(server, CREATE, { body: { description: 'for another', sub: other.id } }, 400, 'malformed_request', TABLE);
});

test('api-keys.all.own', async () => {
  const [owner, other] = [await make.user(), await make.user()];
  const manager = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_USER_MANAGEMENT'] });
  const { body: key } = await call(CREATE, { token: owner.token, body: { description: 'own' } });
  const path = { id: key.id };
  assert.deepEqual(descriptions(await call(LIST, { token: owner.token })), ['own', 'test']);
  assert.deepEqual(descriptions(await call(LIST, { token: other.token })), ['test']);
  assert.deepEqual(descriptions(await call(LIST, { token: manager.token, query: { sub: owner.id } })), ['own', 'test']);
  assert.deepEqual(descriptions(await call(LIST, { token: stranger.token, query: { sub: owner.id } })), []);
  for (const { token } of [other, stranger]) {
    assertRefused(await call(READ, { token, path }), 404, 'not_found');
    await leavesNothing(server, DELETE, { token, path }, 404, 'not_found', TABLE);
  }
  assert.equal((await call(READ, { token: manager.token, path })).body.createdByUser, owner.id);
  const program = await make.user({ type: 'SERVICE' });
  assert.deepEqual(descriptions(await call(LIST, { token: manager.token, query: { sub: program.id } })), []);
  assert.equal((await call(DELETE, { token: manager.token, path })).status, 204);
  assertRefused(await call('GET /account/me', { token: key.token }), 401, 'not_signed_in');
});

test('api-keys.change.own', async () => {
  const owner = await make.user();
  const manager = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const { body: key } = await call(CREATE, { token: owner.token, body: { description: 'before' } });
  const path = { id: key.id };
  assert.equal((await call(CHANGE, { token: owner.token, path, body: rename(' after ') })).status, 204);
  const { body } = await call(READ, { token: owner.token, path });
  assert.deepEqual([body.description, body.lastUpdated > body.created], ['after', true]);
  await leavesNothing(server, CHANGE, { token: manager.token, path, body: rename('mine') }, 404, 'not_found', TABLE);
  await leavesNothing(server, CHANGE, { token: owner.token, path, body: rename('test') }, 409, 'token_name_taken', TABLE);
  const wrong = [{ op: 'replace', path: '/expiry', value: 'P1D' }];
  await leavesNothing(server, CHANGE, { token: owner.token, path, body: wrong }, 400, 'malformed_request', TABLE);
});

test('api-keys.list.filters', async () => {
  const { token, id } = await make.user();
  for (const description of ['b', 'C', 'a']) await call(CREATE, { token, body: { description } });
  await platform.db.writer.rows(sql`update personal_access_token set expires_at = now() where account_id = ${id} and name = 'b'`);
  const list = (query: object) => call(LIST, { token, query: { ...query } });
  assert.deepEqual(descriptions(await list({ status: 'expired' })), ['b']);
  assert.deepEqual(descriptions(await list({ status: 'active', sort: 'description' })), ['a', 'C', 'test']);
  assert.deepEqual(descriptions(await list({ status: 'revoked' })), []);
  assert.deepEqual(descriptions(await list({ createdByUser: crypto.randomUUID() })), []);
  assert.deepEqual(descriptions(await list({ sort: '-status,description' })), ['b', 'a', 'C', 'test']);
  const first = await list({ limit: 3, status: 'active', sub: id, sort: 'description' });
  assert.deepEqual([descriptions(first), first.body.links.next], [['a', 'C', 'test'], undefined]);
  const page = await list({ limit: 2, sub: id });
  const { href } = page.body.links.next;
  assert.deepEqual([new URL(href).searchParams.has('startingAfter'), new URL(href).searchParams.get('sub')], [true, id]);
  const rest = await call(`GET ${href.slice(server.url.length)}`, { token });
  assert.deepEqual([...descriptions(page), ...descriptions(rest)], ['a', 'C', 'b', 'test']);
  assert.ok(rest.body.links.prev.href.includes('endingBefore='));
  assertRefused(await list({ sort: 'name' }), 400, 'malformed_request');
  assertRefused(await list({ startingAfter: 'x' }), 400, 'malformed_request');
});
