// run: own server because it sets MILLRACE_PUBLIC_URL
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const READ = 'GET /api/v1/tenants/{id}';
const RENAME = 'PATCH /api/v1/tenants/{id}';
const { call, make, url, platform } = await startTestServer({ MILLRACE_PUBLIC_URL: 'https://jobs.example.com/etl' });
const id = await make.tenant();
const rename = (value: unknown, path = '/name') => [{ op: 'replace', path, value }];
const names = (): Promise<{ name: string }[]> => platform.db.reader.rows(sql`select name from tenant order by id`);

test('tenants.me.redirect', async () => {
  const weak = await make.user();
  const { status, headers } = await call('GET /api/v1/tenants/me', { token: weak.token });
  assert.deepEqual([status, headers.get('location')], [302, `/etl/api/v1/tenants/${id}`]);
  const { body } = await call(READ, { token: weak.token, path: { id } });
  const { created, ...rest } = body;
  assert.deepEqual(rest, {
    id,
    name: 'Millrace',
    hostnames: ['jobs.example.com'],
    status: 'active',
    links: { self: { href: `https://jobs.example.com/etl/api/v1/tenants/${id}` } },
  });
  assert.ok(Date.parse(created) > 0);
  assert.equal((await fetch(`${url}/api/v1/tenants/me`)).status, 401);
});

test('tenants.all.own', async () => {
  const other = await make.otherTenant();
  const before = await names();
  for (const unknown of [other, newId()]) {
    const answer = await call(READ, { path: { id: unknown } });
    assertRefused(answer, 404, 'not_found');
    assert.equal(answer.body.errors[0].code, 'TENANTS-8');
    assertRefused(await call(RENAME, { path: { id: unknown }, body: rename('Taken over') }), 404, 'not_found');
  }
  assert.deepEqual(await names(), before);
});

test('tenants.rename.permission', async () => {
  const manager = await make.user({ permissions: ['SVC_SUBSCRIPTION_MANAGEMENT'] });
  assert.equal((await call(RENAME, { token: manager.token, path: { id }, body: rename('Data team') })).status, 204);
  assert.equal((await call(READ, { path: { id } })).body.name, 'Data team');
  const before = await names();
  const without = await make.user({ permissions: PERMISSIONS.filter((one) => one !== 'SVC_SUBSCRIPTION_MANAGEMENT') });
  assertRefused(await call(RENAME, { token: without.token, path: { id }, body: rename('No') }), 403, 'forbidden');
  for (const body of [rename(''), rename(7), rename('x'.repeat(256)), rename('x', '/hostnames/1'), rename('x', '/enableAnalyticCreation')])
    assertRefused(await call(RENAME, { path: { id }, body }), 400, 'malformed_request');
  assert.deepEqual(await names(), before);
});
