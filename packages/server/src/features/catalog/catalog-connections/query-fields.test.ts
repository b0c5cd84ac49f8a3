import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene } from './scene.fixture.ts';

const server = await startTestServer();
const { call } = server;
const scene = await catalogScene(server);

test('catalog-connections.list.fields', async () => {
  const id = await scene.makeConnection({ label: 'All fields', tags: ['every-field'] });
  const list = (query: string) => call('GET /connections', { query: { serviceQlQuery: `tags = 'every-field' and ${query}` } });
  const [shown] = (await list(`id = '${id}'`)).body;
  const { sharing, entitlements, tags: _tags, created: _created, updated: _updated, ...single } = shown;
  for (const [name, value] of Object.entries(single)) {
    const literal = typeof value === 'string' ? `'${value}'` : String(value);
    const { status, body } = await list(`${name} = ${literal}`);
    assert.deepEqual([status, body.length], [200, 1], `${name} ${JSON.stringify(body)}`);
  }
  for (const [name, value] of Object.entries(sharing)) {
    assert.equal((await list(`sharing.${name} = ${value}`)).body.length, 1, name);
    assert.equal((await list(`sharing.${name} = ${!value}`)).body.length, 0, name);
  }
  for (const one of entitlements) assert.equal((await list(`entitlements = '${one}'`)).body.length, 1, one);
  assert.equal((await list("entitlements = 'CONNECTION_NOTHING'")).body.length, 0);
  for (const name of ['created', 'updated']) assert.equal((await list(`${name} > 0`)).body.length, 1, name);
});
