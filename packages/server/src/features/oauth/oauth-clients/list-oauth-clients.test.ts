import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_LINE_CLIENT, PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const LIST = 'GET /api/v1/oauth-clients';
const READ = 'GET /api/v1/oauth-clients/{id}';
const CREATE = 'POST /api/v1/oauth-clients';
const server = await startTestServer();
const { call, make, platform } = server;
// The client of the command line has its own tests.
await platform.db.writer.rows(sql`delete from oauth_client where id = ${COMMAND_LINE_CLIENT}`);

const created = async (clientName: string, appType = 'web', token?: string): Promise<string> =>
  (await call(CREATE, { body: { appType, clientName }, ...(token !== undefined && { token }) })).body.clientId;
const names = ({ body }: Answer): string[] => body.data.map(({ clientName }: { clientName: string }) => clientName);
const found = async (query: object): Promise<string[]> => names(await call(LIST, { query: { ...query } }));

const b = await created('b');
await created('C', 'spa');
await created('a', 'native');
const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
const foreign = await created('foreign', 'web', stranger.token);

test('oauth-clients.list.filter', async () => {
  assert.deepEqual(await found({}), ['a', 'b', 'C']);
  assert.deepEqual(await found({ sort: '-clientName' }), ['C', 'b', 'a']);
  assert.deepEqual(await found({ sort: 'createdAt' }), ['b', 'C', 'a']);
  assert.deepEqual(await found({ sort: '-updatedAt' }), ['a', 'C', 'b']);
  assert.deepEqual(await found({ sort: 'tenantId,appType' }), ['a', 'C', 'b']);
  assert.deepEqual(await found({ sort: 'clientId' }), ['b', 'C', 'a']);
  assert.deepEqual(await found({ filter: 'appType eq "web" or clientName eq "c"' }), ['b', 'C']);
  assert.deepEqual(await found({ filter: `clientId eq "${b}"` }), ['b']);
  assert.deepEqual(await found({ filter: `tenantId eq "${await make.tenant()}" and createdByType eq "user"` }), ['a', 'b', 'C']);
  assert.deepEqual(await found({ filter: 'not (createdByType eq "user")' }), []);
  assertRefused(await call(LIST, { query: { filter: 'redirectUris co "a"' } }), 400, 'malformed_filter');
  assertRefused(await call(LIST, { query: { sort: 'description' } }), 400, 'malformed_request');
  for (const sort of ['clientName', '-updatedAt', 'tenantId']) {
    const page = await call(LIST, { query: { limit: 2, sort, totalResults: true } });
    assert.equal(page.body.totalResults, 3);
    const rest = await call(`GET ${page.body.links.next.href.slice(server.url.length)}`);
    assert.deepEqual([...names(page), ...names(rest)], await found({ sort }));
    assert.ok(rest.body.links.prev.href);
  }
  assert.ok(!('totalResults' in (await call(LIST)).body));
  assertRefused(await call(LIST, { query: { next: 'x' } }), 400, 'malformed_request');
});

test('oauth-clients.all.visible', async () => {
  assert.deepEqual(names(await call(LIST, { token: stranger.token })), ['foreign']);
  assertRefused(await call(READ, { path: { id: foreign } }), 404, 'not_found');
  assertRefused(await call(READ, { token: stranger.token, path: { id: b } }), 404, 'not_found');
});

const HIDDEN = ['redirectUris', 'allowedOrigins', 'allowedAuthMethods', 'publicKeys', 'clientSecrets', 'connectionConfig'];

test('oauth-clients.list.administrator', async () => {
  const { token } = await make.user();
  const path = { id: b };
  const [ofUser, ofAdministrator] = [(await call(READ, { token, path })).body, (await call(READ, { path })).body];
  assert.deepEqual(
    Object.keys(ofAdministrator).filter((name) => !(name in ofUser)),
    HIDDEN,
  );
  assert.deepEqual((await call(LIST, { token, query: { filter: `clientId eq "${b}"` } })).body.data, [ofUser]);
  assert.deepEqual((await call(LIST, { query: { filter: `clientId eq "${b}"` } })).body.data, [ofAdministrator]);
});

test('oauth-clients.list.secrets', async () => {
  const { body } = await call(CREATE, { body: { appType: 'web', clientName: 'secretive' } });
  const lists = [await call(LIST), await call(READ, { path: { id: body.clientId } })].map((answer) => JSON.stringify(answer.body));
  for (const text of lists) assert.ok(text.includes(body.clientSecretHint) && !text.includes(body.clientSecret));
});
