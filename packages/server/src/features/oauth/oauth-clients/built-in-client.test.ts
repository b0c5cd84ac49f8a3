import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_LINE_CLIENT, COMMAND_LINE_SCOPES, PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { addCommandLineClient } from './rows.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const path = { id: COMMAND_LINE_CLIENT };
const TABLES = ['oauth_client', 'oauth_client_secret', 'oauth_connection_config'];
const CONFIG = '/api/v1/oauth-clients/{id}/connection-configs/me';

test('oauth-clients.built-in.added', async () => {
  const { status, body } = await call('GET /api/v1/oauth-clients/{id}', { path });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    [body.clientName, body.appType, body.createdByType, body.allowedScopes, body.redirectUris, body.connectionConfig.consentMethod],
    ['Millrace command line', 'native', 'system', COMMAND_LINE_SCOPES, ['http://127.0.0.1/callback'], 'required'],
  );
  assert.deepEqual(['tenantId' in body, 'ownerId' in body], [false, false]);
  const other = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  assert.equal((await call(`GET ${CONFIG}`, { path, token: other.token })).body.consentMethod, 'required', 'a later tenant has it, too');

  await platform.db.writer.rows(sql`delete from oauth_client where id = ${COMMAND_LINE_CLIENT}`);
  await platform.db.transaction(addCommandLineClient);
  assert.equal((await call(`GET ${CONFIG}`, { path })).status, 200, 'an older install gets the client at a start');
  assert.equal((await call(`DELETE ${CONFIG}`, { path })).status, 204);
  await platform.db.transaction(addCommandLineClient);
  assert.equal((await call(`GET ${CONFIG}`, { path })).status, 404, 'a later start does not restore the config');
  const value = 'required';
  assert.equal((await call(`PATCH ${CONFIG}`, { path, body: [{ op: 'replace', path: '/consentMethod', value }] })).status, 204);
});

test('oauth-clients.built-in.kept', async () => {
  const headers = { 'service-confirm-delete': COMMAND_LINE_CLIENT };
  const patch = [{ op: 'replace', path: '/clientName', value: 'Mine' }];
  for (const [route, sent] of [
    ['PATCH /api/v1/oauth-clients/{id}', { path, body: patch }],
    ['DELETE /api/v1/oauth-clients/{id}', { path, headers }],
    ['POST /api/v1/oauth-clients/{id}/actions/publish', { path }],
    ['POST /api/v1/oauth-clients/{id}/client-secrets', { path }],
  ] as const)
    await leavesNothing(server, route, sent, 404, 'not_found', ...TABLES);
});

test('lists contain the built-in client, and can be sorted by the tenant', async () => {
  await call('POST /api/v1/oauth-clients', { body: { appType: 'native', clientName: 'Another', redirectUris: [] } });
  for (const sort of ['tenantId', '-tenantId']) {
    const first = await call('GET /api/v1/oauth-clients', { query: { sort, limit: 1 } });
    const second = await call(`GET ${first.body.links.next.href.slice(server.url.length)}`);
    const names = [first, second].map(({ body }) => body.data[0].clientName);
    assert.deepEqual(names, sort === 'tenantId' ? ['Millrace command line', 'Another'] : ['Another', 'Millrace command line']);
  }
  const { body } = await call('GET /api/v1/oauth-clients', { query: { filter: 'createdByType eq "system"' } });
  assert.deepEqual(
    body.data.map(({ clientId }: { clientId: string }) => clientId),
    [COMMAND_LINE_CLIENT],
  );
});
