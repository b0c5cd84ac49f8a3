import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICE_ACCOUNT_PERMISSIONS, type Permission } from '@millrace/contract';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /account/service-accounts';
const COUNT = 'GET /account/service-accounts/count';
const { call, make } = await startTestServer();
const foreign = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_SERVICE_ACCOUNT_MANAGEMENT'] });
const create = (name: string, token?: string) =>
  call('POST /account/service-accounts', { body: { name, permissions: [] }, ...(token !== undefined && { token }) });
const names = async (token?: string): Promise<string[]> =>
  (await call(ROUTE, token === undefined ? {} : { token })).body.map(({ name }: { name: string }) => name);

test('service-accounts.list.tenant', async () => {
  for (const name of ['zebra', 'ant', 'mole']) await create(name);
  await create('elsewhere', foreign.token);
  assert.deepEqual(await names(), ['ant', 'mole', 'zebra']);
  assert.deepEqual(await names(foreign.token), ['elsewhere']);
  const { body: counted } = await call(COUNT);
  assert.deepEqual(counted, { tenantId: await make.tenant(), count: 3 });
  assert.deepEqual((await call(COUNT, { token: foreign.token })).body, { tenantId: foreign.tenant, count: 1 });
});

test('service-accounts.version.optional', async () => {
  const answers = await Promise.all([
    call(ROUTE, { query: { serviceVersion: '2021-03' } }),
    call(ROUTE, { headers: { 'service-version': '2021-03' } }),
    call(COUNT, { query: { serviceVersion: 'any' } }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
});

test('service-accounts.count.permission', async () => {
  const as = async (...permissions: Permission[]) => call(COUNT, { token: (await make.user({ permissions })).token });
  assert.equal((await as('SVC_SERVICE_ACCOUNT_MANAGEMENT')).status, 200);
  assert.equal((await as('SVC_SUBSCRIPTION_MANAGEMENT')).status, 200);
  assertRefused(await as('SVC_USER_MANAGEMENT', 'SVC_OPERATOR'), 403, 'forbidden');
  assertRefused(await call(COUNT, { token: undefined }), 401, 'not_signed_in');
});

test('service-accounts.permissions.list', async () => {
  const { token } = await make.user();
  const { status, body } = await call('GET /account/service-accounts/permissions', { token });
  assert.deepEqual([status, body], [200, [...SERVICE_ACCOUNT_PERMISSIONS]]);
  assert.equal(body.length, 12);
  assertRefused(await call('GET /account/service-accounts/permissions', { token: undefined }), 401, 'not_signed_in');
});

test('service-accounts.all.permission: listing', async () => {
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
  assertRefused(await call(ROUTE, { token: (await make.user({ permissions: ['SVC_SUBSCRIPTION_MANAGEMENT'] })).token }), 403, 'forbidden');
});
