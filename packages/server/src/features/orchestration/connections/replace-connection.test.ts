import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { readConnectionParameters } from './parameter-queries.ts';

const ROUTE = 'PUT /orchestration/connections/{connectionId}';
const server = await startTestServer();
const { call, make, platform } = server;
const workspace = await make.workspace();
const SECRET = { name: 'password', value: 'swordfish-7c1', encrypted: true };

const create = async (parameters: object[] = [SECRET]): Promise<string> => {
  const body = { name: crypto.randomUUID(), workspaceId: workspace.id, app: 'Custom', parameters };
  return (await call('POST /orchestration/connections', { body })).body.id;
};
const replace = (connectionId: string, body: object, token?: string) =>
  call(ROUTE, { path: { connectionId }, body, ...(token !== undefined && { token }) });
const read = async (connectionId: string) => (await call('GET /orchestration/connections/{connectionId}', { path: { connectionId } })).body;
const values = async (id: string): Promise<object> => {
  const parameters = (await readConnectionParameters(platform.db.reader, platform.secrets, [id])).get(id) ?? [];
  return Object.fromEntries([...parameters].map(([name, { value }]) => [name, value]));
};

test('replaces the values of the body and keeps the others', async () => {
  const id = await create([SECRET, { name: 'host', value: 'a' }]);
  const { parameters, updateDate } = await read(id);
  assert.equal(updateDate, undefined);
  const named = await replace(id, { name: ' Renamed ' });
  assert.equal(named.status, 200);
  assert.deepEqual([named.body.name, named.body.parameters], ['Renamed', parameters]);
  assert.equal(new Date(named.body.updateDate).toISOString(), named.body.updateDate);
  const changed = await replace(id, {
    parameters: [
      { name: 'port', value: '1' },
      { name: 'host', value: 'b' },
    ],
  });
  assert.deepEqual(
    [changed.body.name, changed.body.parameters],
    [
      'Renamed',
      [
        { name: 'port', value: '1', encrypted: false },
        { name: 'host', value: 'b', encrypted: false },
      ],
    ],
  );
  assert.deepEqual(await read(id), changed.body);
  assert.equal((await replace(id, {})).status, 200);
});

test('connections.replace.kept', async () => {
  const id = await create([SECRET, { name: 'host', value: 'a' }]);
  const shown = await read(id);
  const back = await replace(id, { name: shown.name, parameters: shown.parameters });
  assert.equal(back.status, 200, 'an answer can be sent back');
  assert.deepEqual(await values(id), { password: 'swordfish-7c1', host: 'a' });
  for (const parameter of [{ name: 'password' }, { name: 'password', value: null }]) {
    assert.deepEqual((await replace(id, { parameters: [parameter] })).body.parameters, [{ name: 'password', encrypted: true }]);
    assert.deepEqual(await values(id), { password: 'swordfish-7c1' });
  }
  await replace(id, { parameters: [{ name: 'password', value: 'tuna-22' }] });
  assert.deepEqual([(await read(id)).parameters, await values(id)], [[{ name: 'password', encrypted: true }], { password: 'tuna-22' }]);
});

test('connections.replace.kept: no change of the flag shows a stored secret', async () => {
  const id = await create();
  const { body } = await replace(id, { parameters: [{ name: 'password', encrypted: false }] });
  assert.deepEqual(body.parameters, [{ name: 'password', encrypted: false }]);
  assert.deepEqual(await values(id), {});
});

test('connections.create.name: a replacement cannot take the name of another connection, and may keep its own', async () => {
  const [id, other] = [await create(), await create()];
  const { name } = await read(other);
  const before = await read(id);
  isRefused(await replace(id, { name, parameters: [] }), 409, 'connection_name_taken');
  assert.deepEqual(await read(id), before);
  assert.deepEqual(await values(id), { password: 'swordfish-7c1' });
  assert.equal((await replace(other, { name })).status, 200);
});

test('connections.create.right: replacing', async () => {
  const connectionId = await create();
  const needs = { workspace: workspace.id, permission: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'], right: 'AUTHOR' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { connectionId }, body: {} }), 200);
});

test('refuses a malformed body and an unknown connection', async () => {
  const id = await create();
  const before = await read(id);
  for (const body of [{ name: ' ' }, { parameters: {} }, { workspaceId: workspace.id }])
    isRefused(await replace(id, body), 400, 'malformed_request');
  isRefused(await replace(id, { parameters: [{ name: 'a' }, { name: 'a' }] }), 400, 'parameter_twice');
  assert.deepEqual(await read(id), before);
  isRefused(await replace(newId(), {}), 404, 'not_found');
});
