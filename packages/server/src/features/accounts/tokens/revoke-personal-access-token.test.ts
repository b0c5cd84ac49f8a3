import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /account/personal-access-tokens/{tokenId}';
const server = await startTestServer();
const { call, make } = server;

const create = async (token: string): Promise<{ id: string; token: string }> =>
  (await call('POST /account/personal-access-tokens', { token, body: { name: 'revocable' } })).body;

test('personal-access-tokens.delete.at-once', async () => {
  const { token } = await make.user();
  const made = await create(token);
  assert.equal((await call('GET /account/me', { token: made.token })).status, 200);
  assert.equal((await call(ROUTE, { token, path: { tokenId: made.id } })).status, 204);
  const refused = await call('GET /account/me', { token: made.token });
  assertRefused(refused, 401, 'not_signed_in');
  assert.equal(refused.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
  assert.equal((await call('GET /account/me', { token })).status, 200, 'other tokens of the user stay');
});

test('revokes the token that it is called with', async () => {
  const made = await create((await make.user()).token);
  assert.equal((await call(ROUTE, { token: made.token, path: { tokenId: made.id } })).status, 204);
  assertRefused(await call(ROUTE, { token: made.token, path: { tokenId: made.id } }), 401, 'not_signed_in');
});

test('personal-access-tokens.delete.unknown', async () => {
  const { token } = await make.user();
  const foreign = await create((await make.user()).token);
  const ofOtherTenant = await create((await make.user({ tenant: await make.otherTenant() })).token);
  for (const tokenId of [foreign.id, ofOtherTenant.id, crypto.randomUUID()]) {
    await leavesNothing(server, ROUTE, { token, path: { tokenId } }, 404, 'not_found', 'personal_access_token');
    await leavesNothing(server, ROUTE, { path: { tokenId } }, 404, 'not_found', 'personal_access_token');
  }
  const own = await create(token);
  assert.equal((await call(ROUTE, { token, path: { tokenId: own.id } })).status, 204);
  assertRefused(await call(ROUTE, { token, path: { tokenId: own.id } }), 404, 'not_found');
});

test('refuses a malformed id and callers without a token', async () => {
  assertRefused(await call(ROUTE, { path: { tokenId: 'mrp_secret' } }), 400, 'malformed_request');
  assertRefused(await call(ROUTE, { token: undefined, path: { tokenId: crypto.randomUUID() } }), 401, 'not_signed_in');
});
