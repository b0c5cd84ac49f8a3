import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../../test/support/server.ts';
import { readConnectionParameters } from './parameters.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const workspace = await make.workspace();

const URL_WITH_PASSWORD = 'https://ada:pw-17@example.com';
const values = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    [...((await readConnectionParameters(platform.db.reader, platform.secrets, [id])).get(id) ?? [])].map(([name, { value }]) => [
      name,
      value,
    ]),
  );

test('connections.create.signs', async () => {
  const parameters = [
    { name: 'host', value: 'db.example' },
    { name: 'password', value: 'swordfish-7c1' },
    { name: 'address', value: URL_WITH_PASSWORD },
    { name: 'password_file', value: '/etc/pw' },
    { name: 'token', value: 'main', encrypted: false },
    { name: 'secret', value: '' },
  ];
  const { status, body } = await call('POST /orchestration/connections', {
    body: { name: 'Signs', workspaceId: workspace.id, app: 'Custom', parameters },
  });
  assert.equal(status, 201, JSON.stringify(body));
  const shown = [
    { name: 'host', value: 'db.example', encrypted: false },
    { name: 'password', encrypted: true },
    { name: 'address', encrypted: true },
    { name: 'password_file', value: '/etc/pw', encrypted: false },
    { name: 'token', value: 'main', encrypted: false },
    { name: 'secret', value: '', encrypted: false },
  ];
  assert.deepEqual(body.parameters, shown);
  const before = await values(body.id);
  assert.deepEqual([before['password'], before['address']], ['swordfish-7c1', URL_WITH_PASSWORD]);

  // What a client has read keeps the values; a choice that was made before stays.
  const path = { connectionId: body.id };
  const names = body.parameters.map(({ name, value }: { name: string; value?: string }) => ({
    name,
    ...(value !== undefined && { value }),
  }));
  for (const echoed of [body.parameters, names]) {
    const answer = await call('PUT /orchestration/connections/{connectionId}', { path, body: { parameters: echoed } });
    assert.deepEqual(answer.body.parameters, shown);
    assert.deepEqual(await values(body.id), before);
  }
  const added = await call('PUT /orchestration/connections/{connectionId}', {
    path,
    body: { parameters: [...names, { name: 'api_key', value: 'key-value' }] },
  });
  assert.deepEqual(added.body.parameters.at(-1), { name: 'api_key', encrypted: true });
});
