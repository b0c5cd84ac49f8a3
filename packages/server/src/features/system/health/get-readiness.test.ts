import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { programVersion } from '../../../core/config.ts';
import { asAdministrator, testServerUrl } from '../../../../test/support/database.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /readyz';
const { call, platform } = await startTestServer();

const database = async (): Promise<string> => {
  const client = await platform.db.connect('test');
  await client.end();
  return client.database ?? '';
};

test('is ready while the database answers', async () => {
  const { status, body } = await call(ROUTE, { token: undefined });
  assert.deepEqual([status, body], [200, { status: 'ok', version: programVersion() }]);
});

test('is not ready while the database is away, lives on, and is ready again when it is back', async () => {
  const name = await database();
  await asAdministrator(testServerUrl(), async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });

  const away = await call(ROUTE, { token: undefined });
  assert.equal(away.status, 503);
  assert.equal(away.body.status, 'unavailable');
  assert.match(away.body.reason, /database/);
  assert.equal(away.headers.get('retry-after'), '1');
  assert.equal((await call('GET /healthz', { token: undefined })).status, 200);
  for (const sent of [{}, { token: 'mrp_wrong' }]) {
    const refused = await call('GET /account/me', sent);
    assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'], 'a token is not called wrong while nobody can tell');
  }
  assert.equal((await call('POST /account/personal-access-tokens', { body: { name: 'lost' } })).status, 503);

  await asAdministrator(testServerUrl(), (client) => client.query(`alter database ${name} allow_connections true`));
  let answer = await call(ROUTE, { token: undefined });
  while (answer.status !== 200) {
    await wait(50);
    answer = await call(ROUTE, { token: undefined });
  }
  assert.equal((await call('GET /account/me')).status, 200);
});
