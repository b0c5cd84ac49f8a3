// run: waiting because its connections stay silent for seconds
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase } from '../../../test/support/database.ts';
import { startDatabaseGate } from '../../../test/support/database-gate.ts';
import { untilLocksWait } from '../../../test/support/locks.ts';
import { Database, DatabaseUnavailable } from './db.ts';
import { createLog } from '../observability/log.ts';
import { sql, type Tx } from './sql.ts';
import { Wakeups } from '../events/wakeups.ts';

/** Much longer than it takes to find a silent connection, and much shorter than the time limit of a test. */
const MAX_MILLISECONDS = 20_000;
const limit = { timeout: 60_000 };

const database = await createDatabase();
const gate = await startDatabaseGate(database.url);
const direct = new Database({ url: database.url, onError: () => undefined });
const db = new Database({ url: gate.url, poolSize: 4, onError: () => undefined });
await direct.writer.rows(sql`create table thing (id integer primary key, n integer not null)`);
await direct.writer.rows(sql`insert into thing (id, n) values (1, 0), (2, 0)`);
after(async () => {
  await db.close();
  await direct.close();
  await gate.close();
  await database.drop();
});

const add = (tx: Tx, id: number): Promise<unknown> => tx.rows(sql`update thing set n = n + 1 where id = ${id}`);
const read = async (id: number): Promise<number> => (await direct.reader.only<{ n: number }>(sql`select n from thing where id = ${id}`)).n;

/** Returns the outcome of work, and fails if the work takes longer than the bound. */
async function outcomeOf(work: Promise<unknown>): Promise<'done' | 'unavailable'> {
  const over = new AbortController();
  const late = wait(MAX_MILLISECONDS, 'late', { signal: over.signal });
  late.catch(() => undefined);
  try {
    const first = await Promise.race([work, late]);
    assert.notEqual(first, 'late', 'the work did not end in time');
    return 'done';
  } catch (error) {
    assert.ok(error instanceof DatabaseUnavailable, String(error));
    return 'unavailable';
  } finally {
    over.abort();
  }
}

/** Waits until no connection is silent. */
async function untilNoneIsSilent(): Promise<void> {
  const start = performance.now();
  while ((await db.countSilent(1000)) !== 0) {
    assert.ok(performance.now() - start < MAX_MILLISECONDS, 'connections stay silent');
    await wait(50);
  }
}

test('a statement on a silent connection fails, and the next statement gets a new connection', limit, async () => {
  const queries = [
    () => Promise.all([db.reader.rows(sql`select 1`), db.reader.rows(sql`select 2`)]),
    () => db.writer.rows(sql`select 1`),
    () => db.watcher.rows(sql`select 1`),
  ];
  await Promise.all(queries.map((query) => query()));
  assert.ok(gate.forget() > 0);
  assert.deepEqual(await Promise.all(queries.map((work) => outcomeOf(work()))), Array(3).fill('unavailable'));
  await untilNoneIsSilent();
  assert.deepEqual(await Promise.all(queries.map((work) => outcomeOf(work()))), Array(3).fill('done'));
});

test('the error of a lost transaction says whether it may have been committed', limit, async () => {
  for (const [when, nothingCommitted] of [
    ['before its commit', true],
    ['at its commit', false],
  ] as const) {
    await untilNoneIsSilent();
    const lost = db.transaction(async (tx) => {
      await add(tx, 2);
      gate.forget();
      if (nothingCommitted) await add(tx, 2);
    });
    await assert.rejects(lost, (error) => error instanceof DatabaseUnavailable && error.nothingCommitted === nothingCommitted, when);
  }
});

test('a caller that waits for a connection of the pool gets one after the silent connections are closed', limit, async () => {
  await Promise.all(Array.from({ length: 4 }, () => db.writer.rows(sql`select pg_sleep(0.1)`)));
  gate.forget();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(db.writer.rows(sql`select 1`))));
  assert.equal(outcomes.length, 8);
  await untilNoneIsSilent();
  assert.equal(await outcomeOf(db.writer.rows(sql`select 1`)), 'done');
});

test('the locks of a transaction on a silent connection are released soon', limit, async () => {
  await untilNoneIsSilent();
  const before = await read(1);
  const lost = db.transaction(async (tx) => {
    await add(tx, 1);
    gate.forget();
    await add(tx, 2);
  });
  assert.equal(await outcomeOf(lost), 'unavailable');
  assert.equal(await outcomeOf(add(direct.writer, 1)), 'done');
  assert.equal(await read(1), before + 1, 'nothing of the lost transaction was committed');
});

test('a connection is not silent while its statement is slow or waits for a lock', limit, async () => {
  await untilNoneIsSilent();
  const before = await read(1);
  const release = Promise.withResolvers<void>();
  await direct.writer.rows(sql`create table released ()`);
  const held = direct.transaction(async (tx) => {
    await add(tx, 1);
    await release.promise;
  });
  const sleep = sql`
    do $$ begin
      while not exists (select from released) loop
        perform pg_sleep(0.1);
      end loop;
    end $$`;
  const slow = [db.reader.rows(sleep), db.writer.rows(sleep), add(db.writer, 1), db.transaction((tx) => add(tx, 1))];
  await untilLocksWait(direct.reader, 2);
  // Meanwhile, connections of another pool become silent, and are found.
  const otherGate = await startDatabaseGate(database.url);
  const other = new Database({ url: otherGate.url, poolSize: 4, onError: () => undefined });
  for (let round = 0; round < 2; round += 1) {
    await other.reader.rows(sql`select 1`);
    otherGate.forget();
    assert.equal(await outcomeOf(other.reader.rows(sql`select 1`)), 'unavailable');
  }
  await other.close();
  await otherGate.close();
  await direct.writer.rows(sql`insert into released default values`);
  release.resolve();
  await Promise.all([held, ...slow]);
  assert.equal(await read(1), before + 3);
});

test('statements fail while the database does not answer, and succeed when it answers again', limit, async () => {
  await untilNoneIsSilent();
  await db.reader.rows(sql`select 1`);
  gate.shut();
  assert.equal(await outcomeOf(db.reader.rows(sql`select 1`)), 'unavailable');
  const outcomes = await Promise.all([
    outcomeOf(db.reader.rows(sql`select 1`)),
    outcomeOf(db.writer.rows(sql`select 1`)),
    outcomeOf(db.transaction((tx) => tx.rows(sql`select 1`))),
  ]);
  assert.deepEqual(outcomes, Array(3).fill('unavailable'));
  gate.open();
  await untilNoneIsSilent();
  assert.equal(await outcomeOf(db.reader.rows(sql`select 1`)), 'done');
  assert.equal(await outcomeOf(db.transaction((tx) => tx.rows(sql`select 1`))), 'done');
});

test('wake-ups of other processes arrive again after their connection became silent', limit, async () => {
  const log = createLog('silent');
  const [here, there] = [new Wakeups(), new Wakeups()];
  await Promise.all([here.start(direct, log), there.start(db, log)]);
  gate.forget();
  const received = Promise.withResolvers<void>();
  there.listen('a', () => received.resolve());
  const waking = setInterval(() => here.wake(['a']), 50);
  await received.promise;
  clearInterval(waking);
  await Promise.all([here.stop(), there.stop()]);
});

test('close() ends although the database does not answer', limit, async () => {
  const other = new Database({ url: gate.url, poolSize: 2, onError: () => undefined });
  await Promise.all([other.reader.rows(sql`select 1`), other.writer.rows(sql`select 1`)]);
  gate.shut();
  assert.equal(await outcomeOf(other.close()), 'done');
  gate.open();
});
