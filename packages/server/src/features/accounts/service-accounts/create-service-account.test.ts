// run: own server because it sets MILLRACE_SERVICE_ACCOUNTS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICE_ACCOUNT_PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /account/service-accounts';
const server = await startTestServer();
const { call, make, platform } = server;
const TABLES = ['account', 'service_account', 'service_account_secret'];

test('service-accounts.create.secret', async () => {
  const { status, body, headers } = await call(ROUTE, { body: { name: ' pipeline ', permissions: ['SVC_OPERATOR', 'SVC_ENGINE_USE'] } });
  assert.equal(status, 201);
  const { secret, ...rest } = body;
  assert.match(secret, /^mrs_[\w-]{43}$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(Object.keys(rest).toSorted(), ['createdDate', 'id', 'lastModifiedDate', 'name', 'permissions']);
  assert.deepEqual([rest.name, rest.permissions], ['pipeline', ['SVC_ENGINE_USE', 'SVC_OPERATOR']]);
  const [stored] = await platform.db.reader.rows<{ text: string; hash: Buffer; hint: string }>(sql`
    select s::text as text, s.hash, s.hint
    from service_account_secret s
    where s.account_id = ${body.id}`);
  assert.deepEqual([stored?.hash, stored?.hint], [platform.identity.tokens.hash(secret), secret.slice(-5)]);
  assert.ok(!stored?.text.includes(secret.slice(4)));
  for (const shown of [
    await call('GET /account/service-accounts'),
    await call('GET /account/service-accounts/{id}', { path: { id: body.id } }),
    await call('PUT /account/service-accounts/{id}', { path: { id: body.id }, body: { name: 'pipeline', permissions: [] } }),
  ]) {
    assert.equal(shown.status, 200);
    assert.ok(!JSON.stringify(shown.body).includes(secret.slice(4)));
  }
});

test('service-accounts.create.location', async () => {
  const { body, headers } = await call(ROUTE, { body: { name: 'located', permissions: [] } });
  const location = headers.get('location') ?? '';
  const found = await fetch(new URL(location, server.url), { headers: { authorization: `Bearer ${await make.administratorToken()}` } });
  assert.equal(((await found.json()) as { id: string }).id, body.id);
});

test('service-accounts.create.client-id', async () => {
  const { body } = await call(ROUTE, { body: { name: 'a client', permissions: [] } });
  const workspace = await make.workspace();
  const path = { workspaceId: workspace.id, serviceAccountId: body.id };
  const route = 'POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions';
  assert.equal((await call(route, { path, body: ['EXECUTE'] })).status, 201);
});

test('service-accounts.create.name', async () => {
  await call(ROUTE, { body: { name: 'taken', permissions: [] } });
  for (const name of ['taken', ' taken '])
    await leavesNothing(server, ROUTE, { body: { name, permissions: [] } }, 409, 'service_account_name_taken', ...TABLES);
  assert.equal((await call(ROUTE, { body: { name: 'Taken', permissions: [] } })).status, 201, 'letter case counts');
  const foreign = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_SERVICE_ACCOUNT_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: foreign.token, body: { name: 'taken', permissions: [] } })).status, 201);
});

test('service-accounts.create.permissions', async () => {
  const { body } = await call(ROUTE, { body: { name: 'all of them', permissions: SERVICE_ACCOUNT_PERMISSIONS } });
  assert.deepEqual(body.permissions, [...SERVICE_ACCOUNT_PERMISSIONS].toSorted());
  const twice = await call(ROUTE, { body: { name: 'the same twice', permissions: ['SVC_OPERATOR', 'SVC_OPERATOR'] } });
  assert.deepEqual(twice.body.permissions, ['SVC_OPERATOR']);
  for (const permission of ['SVC_PROJECT_MANAGEMENT', 'SVC_SUBSCRIPTION_MANAGEMENT', 'svc_operator', 'OPERATOR', '', 7, null])
    await leavesNothing(
      server,
      ROUTE,
      { body: { name: 'wrong', permissions: ['SVC_OPERATOR', permission] } },
      400,
      'malformed_request',
      ...TABLES,
    );
});

test('service-accounts.create.licence', async () => {
  const limited = await startTestServer({ MILLRACE_SERVICE_ACCOUNTS: '2' });
  const answers = await Promise.all(
    [1, 2, 3, 4].map((number) => limited.call(ROUTE, { body: { name: `number ${number}`, permissions: [] } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 403, 403]);
  const refused = answers.find(({ status }) => status === 403);
  assert.ok(refused);
  assertRefused(refused, 403, 'service_accounts_limit');
  assert.deepEqual(await limited.count('service_account'), { service_account: 2 });
});

test('service-accounts.all.permission: creating', async () => {
  const body = { name: 'unwanted', permissions: [] };
  await leavesNothing(server, ROUTE, { token: undefined, body }, 401, 'not_signed_in', ...TABLES);
  await leavesNothing(
    server,
    ROUTE,
    { token: (await make.user({ permissions: ['SVC_USER_MANAGEMENT'] })).token, body },
    403,
    'forbidden',
    'service_account',
  );
});

test('a malformed body is refused', async () => {
  const bodies: unknown[] = [
    undefined,
    {},
    [],
    { name: 'a' },
    { permissions: [] },
    { name: ' ', permissions: [] },
    { name: 'x'.repeat(256), permissions: [] },
    { name: 'a', permissions: 'SVC_OPERATOR' },
    { name: 'a', permissions: [], secret: 'mrs_chosen' },
    { name: 'a', permissions: [], id: crypto.randomUUID() },
  ];
  for (const body of bodies) await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', ...TABLES);
});
