import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, RIGHTS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/connections/{connectionId}';
const server = await startTestServer();
const { call, make } = server;

test('connections.create.encrypted: no caller can read an encrypted value, not even the owner', async () => {
  const owner = await make.user({ permissions: ['SVC_OPERATOR'] });
  const workspace = await make.workspace({ owner: owner.id });
  const parameters = [
    { name: 'user', value: 'loader' },
    { name: 'password', value: 'swordfish-7c1', encrypted: true },
  ];
  const body = { name: 'Warehouse', workspaceId: workspace.id, app: 'postgresql', parameters };
  const created = await call('POST /orchestration/connections', { token: owner.token, body });
  const everything = await make.user({ permissions: PERMISSIONS, rights: { [workspace.id]: RIGHTS } });
  for (const { token } of [owner, everything]) {
    const read = await call(ROUTE, { token, path: { connectionId: created.body.id } });
    assert.deepEqual(read.body.parameters, [
      { name: 'user', value: 'loader', encrypted: false },
      { name: 'password', encrypted: true },
    ]);
  }
});

test('connections.list.visible: reading requires VIEW', async () => {
  const workspace = await make.workspace();
  const body = { name: 'Warehouse', workspaceId: workspace.id, app: 'Custom', parameters: [] };
  const { id } = (await call('POST /orchestration/connections', { body })).body;
  await requiresOneOf(
    server,
    { workspace: workspace.id, right: 'VIEW' },
    (token) => call(ROUTE, { token, path: { connectionId: id } }),
    200,
  );
  assertRefused(await call(ROUTE, { path: { connectionId: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { connectionId: '42' } }), 400, 'malformed_request');
});
