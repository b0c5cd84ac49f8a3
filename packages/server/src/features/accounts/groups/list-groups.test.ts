import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /account/groups';
const { call, make } = await startTestServer();

const names = ({ body }: Answer): string[] => body.map(({ name }: { name: string }) => name);
const pageOf = ({ headers }: Answer) =>
  Object.fromEntries(
    ['page-first', 'page-last', 'page-number', 'page-total-elements', 'total-elements', 'total-pages'].map((name) => [
      name,
      headers.get(name),
    ]),
  );

test('groups.list.page: an empty list has one page', async () => {
  const answer = await call(ROUTE);
  assert.deepEqual([answer.status, answer.body], [200, []]);
  assert.deepEqual(pageOf(answer), {
    'page-first': 'true',
    'page-last': 'true',
    'page-number': '1',
    'page-total-elements': '0',
    'total-elements': '0',
    'total-pages': '1',
  });
});

test('with some groups', async (suite) => {
  before(async () => {
    for (const name of ['Nightly', 'ETL west', 'ETL east', '100% etl', 'Audit'])
      assert.equal((await call('POST /account/groups', { body: { name } })).status, 201);
  });

  await suite.test('groups.list.name', async () => {
    const found = async (nameFilter: string): Promise<string[]> => names(await call(ROUTE, { query: { nameFilter } }));
    assert.deepEqual(await found('etl'), ['100% etl', 'ETL east', 'ETL west']);
    assert.deepEqual(await found('%'), ['100% etl']);
    assert.deepEqual(await found('nothing like it'), []);
    assert.deepEqual((await found('')).length, 5);
  });

  await suite.test('groups.list.page', async () => {
    const whole = await call(ROUTE);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => call(ROUTE, { query: { page, size: 2 } })));
    assert.deepEqual(pages.flatMap(names), names(whole));
    assert.deepEqual(
      pages.map((page) => Object.values(pageOf(page)).join(' ')),
      ['true false 1 2 5 3', 'false false 2 2 5 3', 'false true 3 1 5 3', 'false true 4 0 5 3'],
    );
    assert.deepEqual(Object.values(pageOf(await call(ROUTE, { query: { size: 5 } }))).join(' '), 'true true 1 5 5 1');
    assert.deepEqual((await call(ROUTE, { query: { page: 2_147_483_647, size: 100 } })).body, []);
    for (const query of [{ page: 0 }, { page: -1 }, { page: 'one' }, { size: 0 }, { size: 101 }, { size: '' }, { page: 1e12 }])
      assertRefused(await call(ROUTE, { query }), 400, 'malformed_request');
  });

  await suite.test('shows nothing of another tenant, and refuses callers without the permission', async () => {
    const stranger = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'], tenant: await make.otherTenant() });
    const answer = await call(ROUTE, { token: stranger.token });
    assert.deepEqual([answer.body, answer.headers.get('total-elements')], [[], '0']);
    assertRefused(await call(ROUTE, { token: (await make.user({ permissions: ['SVC_USER_MANAGEMENT'] })).token }), 403, 'forbidden');
  });
});
