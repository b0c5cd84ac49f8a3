import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene } from '../catalog-connections/scene.fixture.ts';

const TABLES = ['custom_attribute', 'custom_attribute_value', 'dataset'];
const server = await startTestServer();
const { call, make } = server;
const scene = await catalogScene(server);
const VALUE = '/datasets/{datasetId}/attributes/{id}';

const define = async (body: object = {}): Promise<string> => {
  const sent = { label: `Attribute ${crypto.randomUUID()}`, mandatory: false, type: 'text', ...body };
  const { status, body: made } = await call('POST /datasets/attributes', { body: sent });
  assert.equal(status, 201, JSON.stringify(made));
  return made.definitionId;
};
const definition = async (definitionId: string, query = {}) =>
  (await call('GET /datasets/attributes/{definitionId}', { path: { definitionId }, query })).body;
const set = (datasetId: string, id: string, values: string[]) => call(`PUT ${VALUE}`, { path: { datasetId, id }, body: { values } });
const valueOf = async (datasetId: string, id: string) =>
  (await call('GET /datasets/{datasetId}/attributes', { path: { datasetId } })).body.data.find((one: { id: string }) => one.id === id);

test('a definition is read, listed, changed and deleted', async () => {
  const definitionId = await define({ label: 'Domain of data', type: 'enum', values: ['a', 'b'], defaults: ['a'], description: 'x' });
  const read = await definition(definitionId);
  const { label, type, values, defaults, mandatory, businessId, description, category } = read;
  assert.deepEqual(
    { label, type, values, defaults, mandatory, businessId, description, category },
    {
      label: 'Domain of data',
      type: 'enum',
      values: ['a', 'b'],
      defaults: ['a'],
      mandatory: false,
      businessId: 'domain_of_data',
      description: 'x',
      category: 'custom',
    },
  );
  assert.equal(typeof read.createdAt, 'number');
  const path = { definitionId };
  const body = { label: 'Domain', mandatory: true, values: ['a', 'b', 'c'] };
  assert.equal((await call('PATCH /datasets/attributes/{definitionId}', { path, body })).status, 204);
  const changed = await definition(definitionId);
  assert.deepEqual([changed.label, changed.mandatory, changed.values, changed.defaults], ['Domain', true, ['a', 'b', 'c'], ['a']]);
  const { body: page } = await call('GET /datasets/attributes', { query: { limit: 1, offset: 0 } });
  assert.deepEqual([page.data.length, page.paging], [1, { limit: 1, offset: 0, total: 1 }]);
  for (const query of [{ limit: 0 }, { limit: 101 }, { offset: -1 }, { category: 'other' }])
    assertRefused(await call('GET /datasets/attributes', { query }), 400, 'malformed_request');
  assert.deepEqual((await call('GET /datasets/attributes', { query: { category: 'built-in' } })).body.data, []);
  assert.equal((await call('DELETE /datasets/attributes/{definitionId}', { path })).status, 204);
  assertRefused(await call('GET /datasets/attributes/{definitionId}', { path }), 404, 'not_found');
});

test('datasets.attribute.author', async () => {
  const definitionId = await define();
  const named = await definition(definitionId);
  assert.ok(named.createdBy.userName.length > 1);
  assert.equal(named.updatedBy.userName, named.createdBy.userName);
  const bare = await definition(definitionId, { includeMetadata: 'false' });
  assert.deepEqual(bare.createdBy, { id: named.createdBy.id });
});

test('datasets.attribute.type', async () => {
  const refuse = (body: object, code: string) =>
    leavesNothing(server, 'POST /datasets/attributes', { body: { label: 'Bad', mandatory: false, ...body } }, 400, code, ...TABLES);
  await refuse({ type: 'enum' }, 'attribute_values_missing');
  await refuse({ type: 'enum', values: ['a', 'a'] }, 'attribute_value_twice');
  await refuse({ type: 'enum', values: ['a'], defaults: ['b'] }, 'attribute_value_unknown');
  await refuse({ type: 'text', values: ['a'] }, 'attribute_values_refused');
  await refuse({ type: 'number' }, 'malformed_request');
  assert.deepEqual((await definition(await define({ defaults: ['a', 'b'] }))).defaults, ['a']);
});

test('datasets.attribute.name', async () => {
  await define({ label: 'Taken', businessId: 'taken' });
  const refuse = (body: object, code: string) =>
    leavesNothing(server, 'POST /datasets/attributes', { body: { mandatory: false, type: 'text', ...body } }, 409, code, ...TABLES);
  await refuse({ label: 'Taken' }, 'attribute_label_taken');
  await refuse({ label: 'Free', businessId: 'taken' }, 'attribute_business_id_taken');
  assert.equal((await definition(await define({ label: 'Taken?' }))).businessId, 'taken_2');
  assert.equal((await definition(await define({ label: '名前' }))).businessId, 'attribute');
  const foreign = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  const sent = { token: foreign.token, body: { label: 'Taken', mandatory: false, type: 'text' } };
  assert.equal((await call('POST /datasets/attributes', sent)).status, 201);
});

test('datasets.attribute.business-id', async () => {
  const datasetId = await scene.dataset();
  const id = await define({ label: 'Cost centre' });
  assert.equal((await set(datasetId, 'cost_centre', ['17'])).status, 200);
  assert.deepEqual((await valueOf(datasetId, id)).values, ['17']);
  assert.equal((await set(datasetId, id, ['18'])).body.id, datasetId);
  assert.deepEqual((await valueOf(datasetId, id)).values, ['18']);
  assert.equal((await call(`DELETE ${VALUE}`, { path: { datasetId, id: 'cost_centre' } })).status, 204);
  assert.deepEqual((await valueOf(datasetId, id)).values, []);
});

test('datasets.attribute.unknown', async () => {
  const datasetId = await scene.dataset();
  const id = await define();
  const foreign = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  const { body: other } = await call('POST /datasets/attributes', {
    token: foreign.token,
    body: { label: 'Foreign', mandatory: false, type: 'text' },
  });
  for (const path of [
    { datasetId, id: crypto.randomUUID() },
    { datasetId, id: 'no_such' },
    { datasetId, id: other.definitionId },
    { datasetId: crypto.randomUUID(), id },
  ]) {
    await leavesNothing(server, `PUT ${VALUE}`, { path, body: { values: ['a'] } }, 404, 'not_found', ...TABLES);
    await leavesNothing(server, `DELETE ${VALUE}`, { path }, 404, 'not_found', ...TABLES);
  }
});

test('datasets.attribute.value', async () => {
  const datasetId = await scene.dataset();
  const refuse = (id: string, values: string[], code: string) =>
    leavesNothing(server, `PUT ${VALUE}`, { path: { datasetId, id }, body: { values } }, 400, code, ...TABLES);
  const list = await define({ type: 'enum', values: ['a', 'b'] });
  await refuse(list, ['c'], 'attribute_value_unknown');
  await refuse(list, ['a', 'a'], 'attribute_value_twice');
  assert.equal((await set(datasetId, list, ['b', 'a'])).status, 200);
  const text = await define();
  await refuse(text, ['a', 'b'], 'attribute_value_refused');
  const mandatory = await define({ mandatory: true });
  await refuse(mandatory, [], 'attribute_mandatory');
  await refuse(mandatory, [' '], 'attribute_mandatory');
});

test('datasets.attribute.default', async () => {
  const datasetId = await scene.dataset();
  const id = await define({ defaults: ['usual'] });
  const { label, businessId } = await definition(id);
  const shown = { id, label, category: 'custom', businessId };
  assert.deepEqual(await valueOf(datasetId, id), { ...shown, values: ['usual'], isDefault: true });
  await set(datasetId, id, ['special']);
  assert.deepEqual(await valueOf(datasetId, id), { ...shown, values: ['special'], isDefault: false });
  await set(datasetId, id, ['usual']);
  assert.equal((await valueOf(datasetId, id)).isDefault, true);
});

test('datasets.attribute.reset', async () => {
  const datasetId = await scene.dataset();
  const [withDefault, without] = [await define({ defaults: ['usual'] }), await define()];
  for (const id of [withDefault, without]) {
    await set(datasetId, id, ['own']);
    assert.equal((await call(`DELETE ${VALUE}`, { path: { datasetId, id } })).status, 204);
  }
  assert.deepEqual((await valueOf(datasetId, withDefault)).values, ['usual']);
  assert.deepEqual((await valueOf(datasetId, without)).values, []);
});

test('datasets.attribute.mandatory', async () => {
  const datasetId = await scene.dataset();
  const id = await define({ mandatory: true });
  await set(datasetId, id, ['own']);
  await leavesNothing(server, `DELETE ${VALUE}`, { path: { datasetId, id } }, 400, 'attribute_mandatory', ...TABLES);
  const other = await define({ mandatory: true, defaults: ['usual'] });
  await set(datasetId, other, ['own']);
  assert.equal((await call(`DELETE ${VALUE}`, { path: { datasetId, id: other } })).status, 204);
});

test('datasets.attribute.in-use', async () => {
  const datasetId = await scene.dataset();
  const definitionId = await define({ type: 'enum', values: ['a', 'b'] });
  await set(datasetId, definitionId, ['a']);
  const path = { definitionId };
  const change = { path, body: { label: 'Smaller', mandatory: false, values: ['b'] } };
  await leavesNothing(server, 'PATCH /datasets/attributes/{definitionId}', change, 409, 'attribute_value_in_use', ...TABLES);
  assert.deepEqual((await definition(definitionId)).values, ['a', 'b']);
  await set(datasetId, definitionId, ['b']);
  assert.equal((await call('PATCH /datasets/attributes/{definitionId}', change)).status, 204);
});
