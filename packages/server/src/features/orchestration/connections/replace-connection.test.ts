import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { readConnectionParameters } from './parameters.ts';

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
const values = async (id: string): Promise<Record<string, string>> => {
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
    const { body } = await replace(id, { parameters: [{ name: 'host', value: 'a' }, parameter] });
    assert.deepEqual(body.parameters[1], { name: 'password', encrypted: true });
    assert.deepEqual(await values(id), { host: 'a', password: 'swordfish-7c1' });
  }
  await replace(id, { parameters: [{ name: 'password', value: 'tuna-22' }] });
  assert.deepEqual([(await read(id)).parameters, await values(id)], [[{ name: 'password', encrypted: true }], { password: 'tuna-22' }]);
});

const ADDRESS = [
  { name: 'host', value: 'a' },
  { name: 'url', value: 'https://a.example/hook', encrypted: true },
];

test('connections.replace.destination', async () => {
  const [host, url] = ADDRESS;
  const kept = { name: 'password' };
  const changes: Record<string, object[]> = {
    'another value': [{ name: 'host', value: 'b' }, url as object, kept],
    'another value of an encrypted address': [host as object, { name: 'url', value: 'https://b.example/hook' }, kept],
    'a removed parameter': [url as object, kept],
    'a new parameter': [...ADDRESS, { name: 'proxy', value: 'b' }, kept],
    'an address without its value': [{ name: 'host' }, url as object, kept],
  };
  for (const [change, parameters] of Object.entries(changes)) {
    const id = await create([SECRET, ...ADDRESS]);
    const { status, body } = await replace(id, { parameters });
    assert.equal(status, 200, change);
    assert.deepEqual(body.parameters.at(-1), { name: 'password', encrypted: true, valueMissing: true }, change);
    assert.deepEqual(await read(id), body, change);
    assert.equal((await values(id))['password'], undefined, change);
    // The secret is gone: the former address does not bring it back, and an answer can be sent back.
    assert.equal((await replace(id, { parameters: body.parameters })).status, 200, change);
    await replace(id, { parameters: [...ADDRESS, kept] });
    assert.equal((await values(id))['password'], undefined, change);
  }
});

test('connections.replace.destination: a secret stays when its destination does', async () => {
  const TOKEN = { name: 'token', value: 'minnow-5', encrypted: true };
  const all = { host: 'a', url: 'https://a.example/hook', token: 'minnow-5', password: 'swordfish-7c1' };
  const id = await create([SECRET, ...ADDRESS, TOKEN]);
  const names = ['token', 'url', 'password'].map((name) => ({ name }));
  await replace(id, { name: crypto.randomUUID(), parameters: [...names, { name: 'host', value: 'a', encrypted: true }] });
  assert.deepEqual(await values(id), all, 'the order, the name and the flag of a parameter are no destination');
  await replace(id, { parameters: [SECRET, ...ADDRESS, { name: 'token', value: 'minnow-6' }] });
  assert.deepEqual(await values(id), { ...all, token: 'minnow-6' });
  await replace(id, { parameters: [{ name: 'password' }, ...ADDRESS, { name: 'token', value: 'minnow-7' }] });
  assert.deepEqual(await values(id), { ...all, token: 'minnow-7' }, 'the new value of one credential moves no other one');
  await replace(id, { parameters: [{ name: 'password' }, ...ADDRESS] });
  assert.deepEqual(await values(id), { host: 'a', url: all.url, password: all.password }, 'nor does its removal');
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
  assertRefused(await replace(id, { name, parameters: [] }), 409, 'connection_name_taken');
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
    assertRefused(await replace(id, body), 400, 'malformed_request');
  assertRefused(await replace(id, { parameters: [{ name: 'a' }, { name: 'a' }] }), 400, 'parameter_twice');
  assert.deepEqual(await read(id), before);
  assertRefused(await replace(newId(), {}), 404, 'not_found');
});
