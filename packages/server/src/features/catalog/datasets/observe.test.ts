import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene, READER } from '../catalog-connections/scene.fixture.ts';
import { semanticChecks } from '../semantic-types/index.ts';
import { markVanished, noteUses, observeTables, profileSample, selectFingerprints, type ObservedTable, type SampleRow } from './index.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const scene = await catalogScene(server);
const context = {
  tenant: await make.tenant(),
  connection: await scene.makeConnection({ keepsSamples: true }),
  account: await make.administrator(),
};
const inTransaction = platform.db.transaction.bind(platform.db);

const column = (path: string, nativeType = 'varchar(40)') => ({ path, nativeType, isNullable: true, isKey: false, comment: null });
const table = (name: string, columns = [column('mail'), column('amount', 'numeric(10,2)')]): ObservedTable => ({
  technicalName: name,
  displayName: name,
  kind: 'TABLE',
  comment: 'from the database',
  fingerprint: 'f1',
  columns,
});
const observed = new Map<string, ObservedTable>();
async function observe(observedTable: ObservedTable): Promise<{ id: string; isNew: boolean }> {
  const [dataset] = await inTransaction((tx) => observeTables(tx, context, [observedTable]));
  assert.ok(dataset);
  observed.set(dataset.id, observedTable);
  const { id, isNew } = dataset;
  return { id, isNew };
}
async function sample(id: string, columns: string[], rows: SampleRow[]): Promise<void> {
  const observedTable = observed.get(id);
  assert.ok(observedTable);
  const types = new Map(observedTable.columns.map(({ path, nativeType }) => [path, nativeType]));
  const profiled = profileSample({ columns, rows }, types, await semanticChecks(platform.db.reader, context.tenant));
  await inTransaction((tx) => observeTables(tx, context, [{ ...observedTable, sample: profiled }]));
}
const read = async (route: string, datasetId: string, query = {}, token?: string) =>
  (await call(`GET /datasets/{datasetId}${route}`, { path: { datasetId }, query, ...(token !== undefined && { token }) })).body;

test('a crawl keeps the values of a dataset that people have written, and replaces those from the database', async () => {
  const { id, isNew } = await observe(table('public.customers'));
  assert.equal(isNew, true);
  const path = { datasetId: id };
  await call('PUT /datasets/{datasetId}/columns/{path}', { path: { ...path, path: 'mail' }, body: { description: 'ours' } });
  await call('PUT /datasets/{datasetId}/certification', { path, body: { currentCertification: 'certified' } });
  const again = await observe({ ...table('public.customers', [column('id', 'bigint'), column('mail')]), fingerprint: 'f2' });
  assert.deepEqual(again, { id, isNew: false });
  const columns = await read('/columns', id);
  assert.deepEqual(
    columns.map((one: Record<string, string>) => [one['path'], one['type'], one['nativeType'], one['description']]),
    [
      ['id', 'INTEGER', 'bigint', ''],
      ['mail', 'TEXT', 'varchar(40)', 'ours'],
    ],
  );
  assert.equal((await read('', id)).certification, 'certified');
  const known = () => selectFingerprints(platform.db.reader, context.connection, ['public.customers']);
  assert.deepEqual(await known(), [], 'its rows were not read');
  await sample(id, ['id', 'mail'], [['1', null]]);
  assert.deepEqual(await known(), [{ technicalName: 'public.customers', fingerprint: 'f2' }]);
});

test('names with every odd character become datasets', async () => {
  for (const name of ['a"b', "a'b", 'a\\b', 'a/b', '..', 'a\u0000b', 'a\ud800', '😀', ' ', 'x'.repeat(5000)])
    assert.ok((await observe(table(name, [column(name), column(`${name}2`)]))).id, name);
});

test('the dataset of a table that a complete listing does not contain is marked, until a later crawl finds the table again', async () => {
  const { id } = await observe(table('public.gone'));
  const others = [...observed.values()].map(({ technicalName }) => technicalName).filter((name) => name !== 'public.gone');
  const byHand = await scene.dataset({ connectionId: context.connection });
  await inTransaction((tx) => markVanished(tx, context.connection, others));
  const vanished = [...observed.keys()].map(async (one) => ('vanishedAt' in (await read('', one)) ? [one] : []));
  assert.deepEqual((await Promise.all(vanished)).flat(), [id]);
  assert.equal('vanishedAt' in (await read('', byHand)), false);
  await observe(table('public.gone'));
  assert.equal('vanishedAt' in (await read('', id)), false);
});

test('datasets.quality.sample', async () => {
  const { id } = await observe(table('public.quality', [column('mail'), column('amount', 'integer'), column('note', 'text')]));
  const rows = [
    ...Array.from({ length: 9 }, (_, index): SampleRow => [`u${index}@example.com`, String(index), `word ${index}`]),
    ['no mail', 'x', null],
    [null, ' ', ''],
  ];
  await sample(id, ['mail', 'amount', 'note'], rows);
  const columns = await read('/columns', id);
  assert.deepEqual(
    columns.map((one: Record<string, unknown>) => [one['semanticType'], one['quality']]),
    [
      ['email', { '-1': 1, '0': 1, '1': 9, total: 11 }],
      [undefined, { '-1': 1, '0': 1, '1': 9, total: 11 }],
      [undefined, { '-1': 0, '0': 2, '1': 9, total: 11 }],
    ],
  );
  assert.deepEqual((await read('', id)).talendGlobalQuality, { '-1': 2, '0': 4, '1': 27, total: 33 });
});

test('datasets.query.quality', async () => {
  const [bad, good] = [await observe(table('q.bad', [column('mail')])), await observe(table('q.good', [column('mail')]))];
  const mails = (extra: string[]): SampleRow[] =>
    [...Array.from({ length: 9 }, (_, index) => `u${index}@example.com`), ...extra].map((one) => [one]);
  await sample(bad.id, ['mail'], mails(['none']));
  await sample(good.id, ['mail'], mails([]));
  const find = async (serviceQlQuery: string) =>
    (await call('GET /datasets', { query: { serviceQlQuery: `technicalName contains 'q.' and ${serviceQlQuery}` } })).body.map(
      (one: { label: string }) => one.label,
    );
  for (const field of ['*', 'columns', 'columns.mail']) {
    assert.deepEqual(await find(`${field} is invalid`), ['q.bad'], field);
    assert.deepEqual(await find(`${field} is valid`), ['q.good'], field);
  }
  assert.deepEqual(await find('columns.other is invalid'), []);
});

test('datasets.sample.read', async () => {
  const { id } = await observe(table('public.sample', [column('n', 'integer')]));
  assert.deepEqual(await read('/sample', id), { columns: [], rows: [], total: 0 });
  await sample(
    id,
    ['n'],
    Array.from({ length: 10_500 }, (_, index) => [String(index)]),
  );
  const page = await read('/sample', id, { limit: 3, offset: 499 });
  assert.deepEqual(page.rows, [['499'], ['500'], ['501']]);
  assert.deepEqual([page.columns, page.total], [['n'], 10_000]);
  assert.equal((await read('/sample', id, { limit: 10_000 })).rows.length, 10_000);
  assert.deepEqual((await read('/sample', id, { offset: 10_000 })).rows, []);
  const reader = await make.user({ rights: { [scene.workspace.id]: ['VIEW'] } });
  await scene.share('dataset', id, reader.id, READER);
  assert.equal((await read('/sample', id, {}, reader.token)).rows.length, 100);
  const { token } = await make.user();
  assertRefused(await call('GET /datasets/{datasetId}/sample', { token, path: { datasetId: id } }), 404, 'not_found');
});

test('a cell of a megabyte is cut to 4000 characters', async () => {
  const { id } = await observe(table('public.large', [column('text', 'text')]));
  await sample(id, ['text'], [['x'.repeat(1_000_000)]]);
  assert.equal((await read('/sample', id)).rows[0][0].length, 4000);
});

test('datasets.sample.allowed', async () => {
  const { id } = await observe(table('public.allowed', [column('n', 'integer')]));
  await sample(id, ['n'], [['1']]);
  assert.equal((await read('/sample', id)).total, 1);
  const { label } = (await call('GET /connections/{connectionId}', { path: { connectionId: context.connection } })).body;
  const put = (keepsSamples: boolean) =>
    call('PUT /connections/{connectionId}', { path: { connectionId: context.connection }, body: { label, keepsSamples } });
  assert.equal((await put(false)).status, 200);
  assert.equal((await read('/sample', id)).total, 0);
  await sample(id, ['n'], [['1'], ['2']]);
  assert.equal((await read('/sample', id)).total, 0);
  assert.equal((await read('', id)).talendGlobalQuality.total, 2);
  await put(true);
});

test('datasets.trust.history', async () => {
  const { id } = await observe({ ...table('public.trust', [column('mail')]), comment: null });
  const scores = async () => (await read('/trust-scores', id)).map((one: { score: number }) => one.score);
  assert.deepEqual(await scores(), [0]);
  await sample(id, ['mail'], [['a@example.com'], [null]]);
  assert.deepEqual(await scores(), [45, 0]);
  await call('PUT /datasets/{datasetId}/rating', { path: { datasetId: id }, body: { rating: 1 } });
  await call('PUT /datasets/{datasetId}/rating', { path: { datasetId: id }, body: { rating: 1 } });
  assert.deepEqual(await scores(), [52.5, 45, 0]);
  await inTransaction((tx) => noteUses(tx, [id]));
  assert.deepEqual(await scores(), [53.5, 52.5, 45, 0]);
  const { trustScore, trustScoreAxes } = await read('', id);
  assert.equal(trustScore, 53.5);
  assert.deepEqual(
    trustScoreAxes.map((one: { id: string; currentValue: number; maxValue: number }) => [one.id, one.currentValue, one.maxValue]),
    [
      ['validity', 100, 100],
      ['completeness', 50, 100],
      ['popularity', 50, 100],
      ['discoverability', 0, 100],
      ['usage', 10, 100],
    ],
  );
});

test('two observations of a table at once leave one dataset', async () => {
  const results = await Promise.allSettled([observe(table('public.twice')), observe(table('public.twice'))]);
  assert.ok(results.some(({ status }) => status === 'fulfilled'));
  const { count } = await platform.db.reader.only<{ count: number }>(
    sql`select count(*) from dataset where technical_name = 'public.twice'`,
  );
  assert.equal(count, 1);
});
