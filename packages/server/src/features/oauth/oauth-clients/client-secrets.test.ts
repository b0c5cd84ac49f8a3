import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { ecKey } from './keys.fixture.ts';

const CREATE = 'POST /api/v1/oauth-clients';
const READ = 'GET /api/v1/oauth-clients/{id}';
const ADD = 'POST /api/v1/oauth-clients/{id}/client-secrets';
const DELETE = 'DELETE /api/v1/oauth-clients/{id}/client-secrets/{hint}';
const server = await startTestServer();
const { call, make, platform } = server;
const TABLE = 'oauth_client_secret';

const created = async (fields: object = {}): Promise<{ id: string; hint: string }> => {
  const { body } = await call(CREATE, { body: { appType: 'web', clientName: 'Report', ...fields } });
  return { id: body.clientId, hint: body.clientSecretHint };
};
const add = (id: string): Promise<Answer> => call(ADD, { path: { id } });
const hints = async (id: string): Promise<string[]> =>
  (await call(READ, { path: { id } })).body.clientSecrets.map(({ hint }: { hint: string }) => hint);

test('adds a secret, which only this answer contains', async () => {
  const { id, hint } = await created();
  const { status, body } = await add(id);
  assert.equal(status, 201, JSON.stringify(body));
  const { clientSecret, ...shown } = body;
  assert.deepEqual([shown.clientId, shown.createdBy, shown.hint], [id, await make.administrator(), clientSecret.slice(-5)]);
  assert.match(clientSecret, /^mro_[\w-]{43}$/);
  const read = (await call(READ, { path: { id } })).body;
  assert.deepEqual(read.clientSecrets[1], { hint: shown.hint, createdAt: shown.createdAt, createdBy: shown.createdBy });
  assert.deepEqual(await hints(id), [hint, shown.hint]);
  const { body: log } = await call('GET /security/audit/logs', { query: { size: 1 } });
  assert.ok(log[0].request.url.endsWith('/client-secrets') && !JSON.stringify(log).includes(clientSecret));
  const { hash } = await platform.db.reader.only<{ hash: Buffer }>(sql`
    select hash
    from oauth_client_secret
    where client_id = ${id}
      and hint = ${shown.hint}`);
  assert.ok(hash.equals(platform.identity.tokens.hash(clientSecret)));
});

test('oauth-clients.limits.secrets', async () => {
  const { id } = await created();
  for (let more = 0; more < 3; more += 1) assert.equal((await add(id)).status, 201);
  const answers = await Promise.all([add(id), add(id)]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409], 'one of two simultaneous calls adds the last secret');
  await leavesNothing(server, ADD, { path: { id } }, 409, 'secrets_limit', TABLE);
  const all = await hints(id);
  assert.equal(new Set(all).size, 5);
  assert.equal((await call(DELETE, { path: { id, hint: all[0] ?? '' } })).status, 204);
  assert.equal((await add(id)).status, 201);
});

test('oauth-clients.secrets.method', async () => {
  const { id } = await created({ allowedAuthMethods: ['private_key_jwt'], publicKeys: [ecKey('ec')] });
  await leavesNothing(server, ADD, { path: { id } }, 400, 'secret_not_used', TABLE);
});

test('oauth-clients.secrets.delete', async () => {
  const [{ id, hint }, other] = [await created(), await created()];
  const { body: second } = await add(id);
  await leavesNothing(server, DELETE, { path: { id, hint: other.hint } }, 404, 'not_found', TABLE);
  await leavesNothing(server, DELETE, { path: { id, hint: 'x'.repeat(6) } }, 400, 'malformed_request', TABLE);
  assert.equal((await call(DELETE, { path: { id, hint } })).status, 204);
  await leavesNothing(server, DELETE, { path: { id, hint } }, 404, 'not_found', TABLE);
  assert.deepEqual(await hints(id), [second.hint]);
  assert.equal((await call(DELETE, { path: { id, hint: second.hint } })).status, 204);
  assert.deepEqual([await hints(id), await hints(other.id)], [[], [other.hint]]);
});

test('only administrators of clients in the own tenant add and delete secrets', async () => {
  const { id, hint } = await created();
  const weak = await make.user({ permissions: PERMISSIONS.filter((one) => one !== 'SVC_OAUTH_CLIENT_MANAGEMENT') });
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  for (const [token, status, code] of [
    [weak.token, 403, 'forbidden'],
    [stranger.token, 404, 'not_found'],
  ] as const) {
    await leavesNothing(server, ADD, { token, path: { id } }, status, code, TABLE);
    await leavesNothing(server, DELETE, { token, path: { id, hint } }, status, code, TABLE);
  }
});
