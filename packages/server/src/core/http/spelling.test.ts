import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICE_ACCOUNT_PERMISSIONS } from '@millrace/contract';
import { createClient } from '@millrace/contract/client';
import { errorOf, isRefused } from '../../../test/support/refusals.ts';
import { startTestServer } from '../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const MIXED = ['SVC_ENGINE_USE', 'TMC_OPERATOR'];
const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

test('requests.words.caller', async () => {
  const { body: role } = await call('POST /account/roles', { body: { name: 'Mixed', permissions: MIXED } });
  const permissions = async (headers: Record<string, string>, query: object = {}) =>
    (await call('GET /account/roles/{id}', { path: { id: role.id }, headers, query: { ...query } })).body.permissions;
  const vendor = ['TMC_ENGINE_USE', 'TMC_OPERATOR'];
  const ours = ['SVC_ENGINE_USE', 'SVC_OPERATOR'];
  assert.deepEqual(await permissions({}), MIXED, 'a caller that uses no words hears those of the object');
  for (const headers of [{ 'talend-version': '2021-03' }, { 'Qlik-Api-Version': '2026-08' }])
    assert.deepEqual(await permissions(headers as Record<string, string>), vendor);
  assert.deepEqual(await permissions({}, { talendVersion: '2021-03' }), vendor);
  assert.deepEqual(await permissions({ 'service-version': '2021-03' }), ours);
  assert.deepEqual(await permissions({}, { serviceVersion: '2021-03' }), ours);
  const client = createClient({ baseUrl: server.url, token: await make.administratorToken() });
  assert.deepEqual((await client.call('GET /account/roles/{id}', { path: { id: role.id } })).body.permissions, ours, 'our own client');

  const headers = { 'talend-version': '2021-03' };
  const offered = await call('GET /account/service-accounts/permissions', { headers });
  assert.deepEqual(
    offered.body,
    SERVICE_ACCOUNT_PERMISSIONS.map((one) => one.replace('SVC_', 'TMC_')),
  );
  assert.deepEqual((await call('GET /account/service-accounts/permissions')).body, SERVICE_ACCOUNT_PERMISSIONS);
  const { body: types } = await call('GET /api/v1/webhooks/event-types', { headers: { 'qlik-api-version': 'latest' } });
  assert.ok(types.data.every(({ name }: { name: string }) => name.startsWith('com.qlik.')));
  const found = await call('GET /api/v1/roles', { query: { filter: 'assignedScopes eq "TMC_ENGINE_USE" and name eq "Mixed"' } });
  assert.deepEqual(found.body.data[0].assignedScopes, vendor, 'a word in the query');
  const user = await make.user({ permissions: ['SVC_OPERATOR'] });
  const { body: me } = await call('GET /account/me', { token: user.token, headers });
  assert.deepEqual([me.permissions, me.roles[0].permissions, me.login], [['TMC_OPERATOR'], ['TMC_OPERATOR'], user.login]);
});

test('requests.words.account', async () => {
  const { body: account } = await call('POST /account/service-accounts', { body: { name: 'Published', permissions: MIXED } });
  const { body: issued } = await call('POST /security/oauth/token', {
    token: undefined,
    headers: { authorization: basic(account.id, account.secret) },
    body: { grant_type: 'client_credentials' },
  });
  const token = issued.access_token;
  assert.deepEqual((await call('GET /account/me', { token })).body.permissions, ['TMC_ENGINE_USE', 'TMC_OPERATOR']);
  assert.ok((await call('GET /account/service-accounts/permissions', { token })).body.includes('TMC_OPERATOR'));
  const { body: neutral } = await call('GET /account/me', { token, headers: { 'service-version': '2021-03' } });
  assert.deepEqual(neutral.permissions, ['SVC_ENGINE_USE', 'SVC_OPERATOR']);
  const path = { id: account.id };
  await call('PUT /account/service-accounts/{id}', { path, body: { name: 'Published', permissions: ['SVC_OPERATOR'] } });
  assert.deepEqual((await call('GET /account/me', { token })).body.permissions, ['SVC_OPERATOR'], 'written in other words');
});

test('requests.words.refusal', async () => {
  const { token } = await make.user();
  const refused = async (headers: Record<string, string>) => {
    const answer = await call('GET /account/roles', { token, headers });
    isRefused(answer, 403, 'forbidden');
    return errorOf(answer.body).message;
  };
  assert.match(await refused({ 'talend-version': '2021-03' }), /needs the permission TMC_ROLE_MANAGEMENT\./);
  assert.match(await refused({}), /needs the permission SVC_ROLE_MANAGEMENT\./);
  const unknown = await call('POST /api/v1/webhooks', {
    body: { name: 'x', url: 'https://hooks.example.com/', eventTypes: ['com.qlik.v1.nothing'] },
  });
  isRefused(unknown, 400, 'event_type_unknown');
  assert.match(errorOf(unknown.body).message, /'com\.qlik\.v1\.nothing'/);
});
