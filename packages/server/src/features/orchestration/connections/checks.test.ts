import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { listen, startConnectionTester } from '../../../../test/support/connection-tester.ts';

const { server, workspace, create } = await startConnectionTester('swordfish-7c1');
const { call, make } = server;

const closed = { host: '127.0.0.1', port: '1', username: 'me', password: 'swordfish-7c1' };
const PATH = '/orchestration/connections/{connectionId}';
const tested = async (connectionId: string): Promise<Schema<'ConnectionTest'>> =>
  (await call(`POST ${PATH}/test`, { path: { connectionId } })).body;
const lastCheck = async (connectionId: string): Promise<Schema<'ConnectionCheck'> | undefined> =>
  (await call(`GET ${PATH}`, { path: { connectionId } })).body.lastCheck;
const replace = (connectionId: string, body: object) => call(`PUT ${PATH}`, { path: { connectionId }, body });

test('connections.check.last', async () => {
  const id = await create('sftp', closed);
  assert.equal(await lastCheck(id), undefined);
  const { success, reason } = await tested(id);
  assert.equal(success, false);
  const first = await lastCheck(id);
  assert.deepEqual([first?.kind, first?.success, first?.message], ['TEST', false, reason]);
  assert.match(first?.at ?? '', /Z$/);

  await replace(id, { name: 'renamed' });
  assert.deepEqual(await lastCheck(id), first, 'a new name changes no parameter');
  await tested(id);
  assert.equal((await lastCheck(id))?.success, false, 'a test after a change of the name is stored');
  await replace(id, { parameters: Object.entries(closed).map(([name, value]) => ({ name, value })) });
  assert.equal(await lastCheck(id), undefined);
});

test('connections.check.last: a test of parameters that are replaced meanwhile', async () => {
  const peer = createServer();
  const connectionId = await create('sftp', { ...closed, port: String(await listen(peer)) });
  const test = tested(connectionId);
  const [socket] = (await once(peer, 'connection')) as [Socket];
  await replace(connectionId, { parameters: Object.entries(closed).map(([name, value]) => ({ name, value })) });
  socket.destroy();
  assert.equal((await test).success, false);
  assert.equal(await lastCheck(connectionId), undefined);
});

test('connections.check.last: a test of an address that the server may not open', async () => {
  const closedAddress = await create('http', { url: 'http://169.254.169.254/' });
  assert.match((await tested(closedAddress)).reason, /does not connect to/);
  assert.equal(await lastCheck(closedAddress), undefined);
});

test('connections.list.failing', async () => {
  const [failing, untested, hidden] = [await create('sftp', closed), await create('sftp', closed), await create('Custom', {})];
  await tested(failing);
  const listed = async (token?: string): Promise<string[]> => {
    const query = { failing: true, workspaceId: workspace };
    const { body } = await call('GET /orchestration/connections', { query, ...(token !== undefined && { token }) });
    return body.items.map(({ id }: { id: string }) => id);
  };
  const ids = await listed();
  assert.deepEqual([ids.includes(failing), ids.includes(untested), ids.includes(hidden)], [true, false, false]);
  const stranger = await make.user({ rights: { [(await make.workspace()).id]: ['VIEW'] } });
  assert.deepEqual(await listed(stranger.token), []);
});
