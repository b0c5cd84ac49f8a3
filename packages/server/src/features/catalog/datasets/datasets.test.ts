import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene, OWNER, READER, WRITER } from '../catalog-connections/scene.fixture.ts';

const TABLES = ['dataset', 'dataset_column', 'sharing', 'dataset_trust_score'];
const server = await startTestServer();
const { call, make, platform } = server;
const scene = await catalogScene(server);

test('a dataset is created by hand and read back', async () => {
  const columns = [
    { path: 'code', description: 'IATA code' },
    { path: 'place.city', type: 'TEXT' },
  ];
  const body = { label: ' Airports ', connectionId: scene.connection, technicalName: 'public.airports', tags: ['geo'], columns };
  const { status, body: made } = await call('POST /datasets', { body });
  assert.equal(status, 201);
  assert.deepEqual(await scene.read(made.id), made);
  assert.equal(made.label, 'Airports');
  assert.deepEqual(made.tags, ['geo']);
  assert.equal(made.version, 0);
  assert.equal(made.certification, 'none');
  assert.equal(made.nested, true);
  assert.deepEqual(made.rating, {});
  assert.deepEqual(made.sharing, { isOwner: true, isSharedWithOthers: false });
  assert.equal(made.datastore.typeLabel, 'JDBC');
  assert.equal(Buffer.from(made.datastore.type, 'base64').toString(), 'jdbc-ee#Jdbc#datastore#JdbcConnection');
  assert.ok(made.entitlements.includes('DATASET_DELETE'));
  assert.equal(typeof made.created, 'number');
  assert.equal(typeof made.updated, 'string');
  assert.equal('talendGlobalQuality' in made, false);
});

test('datasets.create.name', async () => {
  await scene.dataset({ technicalName: 'public.once' });
  const body = { label: 'Another', connectionId: scene.connection, technicalName: 'public.once' };
  await leavesNothing(server, 'POST /datasets', { body }, 409, 'dataset_name_taken', ...TABLES);
});

test('a dataset is created only on a connection that the caller may change', async () => {
  const body = { label: 'Mine', connectionId: scene.connection };
  const { token } = await make.user({ permissions: PERMISSIONS });
  await leavesNothing(server, 'POST /datasets', { token, body }, 404, 'not_found', ...TABLES);
  const reader = await scene.person('connection', scene.connection, READER);
  await leavesNothing(server, 'POST /datasets', { token: reader, body }, 403, 'level_missing', ...TABLES);
  const writer = await scene.person('connection', scene.connection, WRITER);
  assert.equal((await call('POST /datasets', { token: writer, body: { ...body, label: 'Of a writer' } })).status, 201);
});

test('datasets.list.visible', async () => {
  const datasetId = await scene.dataset({ label: 'Hidden' });
  const stranger = await make.user({ permissions: PERMISSIONS });
  const foreign = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  for (const { token } of [stranger, foreign]) {
    assertRefused(await call('GET /datasets/{datasetId}', { token, path: { datasetId } }), 404, 'not_found');
    assert.deepEqual((await call('GET /datasets', { token })).body, []);
  }
  const reader = await scene.person('dataset', datasetId, READER);
  const { body } = await call('GET /datasets', { token: reader });
  assert.deepEqual(
    body.map((one: { id: string; sharing: object }) => [one.id, one.sharing]),
    [[datasetId, { isOwner: false, isSharedWithOthers: true }]],
  );
  assert.equal((await scene.read(datasetId)).sharing.isSharedWithOthers, true);
  assert.deepEqual(
    (await call('GET /connections', { token: reader })).body.map((one: { id: string }) => one.id),
    [scene.connection],
    'the connection of a shared dataset is visible',
  );
});

test('datasets.access.level', async () => {
  const datasetId = await scene.dataset();
  const path = { datasetId };
  const reader = await scene.person('dataset', datasetId, READER);
  const writer = await scene.person('dataset', datasetId, WRITER);
  const certify = { path, body: { currentCertification: 'certified' } };
  const columns = { path, body: [{ path: 'a', description: 'b' }] };
  const tables = [...TABLES, 'dataset_favorite'];
  await leavesNothing(server, 'PUT /datasets/{datasetId}/certification', { ...certify, token: reader }, 403, 'level_missing', ...tables);
  await leavesNothing(server, 'POST /datasets/{datasetId}/columns', { ...columns, token: reader }, 403, 'level_missing', ...tables);
  await leavesNothing(server, 'DELETE /datasets/{datasetId}', { path, token: writer }, 403, 'level_missing', ...tables);
  assert.equal((await call('PUT /datasets/{datasetId}/certification', { ...certify, token: writer })).status, 200);
  assert.equal((await call('PUT /datasets/{datasetId}/favorite', { path, token: reader })).status, 204);
});

test('a dataset is deleted with all that belongs to it', async () => {
  const datasetId = await scene.dataset({ columns: [{ path: 'a' }] });
  const owner = await scene.person('dataset', datasetId, OWNER);
  const { status, body } = await call('DELETE /datasets/{datasetId}', { path: { datasetId }, token: owner });
  assert.equal(status, 200);
  assert.equal(body.id, datasetId);
  assert.ok(body.requestId);
  const { left } = await platform.db.reader.only<{ left: number }>(sql`
    select (select count(*) from dataset_column where dataset_id = ${datasetId})
         + (select count(*) from sharing where entity_id = ${datasetId})
         + (select count(*) from dataset_trust_score where dataset_id = ${datasetId}) as left`);
  assert.equal(left, 0);
  assertRefused(await call('DELETE /datasets/{datasetId}', { path: { datasetId } }), 404, 'not_found');
});

test('datasets.certify.status', async () => {
  const path = { datasetId: await scene.dataset() };
  for (const currentCertification of ['pending', 'certified', 'none']) {
    assert.equal((await call('PUT /datasets/{datasetId}/certification', { path, body: { currentCertification } })).status, 200);
    assert.equal((await scene.read(path.datasetId)).certification, currentCertification);
  }
  const sent = { path, body: { currentCertification: 'gold' } };
  await leavesNothing(server, 'PUT /datasets/{datasetId}/certification', sent, 400, 'malformed_request', ...TABLES);
});

test('datasets.certify.record', async () => {
  const path = { datasetId: await scene.dataset() };
  const user = await make.user();
  await scene.share('dataset', path.datasetId, user.id, WRITER);
  assert.equal('certifiedBy' in (await scene.read(path.datasetId)), false);
  await call('PUT /datasets/{datasetId}/certification', { path, token: user.token, body: { currentCertification: 'certified' } });
  const dataset = await scene.read(path.datasetId);
  assert.deepEqual(dataset.certifiedBy, { id: user.id });
  assert.deepEqual(dataset.updatedBy, { id: user.id });
  assert.equal(dataset.certifiedAt, new Date(Number(dataset.updated)).toISOString());
  assert.equal(dataset.version, 1);
});

test('a list shows a dataset as a read does, with texts and properties of any form', async () => {
  const label = 'Häuser "A\\B"\u0001 😀';
  const properties = { none: null, within: { none: null, list: [null, 1.5, 'é'] } };
  const datasetId = await scene.dataset({
    label,
    description: 'two\nlines',
    tags: ['a,b', '{c}', '"'],
    properties,
    columns: [{ path: 'a' }],
  });
  const path = { datasetId };
  await call('PUT /datasets/{datasetId}/certification', { path, body: { currentCertification: 'pending' } });
  await call('PUT /datasets/{datasetId}/rating', { path, body: { rating: 0.3 } });
  await call('PUT /datasets/{datasetId}/favorite', { path });
  await platform.db.writer.rows(sql`
    update dataset
    set vanished_at = '2026-03-01 09:08:07.0069+02',
        quality_invalid = 1,
        quality_empty = 2,
        quality_valid = 3
    where id = ${datasetId}`);
  const read = await scene.read(datasetId);
  assert.deepEqual((await call('GET /datasets', { query: { serviceQlQuery: `id = '${datasetId}'` } })).body, [read]);
  assert.deepEqual((await call('GET /datasets', { query: { serviceQlQuery: `label = 'nothing'` } })).body, []);
  assert.deepEqual([read.label, read.description, read.tags, read.properties], [label, 'two\nlines', ['a,b', '{c}', '"'], properties]);
  assert.deepEqual(read.talendGlobalQuality, { '-1': 1, '0': 2, '1': 3, total: 6 });
  assert.equal(read.vanishedAt, '2026-03-01T07:08:07.006Z');
  assert.deepEqual([read.rating, read.favorite], [{ contributors: 1, global: 0.3 }, true]);
  assert.deepEqual(
    read.trustScoreAxes.map((axis: { id: string; maxValue: number }) => [axis.id, axis.maxValue]),
    ['validity', 'completeness', 'popularity', 'discoverability', 'usage'].map((id) => [id, 100]),
  );
});

test('reads show datasets that a server of the last release writes, and those from before the upgrade', async () => {
  const datasetId = await scene.dataset({ label: 'Before', description: 'gone soon' });
  await platform.db.writer.rows(sql`
    update dataset
    set label = 'After',
        description = null
    where id = ${datasetId}`);
  const read = await scene.read(datasetId);
  assert.deepEqual([read.label, 'description' in read], ['After', false]);
  await platform.db.transaction(async (tx) => {
    await tx.rows(sql`alter table dataset disable trigger dataset_common_json`);
    await tx.rows(sql`
      update dataset
      set common_json = null
      where id = ${datasetId}`);
    await tx.rows(sql`alter table dataset enable trigger dataset_common_json`);
  });
  assert.deepEqual(await scene.read(datasetId), read);
});

test('datasets.rating.one', async () => {
  const path = { datasetId: await scene.dataset() };
  const reader = await scene.person('dataset', path.datasetId, READER);
  const rate = (rating: number, token?: string) =>
    call('PUT /datasets/{datasetId}/rating', { path, body: { rating }, ...(token !== undefined && { token }) });
  assert.deepEqual((await rate(0.5)).body, { contributors: 1, global: 0.5 });
  assert.deepEqual((await rate(1, reader)).body, { contributors: 2, global: 0.75 });
  assert.deepEqual((await rate(0, reader)).body, { contributors: 2, global: 0.25 });
  assertRefused(await rate(1.1), 400, 'malformed_request');
  assert.deepEqual((await scene.read(path.datasetId)).rating, { contributors: 2, global: 0.25 });
});

test('favourites belong to their account', async () => {
  const path = { datasetId: await scene.dataset() };
  const reader = await scene.person('dataset', path.datasetId, READER);
  for (let time = 0; time < 2; time += 1) assert.equal((await call('PUT /datasets/{datasetId}/favorite', { path })).status, 204);
  assert.equal((await scene.read(path.datasetId)).favorite, true);
  assert.equal((await scene.read(path.datasetId, reader)).favorite, false);
  for (let time = 0; time < 2; time += 1) assert.equal((await call('DELETE /datasets/{datasetId}/favorite', { path })).status, 204);
  assert.equal((await scene.read(path.datasetId)).favorite, false);
});

test('datasets.columns.write', async () => {
  const path = { datasetId: await scene.dataset({ columns: [{ path: 'id', type: 'INTEGER' }] }) };
  const body = [
    { path: 'id', description: 'key' },
    { path: 'a/b c%', description: 'odd' },
  ];
  assert.equal((await call('POST /datasets/{datasetId}/columns', { path, body })).status, 204);
  const change = { path: { ...path, path: 'a/b c%' }, body: { description: 'odder' } };
  assert.equal((await call('PUT /datasets/{datasetId}/columns/{path}', change)).status, 204);
  const { body: columns } = await call('GET /datasets/{datasetId}/columns', { path });
  assert.deepEqual(columns, [
    { path: 'id', description: 'key', type: 'INTEGER', primaryKey: false },
    { path: 'a/b c%', description: 'odder', type: 'OTHER', primaryKey: false },
  ]);
  assert.equal(
    (await call('POST /datasets/{datasetId}/columns', { path, body: columns })).status,
    204,
    'a write accepts the answer of a read',
  );
  assert.deepEqual((await call('GET /datasets/{datasetId}/columns', { path })).body, columns);
});

test('datasets.columns.once', async () => {
  const path = { datasetId: await scene.dataset() };
  const twice = [
    { path: 'a', description: '1' },
    { path: 'a', description: '2' },
  ];
  await leavesNothing(server, 'POST /datasets/{datasetId}/columns', { path, body: twice }, 400, 'column_twice', ...TABLES);
  const body = { label: 'Twice', connectionId: scene.connection, columns: [{ path: 'a' }, { path: 'a' }] };
  await leavesNothing(server, 'POST /datasets', { body }, 400, 'column_twice', ...TABLES);
});

test('datasets.columns.room', async () => {
  const columns = Array.from({ length: 10_000 }, (_, index) => ({ path: `c${index}` }));
  const path = { datasetId: await scene.dataset({ columns }) };
  const body = [{ path: 'one more', description: '' }];
  await leavesNothing(server, 'POST /datasets/{datasetId}/columns', { path, body }, 400, 'too_many_columns', ...TABLES);
  const sent = { path: { ...path, path: 'one more' }, body: { description: '' } };
  await leavesNothing(server, 'PUT /datasets/{datasetId}/columns/{path}', sent, 400, 'too_many_columns', ...TABLES);
  assert.equal((await call('GET /datasets/{datasetId}/columns', { path })).body.length, 10_000);
});
