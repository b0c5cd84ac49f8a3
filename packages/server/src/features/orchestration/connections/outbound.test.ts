// run: own server because the number of its users decides
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startOwnServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/connections/outbound';

test('connections.outbound.loopback', async () => {
  const { call, make, platform } = await startOwnServer();
  assert.deepEqual((await call(ROUTE)).body, { loopback: 'OPEN_FOR_ONE_USER' });
  const { id, token } = await make.user();
  for (const caller of [undefined, token])
    assert.deepEqual((await call(ROUTE, caller === undefined ? {} : { token: caller })).body, { loopback: 'CLOSED_FOR_SEVERAL_USERS' });
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
  await platform.db.writer.rows(sql`update account set active = false where id = ${id}`);
  assert.deepEqual((await call(ROUTE)).body, { loopback: 'OPEN_FOR_ONE_USER' }, 'a disabled user does not count');
});

test('connections.outbound.loopback: the setting of the operator decides', async () => {
  for (const [allowed, loopback] of [
    ['private,loopback', 'OPEN'],
    ['private', 'CLOSED'],
  ]) {
    const { call, make } = await startOwnServer({ MILLRACE_OUTBOUND_ALLOW: allowed ?? '' });
    await make.user();
    assert.deepEqual((await call(ROUTE)).body, { loopback });
  }
});
