import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDatabase } from '../../../test/support/database.ts';
import { Database, DatabaseUnavailable, refusedBy, refusesText } from './db.ts';
import { invalid } from '../base/problem.ts';
import { sql, type Tx } from './sql.ts';

const database = await createDatabase();
const db = new Database({ url: database.url, poolSize: 4, onError: () => undefined });
await db.writer.rows(
  sql`create table thing (id integer primary key, n integer not null default 0, constraint thing_n_small check (n < 100))`,
);
await db.writer.rows(sql`insert into thing (id) values (1), (2)`);
after(async () => {
  await db.close();
  await database.drop();
});

const add = (tx: Tx, id: number, amount = 1): Promise<unknown> => tx.rows(sql`update thing set n = n + ${amount} where id = ${id}`);
const read = async (id: number): Promise<number> => (await db.reader.only<{ n: number }>(sql`select n from thing where id = ${id}`)).n;

test('commits all of a transaction or nothing of it', async () => {
  await db.transaction(async (tx) => {
    await add(tx, 1);
    await add(tx, 2);
  });
  const reason = new Error('changed my mind');
  const failing = db.transaction(async (tx) => {
    await add(tx, 1);
    throw reason;
  });
  await assert.rejects(failing, reason);
  assert.deepEqual([await read(1), await read(2)], [1, 1]);
});

test('commits nothing of a transaction with a failed statement, even if the error was caught', async () => {
  const before = await read(1);
  const ignoringFailure = (next: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
    db.transaction(async (tx) => {
      await add(tx, 1);
      await tx.rows(sql`select 1 / 0`).catch(() => undefined);
      await next(tx);
    });
  await assert.rejects(
    ignoringFailure((tx) => add(tx, 1)),
    /current transaction is aborted/,
  );
  await assert.rejects(
    ignoringFailure(async () => undefined),
    /its error was ignored/,
  );
  assert.equal(await read(1), before);
});

test('retries the victim of a deadlock, and fails as "contended" after some seconds of retries', async () => {
  const before = [await read(1), await read(2)];
  const meet = rendezvous();
  const cross = (first: number, second: number): Promise<number> => {
    let tries = 0;
    return db
      .transaction(async (tx) => {
        tries += 1;
        await add(tx, first);
        if (tries === 1) await meet();
        await add(tx, second);
      })
      .then(() => tries);
  };
  const tries = await Promise.all([cross(1, 2), cross(2, 1)]);
  assert.equal(Math.min(...tries), 1);
  assert.ok(Math.max(...tries) > 1);
  assert.deepEqual(
    [await read(1), await read(2)],
    before.map((n) => n + 2),
  );

  let attempts = 0;
  const hopeless = db.transaction(async (tx) => {
    attempts += 1;
    await tx.rows(sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`);
  });
  await assert.rejects(
    hopeless,
    (error) => error instanceof DatabaseUnavailable && error.trouble === 'contended' && error.nothingCommitted,
  );
  assert.ok(attempts > 3, `${attempts} tries`);
});

/** Returns a function that lets two callers continue when both have called it. */
function rendezvous(): () => Promise<void> {
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === 2) both.resolve();
    return both.promise;
  };
}

test('refusedBy() returns the constraint that refused a write, and undefined for other errors', async () => {
  const error = await add(db.writer, 1, 1000).catch((reason: unknown) => reason);
  assert.equal(refusedBy(error), 'thing_n_small');
  const taken = await db.writer.rows(sql`insert into thing (id) values (1)`).catch((reason: unknown) => reason);
  assert.equal(refusedBy(taken), 'thing_pkey');
  const other = await db.writer.rows(sql`select 1 / 0`).catch((reason: unknown) => reason);
  assert.equal(refusedBy(other), undefined);
  assert.equal(refusedBy(new Error('thing_n_small')), undefined);
});

test('refusesText() recognises text that the database cannot store', async () => {
  const nul = await db.writer.rows(sql`select ${'\0'}::text`).catch((reason: unknown) => reason);
  assert.equal(refusesText(nul), true);
  const number = await db.writer.rows(sql`select ${'x'}::integer`).catch((reason: unknown) => reason);
  assert.equal(refusesText(number), false, 'a value of the wrong type is a fault of the server');
});

test('a read-only transaction reads one snapshot and refuses writes', async () => {
  await db.transaction(async (tx) => {
    const first = await tx.only(sql`select n from thing where id = 1`);
    await add(db.writer, 1);
    assert.deepEqual(await tx.only(sql`select n from thing where id = 1`), first);
  }, 'read only');
  await assert.rejects(
    db.transaction((tx) => add(tx, 1), 'read only'),
    /read-only transaction/,
  );
});

test('one() returns a row or undefined, and only() fails without a row', async () => {
  assert.deepEqual(await db.reader.one(sql`select id from thing where id = 1`), { id: 1 });
  assert.equal(await db.reader.one(sql`select id from thing where id = 99`), undefined);
  await assert.rejects(db.reader.only(sql`select id from thing where id = 99`), /always has a row/);
});

test('returns integers and counts as numbers, also beyond 32 bits', async () => {
  assert.deepEqual(await db.reader.only(sql`select 5000000000::bigint as big, count(*) as two from thing`), { big: 5_000_000_000, two: 2 });
});

test('answers many concurrent statements, each with its own result', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => db.reader.only<{ n: number }>(sql`select ${index}::integer as n`)),
  );
  assert.deepEqual(
    answers.map(({ n }) => n),
    Array.from({ length: 200 }, (_, index) => index),
  );
  const mixed = await Promise.allSettled([
    db.reader.rows(sql`select 1 / 0`),
    db.reader.only(sql`select 1 as n`),
    db.reader.rows(sql`select 1 / 0`),
  ]);
  assert.deepEqual(
    mixed.map(({ status }) => status),
    ['rejected', 'fulfilled', 'rejected'],
  );
});

test('works again after its connections were closed', async () => {
  await db.reader.rows(sql`select 1`);
  const lost = db.transaction(async (tx) => {
    await add(tx, 2);
    await db.writer.rows(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await add(tx, 2);
  });
  const before = await lost.then(
    () => assert.fail('the transaction lost its connection'),
    async (error: unknown) => {
      assert.ok(error instanceof DatabaseUnavailable, String(error));
      return readAgain();
    },
  );
  await db.transaction((tx) => add(tx, 2));
  assert.equal(await read(2), before + 1, 'nothing of the lost transaction was committed');
});

/** Repeats a read, because both readers may still have to notice that their connections are closed. */
async function readAgain(): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await read(2);
    } catch (error) {
      assert.ok(error instanceof DatabaseUnavailable && tries < 5, String(error));
    }
  }
}

test('fails as unavailable if the database cannot be reached, and after close()', async () => {
  const url = new URL(database.url);
  url.port = '1';
  const down = new Database({ url: url.toString(), onError: () => undefined });
  for (const work of [down.reader.rows(sql`select 1`), down.writer.rows(sql`select 1`), down.transaction((tx) => tx.rows(sql`select 1`))]) {
    await assert.rejects(work, DatabaseUnavailable);
  }
  await down.close();
  await assert.rejects(down.reader.rows(sql`select 1`), DatabaseUnavailable);
});

test('fails as "busy" while every connection of the pool is in use, and works when one is free', async () => {
  const release = Promise.withResolvers<void>();
  const holders = Array.from({ length: 4 }, () =>
    db.transaction(async (tx) => {
      await tx.rows(sql`select 1`);
      await release.promise;
    }),
  );
  const late = db.transaction((tx) => add(tx, 1));
  await assert.rejects(late, (error) => error instanceof DatabaseUnavailable && error.trouble === 'busy' && error.nothingCommitted);
  const next = db.transaction((tx) => add(tx, 1));
  release.resolve();
  await Promise.all([...holders, next]);
});

test('does not treat a refusal as an unavailable database, whatever its message says', async () => {
  const refusal = invalid('malformed_request', 'The timeout must be a number.');
  await assert.rejects(
    db.transaction(() => Promise.reject(refusal)),
    (error) => error === refusal,
  );
});
