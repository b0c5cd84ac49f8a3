import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../../../test/support/refusals.ts';
import { startTestServer } from '../../../test/support/server.ts';
import { selectPage, toPage } from './paging.ts';
import { sql } from '../database/sql.ts';

const ROUTE = 'GET /orchestration/executables/tasks';
const { call, make, platform } = await startTestServer();
let workspace = '';

before(async () => {
  workspace = (await make.workspace()).id;
  const { versionId: artifactVersion } = await make.artifact({ workspace });
  for (const name of ['a', 'b', 'c', 'd', 'e']) await make.task({ workspace, artifactVersion, name });
});

test('paging.limits.limit', async () => {
  const { body } = await call(ROUTE);
  assert.deepEqual([body.limit, body.items.length], [100, 5]);
  const two = await call(ROUTE, { query: { limit: 2 } });
  assert.deepEqual([two.body.limit, two.body.items.length, two.body.total], [2, 2, 5]);
  assert.equal((await call(ROUTE, { query: { limit: 100 } })).status, 200);
  assert.equal((await call(ROUTE, { query: { limit: 1 } })).body.items.length, 1);
  for (const limit of ['0', '-1', '101', '1.5', 'many', '', '1e9', '99999999999999999999']) {
    assertRefused(await call(ROUTE, { query: { limit } }), 400, 'malformed_request');
  }
  assertRefused(await call(ROUTE, { query: { limit: [1, 101] } }), 400, 'malformed_request');
});

test('paging.limits.offset', async () => {
  assert.equal((await call(ROUTE)).body.offset, 0);
  const { body } = await call(ROUTE, { query: { offset: 3 } });
  assert.deepEqual([body.offset, body.items.length, body.total], [3, 2, 5]);
  assert.equal((await call(ROUTE, { query: { offset: 2_147_483_647 } })).status, 200);
  for (const offset of ['-1', '0.5', 'first', '2147483648'])
    assertRefused(await call(ROUTE, { query: { offset } }), 400, 'malformed_request');
});

test('paging.list.total', async () => {
  const beyond = await call(ROUTE, { query: { offset: 50 } });
  assert.deepEqual([beyond.body.items, beyond.body.total], [[], 5]);
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'] });
  assert.deepEqual((await call(ROUTE, { token })).body, { items: [], limit: 100, offset: 0, total: 0 });
  const reader = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace]: ['VIEW'] } });
  assert.equal((await call(ROUTE, { token: reader.token, query: { limit: 1 } })).body.total, 5);
});

test('pages follow each other without a gap or a repetition', async () => {
  const ids: string[] = [];
  for (let offset = 0; offset < 6; offset += 2) {
    const { body } = await call(ROUTE, { query: { limit: 2, offset } });
    ids.push(...body.items.map((task: { executable: string }) => task.executable));
  }
  const { body } = await call(ROUTE);
  assert.deepEqual(
    ids,
    body.items.map((task: { executable: string }) => task.executable),
  );
  assert.equal(new Set(ids).size, 5);
});

test('a page has only the requested columns, and its count leaves out their joins', async () => {
  const page = await selectPage<{ n: number; name: string }>(platform.db.reader, {
    id: sql`n`,
    from: sql`generate_series(1, 10) as n`,
    where: sql`n > ${4}`,
    order: [sql`n desc`, sql`n`],
    columns: sql`found.id as n, name`,
    of: sql`join (select 'x' as name) names on true`,
    limit: 2,
    offset: 1,
  });
  assert.deepEqual(page, {
    total: 6,
    rows: [
      { n: 9, name: 'x' },
      { n: 8, name: 'x' },
    ],
  });
  assert.deepEqual(
    toPage(page, { limit: 2, offset: 1 }, ({ n }) => n),
    { items: [9, 8], limit: 2, offset: 1, total: 6 },
  );
});

test('a page has the same rows whether it is read from the beginning or from the end, in short and long lists', async () => {
  for (const total of [11, 6001]) {
    const numbers = Array.from({ length: total }, (_, index) => index + 1);
    for (const offset of [0, 1, 5, 6, 9, 10, 11, 12, 3000, 5990, 5999, 6000, 6001]) {
      for (const limit of [1, 2, 11]) {
        const page = await selectPage<{ n: number }>(platform.db.reader, {
          id: sql`n`,
          from: sql`generate_series(1, ${total}::int) as n`,
          where: sql`true`,
          order: [sql`n`, sql`n desc`],
          columns: sql`found.id as n`,
          of: sql``,
          limit,
          offset,
        });
        const found = page.rows.map(({ n }) => n);
        assert.deepEqual([page.total, found], [total, numbers.slice(offset, offset + limit)], `${limit} from ${offset} of ${total}`);
      }
    }
  }
});

test('the columns of a page are computed only for its own rows', async () => {
  for (const total of [10, 6010]) {
    await platform.db.writer.rows(sql`create sequence computed`);
    const page = await selectPage<{ n: number; detail: number }>(platform.db.writer, {
      id: sql`n`,
      from: sql`generate_series(1, ${total}::int) as n`,
      where: sql`true`,
      order: [sql`n`, sql`n desc`],
      columns: sql`found.id as n, found.id * 10 + nextval('computed') as detail`,
      of: sql``,
      limit: 2,
      offset: 7,
    });
    const rows = [
      { n: 8, detail: 81 },
      { n: 9, detail: 92 },
    ];
    assert.deepEqual(page, { total, rows });
    await platform.db.writer.rows(sql`drop sequence computed`);
  }
});
