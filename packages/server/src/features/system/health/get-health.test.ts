import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programVersion } from '../../../core/base/program-version.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const { call } = await startTestServer();

test('answers with status ok and the version, without a token', async () => {
  for (const token of [undefined, 'mrp_wrong']) {
    const { status, body } = await call('GET /healthz', { token });
    assert.deepEqual([status, body], [200, { status: 'ok', version: programVersion() }]);
  }
  assert.match(programVersion(), /^\d+\.\d+\.\d+/);
});
