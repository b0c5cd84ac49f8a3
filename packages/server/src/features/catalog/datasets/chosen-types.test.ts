import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene, READER } from '../catalog-connections/scene.fixture.ts';
import { semanticChecks } from '../semantic-types/index.ts';
import { observeTables, profileSample } from './index.ts';

const PUT = 'PUT /datasets/{datasetId}/columns/{path}';
const server = await startTestServer();
const { call, make, platform } = server;
const scene = await catalogScene(server);
const connection = await scene.makeConnection({ keepsSamples: true });
const context = { tenant: await make.tenant(), connection, account: await make.administrator() };

/** Crawls the table, and returns its dataset. */
async function crawl(): Promise<string> {
  const columns = ['code', 'mail'];
  const rows = [
    ['P1', 'a@example.com'],
    ['x', null],
    [null, 'b@example.com'],
  ];
  const checks = await semanticChecks(platform.db.reader, context.tenant);
  const sample = profileSample({ columns, rows }, new Map(columns.map((path) => [path, 'text'])), checks);
  const table = { technicalName: 'shop.parts', displayName: 'parts', kind: 'TABLE' as const, comment: null, fingerprint: 'f', sample };
  const described = columns.map((path) => ({ path, nativeType: 'text', isNullable: true, isKey: false, comment: null }));
  const [dataset] = await platform.db.transaction((tx) => observeTables(tx, context, [{ ...table, columns: described }]));
  return dataset?.id ?? '';
}
const datasetId = await crawl();
await call('POST /datasets/semantic-types', { body: { name: 'Part number', kind: 'REGEX', expression: 'P[0-9]+' } });

type Column = { path: string; semanticType?: string; quality?: Record<string, number> };
const column = async (path: string): Promise<Column | undefined> =>
  (await call('GET /datasets/{datasetId}/columns', { path: { datasetId } })).body.find((one: Column) => one.path === path);
const choose = async (semanticType: string | null | undefined): Promise<void> => {
  const body = { description: 'Code', ...(semanticType !== undefined && { semanticType }) };
  assert.equal((await call(PUT, { path: { datasetId, path: 'code' }, body })).status, 204);
};
test('datasets.columns.semantic-type', async () => {
  assert.deepEqual((await column('code'))?.quality, { '-1': 0, '0': 1, '1': 2, total: 3 });
  await choose('PART number');
  assert.equal((await column('code'))?.semanticType, 'Part number');
  assert.equal(await crawl(), datasetId);
  const code = await column('code');
  assert.deepEqual([code?.semanticType, code?.quality], ['Part number', { '-1': 1, '0': 1, '1': 1, total: 3 }]);
  assert.equal((await column('mail'))?.semanticType, 'email');
  const { talendGlobalQuality } = await scene.read(datasetId);
  assert.deepEqual(talendGlobalQuality, { '-1': 1, '0': 2, '1': 3, total: 6 });
  assert.equal((await call('GET /datasets', { query: { serviceQlQuery: "columns.semanticType = 'part number'" } })).body.length, 1);

  await choose(undefined);
  assert.equal((await column('code'))?.semanticType, 'Part number', 'a field that is left out stays');
  await choose('iban');
  assert.deepEqual((await column('code'))?.quality, { '-1': 2, '0': 1, '1': 0, total: 3 });
  await choose(null);
  assert.equal((await column('code'))?.semanticType, undefined);
  assert.deepEqual((await column('code'))?.quality, { '-1': 0, '0': 1, '1': 2, total: 3 });
});

test('datasets.columns.semantic-type: refusals leave nothing behind', async () => {
  const path = { datasetId, path: 'new' };
  const body = { description: 'New', semanticType: 'unknown' };
  await leavesNothing(server, PUT, { path, body }, 400, 'semantic_type_unknown', 'dataset_column');
  const token = await scene.person('dataset', datasetId, READER);
  await leavesNothing(
    server,
    PUT,
    { token, path, body: { description: 'New', semanticType: 'iban' } },
    403,
    'level_missing',
    'dataset_column',
  );
});
