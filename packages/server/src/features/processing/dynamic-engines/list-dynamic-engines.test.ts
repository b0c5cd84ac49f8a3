import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { RELEASES } from './packages/releases.ts';

const LIST = 'GET /processing/runtimes/dynamic-engines';
const VERSIONS = 'GET /processing/runtimes/dynamic-engine-versions';
const { call, make } = await startTestServer({ MILLRACE_ROLE: 'api' });

test('lists the dynamic engines of the tenant by name', async () => {
  for (const name of ['b', 'a', 'c']) await call('POST /processing/runtimes/dynamic-engines', { body: { name } });
  await make.dynamicEngine({ tenant: await make.otherTenant(), name: 'aa' });
  const { status, body } = await call(LIST);
  assert.equal(status, 200);
  assert.deepEqual(
    body.map(({ name }: { name: string }) => name),
    ['a', 'b', 'c'],
  );
});

test('dynamic-engines.list.permission', async () => {
  for (const route of [LIST, VERSIONS]) {
    assertRefused(await call(route, { token: undefined }), 401, 'not_signed_in');
    assertRefused(
      await call(route, { token: (await make.user({ permissions: ['SVC_OPERATOR', 'DYN_ENGINE_READ'] })).token }),
      403,
      'forbidden',
    );
    for (const permission of ['SVC_CLUSTER_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'] as const)
      assert.equal((await call(route, { token: (await make.user({ permissions: [permission] })).token })).status, 200);
  }
});

test('dynamic-engines.get.permission', async () => {
  const { id } = await make.dynamicEngine();
  const route = 'GET /processing/runtimes/dynamic-engines/{id}';
  assertRefused(await call(route, { token: undefined, path: { id } }), 401, 'not_signed_in');
  const { token } = await make.user({ permissions: ['SVC_RUN_PROFILE_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'] });
  assertRefused(await call(route, { token, path: { id } }), 403, 'forbidden');
  for (const permission of ['SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ'] as const) {
    assert.equal((await call(route, { token: (await make.user({ permissions: [permission] })).token, path: { id } })).status, 200);
    const stranger = await make.user({ permissions: [permission], tenant: await make.otherTenant() });
    assertRefused(await call(route, { token: stranger.token, path: { id } }), 404, 'not_found');
  }
  assertRefused(await call(route, { path: { id: crypto.randomUUID() } }), 404, 'not_found');
  assertRefused(await call(route, { path: { id: '42' } }), 400, 'malformed_request');
});

test('dynamic-engines.versions.releases', async () => {
  const { status, body } = await call(VERSIONS);
  assert.equal(status, 200);
  const log = await readFile(new URL('../../../../../../CHANGELOG.md', import.meta.url), 'utf8');
  const released = [...log.matchAll(/^## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/gm)].map(([, version, date]) => `${version} ${date}`);
  assert.deepEqual(
    RELEASES.map(({ version, published }) => `${version} ${published}`),
    released.slice(0, RELEASES.length),
    'the latest releases of the change log, in its order',
  );
  assert.deepEqual(
    body.map(({ id, publicationDate }: { id: string; publicationDate: string }) => `${id} ${publicationDate.slice(0, 10)}`),
    released.slice(0, RELEASES.length),
  );
  assert.deepEqual(
    body[0].services.map(({ id, feature }: { id: string; feature: string }) => [id, feature]),
    [
      ['engine-operator', 'infra'],
      ['engine-agent', 'environment'],
    ],
  );
});
