/** Requirements of the API as a whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/core/database/sql.ts';
import { startTestServer } from '../../support/server.ts';

const server = await startTestServer();

test('authentication.1.bearer: accepts the scheme in any letter case', async () => {
  const { token } = await server.make.user();
  const { status } = await server.call('GET /account/me', { token: undefined, headers: { authorization: `bearer ${token}` } });
  assert.equal(status, 200);
});

test('errors.status.server', async () => {
  await server.platform.db.writer.rows(sql`alter table environment rename to environment_away`);
  try {
    const { status, body, headers } = await server.call('GET /orchestration/environments');
    assert.deepEqual([status, body.status, body.detail], [500, 500, 'server_error']);
    assert.equal(body.requestId, headers.get('x-request-id'));
    assert.doesNotMatch(JSON.stringify(body), /environment_away|relation|select|\.ts/);
  } finally {
    await server.platform.db.writer.rows(sql`alter table environment_away rename to environment`);
  }
});
