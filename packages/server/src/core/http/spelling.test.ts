import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICE_ACCOUNT_PERMISSIONS } from '@millrace/contract';
import { createClient } from '@millrace/contract/client';
import { errorOf, assertRefused } from '../../../test/support/refusals.ts';
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

const FINISHED = 'com.service.v1.task.run.finished';
const PUBLISHED = FINISHED.replace('com.service.', 'com.qlik.');
const CLASSIC = 'classic_talend.tmc_operator';
const hook = { url: 'https://hooks.example.com/', enabled: false, level: 'tenant' } as const;

test('requests.words.fields', async () => {
  const { body: role } = await call('POST /account/roles', { body: { name: 'my TMC_OPERATOR copy', permissions: ['SVC_OPERATOR'] } });
  const read = async () => (await call('GET /account/roles/{id}', { path: { id: role.id } })).body;
  assert.deepEqual([role.permissions, (await read()).permissions], [['SVC_OPERATOR'], ['SVC_OPERATOR']]);
  const { body: account } = await call('POST /account/service-accounts', {
    body: { name: 'copies SVC and TMC_OPERATOR', permissions: ['SVC_OPERATOR'] },
  });
  assert.deepEqual(account.permissions, ['SVC_OPERATOR']);
  const { body: webhook } = await call('POST /api/v1/webhooks', {
    body: { ...hook, name: 'x', description: `replaces ${PUBLISHED}`, eventTypes: [FINISHED] },
  });
  assert.deepEqual([webhook.eventTypes, webhook.description], [[FINISHED], `replaces ${PUBLISHED}`]);
  const name = 'TMC_OPERATOR';
  await call('PATCH /api/v1/roles/{id}', { path: { id: role.id }, body: [{ op: 'replace', path: '/name', value: name }] });
  assert.deepEqual(await read(), { ...role, name });
});

/** An object by its routes: `at` is its path, and `list` the field with its words. */
type Kept = { at: string; list: string; words: string[]; send: (headers: Record<string, string>, words: string[]) => Promise<unknown> };

test('requests.words.kept', async () => {
  const anyCall = call as (route: string, options?: object) => Promise<{ status: number; body: Record<string, unknown> }>;
  const kept = async ({ at, list, words, send }: Kept) => {
    const read = async (headers = {}) =>
      (await anyCall(`GET ${at.replace(/[^/]+$/, '{id}')}`, { path: { id: at.split('/').at(-1) }, headers })).body[list];
    assert.deepEqual(await read(), words, at);
    for (const headers of [{ 'service-version': '2021-03' }, { 'talend-version': '2021-03' }] as Record<string, string>[]) {
      await send(headers, (await read(headers)) as string[]);
      assert.deepEqual(await read(), words, `${at} ${Object.keys(headers).join()}`);
    }
    await send({}, words);
    assert.deepEqual(await read(), words, `${at} as it was written`);
  };
  const put = (route: string, id: string, list: string, others: object) => async (headers: Record<string, string>, words: string[]) =>
    assert.equal((await anyCall(route, { path: { id }, headers, body: { ...others, [list]: words } })).status, 200);
  const patch = (route: string, id: string, list: string) => async (headers: Record<string, string>, value: string[]) =>
    assert.equal((await anyCall(route, { path: { id }, headers, body: [{ op: 'replace', path: `/${list}`, value }] })).status, 204);

  const role = (await call('POST /account/roles', { body: { name: 'Kept', permissions: MIXED } })).body.id;
  const inRole = { at: `/account/roles/${role}`, list: 'permissions', words: MIXED };
  await kept({ ...inRole, send: put('PUT /account/roles/{id}', role, 'permissions', { name: 'Renamed' }) });
  await kept({
    ...inRole,
    at: `/api/v1/roles/${role}`,
    list: 'assignedScopes',
    send: patch('PATCH /api/v1/roles/{id}', role, 'assignedScopes'),
  });
  const scim = (words: string[]) => words.map((value) => ({ value }));
  await kept({
    ...inRole,
    send: async (headers, words) => {
      const options = { path: { id: role }, headers };
      assert.equal(
        (await anyCall('PUT /scim/v2/Roles/{id}', { ...options, body: { name: 'By SCIM', entitlements: scim(words) } })).status,
        200,
      );
      const Operations = [{ op: 'replace', path: 'name', value: 'Again' }];
      assert.equal((await anyCall('PATCH /scim/v2/Roles/{id}', { ...options, body: { Operations } })).status, 200);
    },
  });
  const headers = { 'service-version': '2021-03' };
  const added = [...MIXED, 'TMC_ROLE_MANAGEMENT'];
  await anyCall('PUT /account/roles/{id}', { path: { id: role }, headers, body: { name: 'New word', permissions: added } });
  assert.deepEqual((await call('GET /account/roles/{id}', { path: { id: role } })).body.permissions, added, 'a new word');

  const account = (await call('POST /account/service-accounts', { body: { name: 'Kept', permissions: MIXED } })).body.id;
  const send = put('PUT /account/service-accounts/{id}', account, 'permissions', { name: 'Renamed' });
  await kept({ at: `/account/service-accounts/${account}`, list: 'permissions', words: MIXED, send });

  const types = [PUBLISHED, 'com.service.v1.role.created'];
  const webhook = (await call('POST /api/v1/webhooks', { body: { ...hook, name: 'kept', eventTypes: types } })).body.id;
  const inWebhook = { at: `/api/v1/webhooks/${webhook}`, list: 'eventTypes', words: types };
  await kept({ ...inWebhook, send: put('PUT /api/v1/webhooks/{id}', webhook, 'eventTypes', { ...hook, name: 'renamed' }) });
  await kept({ ...inWebhook, send: patch('PATCH /api/v1/webhooks/{id}', webhook, 'eventTypes') });

  const scopes = [CLASSIC, 'user_default'];
  const client = (
    await call('POST /api/v1/oauth-clients', {
      body: { appType: 'web', clientName: 'Kept', allowedScopes: scopes, redirectUris: ['https://a.example.com/'] },
    })
  ).body.clientId;
  await kept({
    at: `/api/v1/oauth-clients/${client}`,
    list: 'allowedScopes',
    words: scopes,
    send: patch('PATCH /api/v1/oauth-clients/{id}', client, 'allowedScopes'),
  });
});

test('the words of roles in SCIM', async () => {
  const entitlements = MIXED.map((value) => ({ value }));
  const created = await call('POST /scim/v2/Roles', { body: { name: 'By SCIM too', entitlements } });
  assert.deepEqual([created.status, created.body.entitlements], [201, entitlements]);
  const path = { id: String(created.body.id) };
  assert.deepEqual((await call('GET /account/roles/{id}', { path })).body.permissions, MIXED);
  const { body: heard } = await call('GET /scim/v2/Roles/{id}', { path, headers: { 'talend-version': '2021-03' } });
  assert.deepEqual(heard.entitlements, [{ value: 'TMC_ENGINE_USE' }, { value: 'TMC_OPERATOR' }]);
  const query = { filter: 'name eq "By SCIM too"' };
  const { body: list } = await call('GET /scim/v2/Roles', { query, headers: { 'service-version': '2021-03' } });
  assert.deepEqual(list.Resources[0].entitlements, [{ value: 'SVC_ENGINE_USE' }, { value: 'SVC_OPERATOR' }]);
});

test('requests.words.refusal', async () => {
  const { token } = await make.user();
  const refused = async (headers: Record<string, string>) => {
    const answer = await call('GET /account/roles', { token, headers });
    assertRefused(answer, 403, 'forbidden');
    return errorOf(answer.body).message;
  };
  assert.match(await refused({ 'talend-version': '2021-03' }), /needs the permission TMC_ROLE_MANAGEMENT\./);
  assert.match(await refused({}), /needs the permission SVC_ROLE_MANAGEMENT\./);
  const unknown = await call('POST /api/v1/webhooks', {
    body: { name: 'x', url: 'https://hooks.example.com/', eventTypes: ['com.qlik.v1.nothing'] },
  });
  assertRefused(unknown, 400, 'event_type_unknown');
  assert.match(errorOf(unknown.body).message, /'com\.qlik\.v1\.nothing'/);

  const name = 'com.service.v1.PROD';
  const { body: role } = await call('POST /account/roles', { body: { name, permissions: ['TMC_OPERATOR'] } });
  const keeper = await make.user({ permissions: ['SVC_ROLE_MANAGEMENT'] });
  const options = { token: keeper.token, path: { id: role.id }, body: { name, permissions: [] }, headers: { 'talend-version': '2021-03' } };
  const held = await call('PUT /account/roles/{id}', options);
  assert.equal(held.status, 403);
  assert.match(errorOf(held.body).message, /^The role 'com\.service\.v1\.PROD' has permissions .*\(TMC_OPERATOR\)/);
});

test('a refusal with a very long name is spelled in time that grows with its length', { timeout: 120_000 }, async () => {
  const name = " 'a".repeat(100_000);
  for (const headers of [{}, { 'talend-version': '2021-03' }]) {
    const answer = await call('POST /account/roles', { headers, body: { name: 'Long', [name]: true } });
    assertRefused(answer, 400, 'malformed_request');
    assert.ok(JSON.stringify(answer.body).includes(name));
  }
});
