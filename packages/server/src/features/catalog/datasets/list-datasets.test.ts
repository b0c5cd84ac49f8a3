import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene, READER } from '../catalog-connections/scene.fixture.ts';
import { insertDatasets } from './rows.ts';
import { refreshDatasets } from './refresh.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const scene = await catalogScene(server);

const columns = [
  { path: 'mail', type: 'TEXT', description: 'Address of the customer' },
  { path: 'amount', type: 'NUMBER' },
];
const sales = await scene.dataset({
  label: 'Sales',
  technicalName: 'shop.sales',
  tags: ['Money', 'eu'],
  description: "It's 100% ours",
  columns,
});
const copy = await scene.dataset({ label: 'copy of sales', columns: columns.toReversed() });
const tree = await scene.dataset({ label: 'Tree', columns: [{ path: 'a.b' }] });
const far = await scene.dataset({
  label: 'Far away',
  connectionId: await scene.makeConnection({ cloudAgentId: (await make.engine({ environment: scene.workspace.environment })).id }),
});
const names = new Map([
  [sales, 'sales'],
  [copy, 'copy'],
  [tree, 'tree'],
  [far, 'far'],
]);
await call('PUT /datasets/{datasetId}/favorite', { path: { datasetId: tree } });
await call('PUT /datasets/{datasetId}/rating', { path: { datasetId: sales }, body: { rating: 0.5 } });
await call('POST /datasets/attributes', { body: { label: 'Domain', mandatory: false, type: 'text', defaults: ['common'] } });
await call('PUT /datasets/{datasetId}/attributes/{id}', { path: { datasetId: sales, id: 'domain' }, body: { values: ['finance'] } });

/** Lists the names of the datasets that a query finds, in their order. */
async function list(query: Record<string, string>): Promise<string> {
  const { status, body } = await call('GET /datasets', { query });
  assert.equal(status, 200, JSON.stringify([query, body]));
  return body.map((one: { id: string }) => names.get(one.id)).join(' ');
}
const find = (serviceQlQuery: string): Promise<string> => list({ serviceQlQuery });

test('datasets.list.order', async () => {
  assert.equal(await list({}), 'copy far sales tree');
  assert.equal(await list({ sortBy: 'label', sortOrder: 'desc' }), 'tree sales far copy');
  assert.equal(await list({ sortBy: 'created', sortOrder: 'ascending' }), 'sales copy tree far');
  assert.equal(await list({ sortBy: 'trustScore', sortOrder: 'descending' }), 'sales copy far tree');
  const { body } = await call('GET /datasets', { query: { sortBy: 'colour' } });
  assert.match(body.message, /'colour' is no field of the order; expected id, label/);
  for (const sortBy of ['tags', 'constructor', 'columns.path', ''])
    assertRefused(await call('GET /datasets', { query: { sortBy } }), 400, 'malformed_request');
  assertRefused(await call('GET /datasets', { query: { sortOrder: 'up' } }), 400, 'malformed_request');
});

test('datasets.list.favorite', async () => {
  assert.equal(await list({ favorite: 'true' }), 'tree');
  assert.equal(await list({ favorite: 'false' }), 'copy far sales');
});

test('datasets.list.flags', async () => {
  assert.equal(await list({ flat: 'true' }), 'copy far sales');
  assert.equal(await list({ flat: 'false' }), 'tree');
  assert.equal(await list({ cloudrunner: 'false' }), 'far');
  assert.equal(await list({ cloudrunner: 'true', flat: 'true' }), 'copy sales');
});

test('datasets.list.schema', async () => {
  assert.equal(await list({ sameSchemaAs: sales }), 'copy sales');
  assert.equal(await list({ sameSchemaAs: tree }), 'tree');
  assertRefused(await call('GET /datasets', { query: { sameSchemaAs: newId() } }), 404, 'not_found');
});

test('datasets.list.search', async () => {
  for (const [search, expected] of Object.entries({
    sales: 'copy sales',
    SHOP: 'sales',
    'shop.sales': 'sales',
    customer: 'copy sales',
    finance: 'sales',
    money: 'sales',
    '"copy of"': 'copy',
    'sales -copy': 'sales',
    'tree or far': 'far tree',
    sal: '',
    "'": '',
    '((( & | ! <-> \\': '',
  }))
    assert.equal(await list({ search }), expected, search);
});

test('datasets.list.words', async () => {
  for (const [words, expected] of Object.entries({ sal: 'copy sales', SLAES: 'copy sales', 'sales cop': 'copy', tre: 'tree', finance: '' }))
    assert.equal(await list({ words }), expected, words);
});

test('datasets.list.query', async () => {
  for (const [query, expected] of Object.entries({
    "label = 'SALES'": 'sales',
    "label != 'sales'": 'copy far tree',
    "not(label = 'sales')": 'copy far tree',
    "label contains 'ales'": 'copy sales',
    "label contains 'SALES'": '',
    "label containsIgnoreCase 'SALES'": 'copy sales',
    "label ~ 'S.*'": 'sales',
    "label ~ '(?i)s.*'": 'sales',
    "label ~ 'ale'": '',
    "label ~ 'S.les'": 'sales',
    "label ~ 'S_les'": '',
    "label ~ 'Sales.+'": '',
    "label ~ '.*a.*'": 'copy far sales',
    "label ~ 'S[a-b]les'": 'sales',
    [String.raw`technicalName ~ 'shop\.sales'`]: 'sales',
    "columns.path ~ 'm(a|b)il'": 'copy sales',
    "columns.path ~ '.*\\..*'": 'tree',
    "* ~ '.*100% .*'": 'sales',
    "* ~ '.*100_ .*'": '',
    "* ~ '.*(ours|nothing)'": 'sales',
    "not(* ~ 'comm(on)?')": 'sales',
    "label complies 'Aaaaa'": 'sales',
    "label complies 'Aaa aaaa'": 'far',
    "label wordComplies '[word] of [word]'": 'copy',
    "label wordComplies '[Word]'": 'sales tree',
    "label in ['tree', 'FAR AWAY', 3]": 'far tree',
    "technicalName = 'shop.sales'": 'sales',
    'description is null': 'copy far tree',
    'description is empty': 'copy far tree',
    'not(description is null)': 'sales',
    [String.raw`description = 'it\'s 100% ours'`]: 'sales',
    "description contains '%'": 'sales',
    "tags = 'money'": 'sales',
    "tags in ['EU']": 'sales',
    'tags is empty': 'copy far tree',
    "columns.path = 'amount'": 'copy sales',
    "columns.path contains '.'": 'tree',
    "columns.type = 'number' and columns.description contains 'customer'": 'copy sales',
    "attributes.domain = 'finance'": 'sales',
    "attributes.domain = 'common'": 'copy far tree',
    "attributes contains 'fin'": 'sales',
    "* contains 'shop'": 'sales',
    "* = 'money'": 'sales',
    'rating.global = 0.5': 'sales',
    'rating.global between [0.5, 1[': 'sales',
    'rating.global between ]0.5, 1]': '',
    'rating.contributors < 1': 'copy far tree',
    "rating.contributors >= '1'": 'sales',
    'version > -1 and version <= 1': 'copy far sales tree',
    'version >= 1': 'sales',
    "version > 'abc'": '',
    'label > 5 or label < 5': '',
    'favorite = true': 'tree',
    'favorite != true': 'copy far sales',
    'nested in [true]': 'tree',
    'label = field(technicalName)': 'copy far tree',
    'created <= field(updated)': 'copy far sales tree',
    'label != field(technicalName)': 'sales',
    "datastore.typeLabel = 'jdbc'": 'copy far sales tree',
    'datastore.cloudAgentId is null': 'copy sales tree',
    "label = 'Sales' or label = 'Tree' and favorite = false": 'sales',
    "(label = 'Sales' or label = 'Tree') and favorite = true": 'tree',
    "label=\t'Tree'\r\n": 'tree',
    '  ': 'copy far sales tree',
    [`id = '${sales}'`]: 'sales',
  }))
    assert.equal(await find(query), expected, query);
  assert.equal(await list({ tqlQuery: "label = 'tree'" }), 'tree', 'the word of the published product');
});

test('datasets.query.position', async () => {
  for (const [serviceQlQuery, position, words] of [
    ['colour = 1', 1, "'colour' is no field"],
    ["label = 'a' and", 16, 'the text ends; expected a field'],
    ["label = 'a", 9, 'the quote is never closed'],
    ["label 'a'", 7, "'a' is not expected here; expected an operator"],
    ["label ~ '('", 9, 'no regular expression'],
    ["label ~ '(a{999}){999}'", 9, 'regular expression'],
    ["label = 'é😀' or ;", 17, "';' is not part of a query"],
    ['label is good', 10, 'expected empty, null, valid, invalid'],
    ['label is valid', 1, 'has no quality'],
    ["not label = 'a'", 5, "expected '(' after not"],
    ["(label = 'a'", 13, "expected ')'"],
    ['label between (1, 2)', 15, "expected '[' or ']'"],
    ['label < true', 9, 'expected a text'],
    ["__proto__ = 'a'", 1, 'is no field'],
    ["constructor = 'a'", 1, 'is no field'],
    [`${'('.repeat(51)}label = 1${')'.repeat(51)}`, 52, 'more than 50 parentheses'],
    [Array.from({ length: 201 }, () => 'version = 1').join(' or '), 3001, 'more than 200 conditions'],
    [`label = '${'a'.repeat(8000)}'`, 1, ''],
  ] as const) {
    const answer = await call('GET /datasets', { query: { serviceQlQuery } });
    if (serviceQlQuery.length > 8000) assertRefused(answer, 400, 'malformed_request');
    else {
      assertRefused(answer, 400, 'malformed_filter');
      assert.match(answer.body.message, new RegExp(`at character ${position}: `), `${serviceQlQuery}: ${answer.body.message}`);
      assert.ok(answer.body.message.includes(words), answer.body.message);
    }
  }
});

test('datasets.limits.user', async () => {
  const user = await make.user();
  const row = { tenant: await make.tenant(), connection: scene.connection, kind: 'TABLE' as const, description: null, properties: {} };
  const rows = Array.from({ length: 1500 }, (_, index) => {
    const id = newId();
    return { ...row, id, technicalName: `many.${id}`, label: `Many ${index}`, tags: ['many'], author: user.id };
  });
  await platform.db.transaction(async (tx) => {
    await insertDatasets(tx, rows);
    await refreshDatasets(
      tx,
      rows.map(({ id }) => id),
    );
  });
  for (const { id } of rows) await scene.share('dataset', id, user.id, READER);
  const { status, body } = await call('GET /datasets', {
    token: user.token,
    query: { sortBy: 'trustScore', serviceQlQuery: "tags = 'many'" },
  });
  assert.equal(status, 200);
  assert.equal(body.length, 1500);
});
