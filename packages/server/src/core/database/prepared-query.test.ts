/** Prepared statements whose result is described only at the first execution. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDatabase } from '../../../test/support/database.ts';
import { Database } from './db.ts';
import { sql, type Tx } from './sql.ts';

const database = await createDatabase();
const db = new Database({ url: database.url, poolSize: 2, onError: () => undefined });
await db.writer.rows(sql`create table thing (id integer primary key, name text)`);
after(async () => {
  await db.close();
  await database.drop();
});

const readValues = (tx: Tx, id: number): Promise<unknown[]> =>
  tx.rows(sql`
    select ${id}::integer as id, 9007199254740991::bigint as large, null::text as nothing, array['a', 'b'] as list, '{"a": [1]}'::jsonb as document,
           timestamptz '2026-02-03T04:05:06Z' as at, true as flag, 'x'::text as name`);
const expected = (id: number): object => ({
  id,
  large: 9_007_199_254_740_991,
  nothing: null,
  list: ['a', 'b'],
  document: { a: [1] },
  at: new Date('2026-02-03T04:05:06Z'),
  flag: true,
  name: 'x',
});
const plain = (rows: readonly unknown[]): object[] => rows.map((row) => ({ ...(row as object) }));

test('later executions return the same columns and types as the first one', async () => {
  await db.transaction(async (tx) => {
    for (let id = 1; id <= 3; id += 1) assert.deepEqual(plain(await readValues(tx, id)), [expected(id)]);
  });
});

test('executions that are sent before the first answer return their own rows', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => index);
  const results = await Promise.all(ids.map((id) => readValues(db.reader, id)));
  assert.deepEqual(
    results.map(plain),
    ids.map((id) => [expected(id)]),
  );
});

test('statements without rows, and with none or several, are executed repeatedly', async () => {
  await db.transaction(async (tx) => {
    for (let id = 1; id <= 3; id += 1) {
      assert.deepEqual(await tx.rows(sql`insert into thing (id, name) values (${id}, ${`name ${id}`})`), []);
      const below = await tx.rows<{ id: number }>(sql`select id, name from thing where id < ${id} order by id`);
      assert.deepEqual(
        below.map((row) => row.id),
        [1, 2, 3].slice(0, id - 1),
      );
    }
  });
});

test('a failed execution leaves later ones as they were', async () => {
  const divide = (by: number): Promise<unknown[]> => db.writer.rows(sql`select 10 / ${by}::integer as quotient`);
  await assert.rejects(divide(0), /division by zero/);
  assert.deepEqual(plain(await divide(2)), [{ quotient: 5 }]);
  await assert.rejects(divide(0), /division by zero/);
  assert.deepEqual(plain(await divide(5)), [{ quotient: 2 }]);
});

test('a statement whose result has changed is refused, and never read by its earlier description', async () => {
  await assert.rejects(
    db.transaction(async (tx) => {
      const readAll = (): Promise<unknown[]> => tx.rows(sql`select * from thing where id = ${1}`);
      await readAll();
      await readAll();
      await tx.rows(sql`alter table thing add column more integer`);
      await readAll();
    }),
    /cached plan must not change result type/,
  );
});

test('the error of a statement shows the stack of its caller', async () => {
  const failing = async (): Promise<unknown> => db.writer.rows(sql`select ${1} from no_such_table`);
  await assert.rejects(
    failing(),
    (error: Error) => /no_such_table/.test(error.message) && /prepared-query\.test\.ts/.test(error.stack ?? ''),
  );
});
