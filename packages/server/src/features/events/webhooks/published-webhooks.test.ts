import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../../../test/support/server.ts';
import { fieldsOfWebhook, FINISHED, webhooksOn } from './webhooks.fixture.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call } = server;
const { create, read, subscribed } = webhooksOn(server);

test('webhooks.create.words', async () => {
  const [vendor, other] = [FINISHED.replace('com.service.', 'com.qlik.'), 'com.service.v1.user.created'];
  const { id, eventTypes } = await create({ level: 'tenant', enabled: true, eventTypes: [vendor, other] });
  assert.deepEqual([eventTypes, (await subscribed(id)).toSorted()], [[vendor, other], [FINISHED, other].toSorted()]);
  const patch = (...body: object[]) => call('PATCH /api/v1/webhooks/{id}', { path: { id }, body });
  assert.equal((await patch({ op: 'replace', path: '/name', value: 'Renamed' })).status, 204);
  assert.deepEqual((await read(id)).eventTypes, [vendor, other], 'a change of another field');
  assert.equal((await patch({ op: 'replace', path: '/eventTypes', value: [FINISHED] })).status, 204);
  assert.deepEqual((await read(id)).eventTypes, [FINISHED]);
  const body = { ...fieldsOfWebhook({ eventTypes: [vendor] }), level: 'tenant' };
  assert.deepEqual((await call('PUT /api/v1/webhooks/{id}', { path: { id }, body })).body.eventTypes, [vendor]);
  const query = { eventTypes: `other, ${vendor}`, name: 'Failed loads', limit: 1, sort: 'createdAt' };
  const { body: list } = await call('GET /api/v1/webhooks', { query });
  assert.deepEqual([list.data[0].id, list.data[0].eventTypes], [id, [vendor]]);
  assert.deepEqual((await create({ eventTypes: [vendor, FINISHED] })).eventTypes, [vendor], 'the same type twice');
});

test('an empty filter is none', async () => {
  const empty = await create({ filter: '' });
  assert.ok(!('filter' in empty), 'an empty filter is none');
  const path = { id: empty.id };
  const replaced = await call('PUT /api/v1/webhooks/{id}', { path, body: { ...fieldsOfWebhook({}), level: undefined, filter: '' } });
  assert.deepEqual([replaced.status, 'filter' in replaced.body], [200, false], JSON.stringify(replaced.body));
});
