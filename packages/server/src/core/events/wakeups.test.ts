import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase } from '../../../test/support/database.ts';
import { Database } from '../database/db.ts';
import { createLog } from '../observability/log.ts';
import { sql } from '../database/sql.ts';
import { Wakeups } from './wakeups.ts';

/** Waits until the condition holds. If it never does, the time limit of the test ends the wait. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(10);
}

describe('wake-ups between two processes on one database', { timeout: 20_000 }, () => {
  const log = createLog('silent');
  const [here, there] = [new Wakeups(), new Wakeups()];
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let db: Database;
  let woken: string[] = [];

  before(async () => {
    database = await createDatabase();
    db = new Database({ url: database.url, onError: () => undefined });
    await Promise.all([here.start(db, log), there.start(db, log)]);
  });
  after(async () => {
    await Promise.all([here.stop(), there.stop()]);
    await db.close();
    await database.drop();
  });
  beforeEach(() => (woken = []));

  const listen = (wakeups: Wakeups, topic: string, name = topic): (() => void) => wakeups.listen(topic, () => woken.push(name));

  test('a listener of the same process is woken at once, and only once', async () => {
    const removers = [listen(here, 'a'), listen(there, 'sign')];
    here.wake(['a']);
    assert.deepEqual(woken, ['a']);
    here.wake(['sign']);
    await until(() => woken.includes('sign'));
    assert.deepEqual(woken, ['a', 'sign'], 'its own message does not wake it again');
    removers.forEach((remove) => remove());
  });

  test('a listener of another process is woken, by its own topic only', async () => {
    const removers = [listen(there, 'a'), listen(there, 'b'), listen(there, 'c')];
    here.wake(['a', 'c']);
    await until(() => woken.length === 2);
    assert.deepEqual(woken.toSorted(), ['a', 'c']);
    removers.forEach((remove) => remove());
  });

  test('all listeners of a topic are woken until they are removed', async () => {
    const [first, second] = [listen(there, 'a', 'first'), listen(there, 'a', 'second')];
    here.wake(['a']);
    await until(() => woken.length === 2);
    first();
    first();
    here.wake(['a']);
    await until(() => woken.length === 3);
    assert.equal(woken[2], 'second');
    second();
    there.wake(['a']);
    assert.equal(woken.length, 3);
  });

  test('simultaneous wake-ups of more topics than a message holds all arrive', async () => {
    const topics = Array.from({ length: 450 }, () => crypto.randomUUID());
    const removers = topics.map((topic) => listen(there, topic));
    for (const topic of topics) here.wake([topic]);
    await until(() => woken.length >= topics.length);
    assert.deepEqual(woken.toSorted(), topics.toSorted());
    removers.forEach((remove) => remove());
  });

  test('a lost connection is opened again, and later wake-ups arrive', async () => {
    const removers = [listen(there, 'a'), listen(there, 'b')];
    const connections = (): Promise<{ n: number }> =>
      db.reader.only(sql`
        select count(*) as n
        from pg_stat_activity
        where datname = current_database()
          and application_name = 'millrace wake-ups'`);
    assert.equal((await connections()).n, 2);
    await db.writer.rows(sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database()
        and application_name = 'millrace wake-ups'`);
    await until(async () => (await connections()).n === 2);
    for (let tries = 0; !woken.includes('b'); tries += 1) {
      here.wake(['b']);
      await wait(20);
    }
    removers.forEach((remove) => remove());
  });

  test('a stopped process gets no wake-ups and has no connection', async () => {
    const third = new Wakeups();
    await third.start(db, log);
    const removers = [listen(third, 'a', 'third'), listen(there, 'a')];
    await third.stop();
    here.wake(['a']);
    await until(() => woken.length > 0);
    assert.deepEqual(woken, ['a']);
    const { n } = await db.reader.only<{ n: number }>(sql`
      select count(*) as n
      from pg_stat_activity
      where datname = current_database()
        and application_name = 'millrace wake-ups'`);
    assert.equal(n, 2);
    removers.forEach((remove) => remove());
  });

  test('processes find each other, and a process without others sends nothing', async () => {
    const otherDatabase = await createDatabase();
    const otherDb = new Database({ url: otherDatabase.url, onError: () => undefined });
    const listener = await otherDb.connect('listener');
    const messages: string[] = [];
    listener.on('notification', ({ payload = '' }) => messages.push(payload));
    await listener.query('listen millrace_wake');
    const [first, second] = [new Wakeups(0), new Wakeups(0)];
    await first.start(otherDb, log);
    await until(() => messages.length > 0);
    first.wake(['without-listener']);
    await second.start(otherDb, log);
    // The second process has asked and the first one has answered, so both send from now on. On a slow machine each may have asked again.
    await until(() => messages.some((message) => message.endsWith(' here')));
    const removers = [listen(first, 'a'), listen(second, 'b')];
    first.wake(['b']);
    second.wake(['a']);
    await until(() => woken.length === 2);
    assert.ok(!messages.some((message) => message.includes('without-listener')));
    assert.deepEqual([first.count('b'), first.count('a'), first.count('c')], [1, 1, 0]);
    removers.forEach((remove) => remove());
    await Promise.all([first.stop(), second.stop(), listener.end()]);
    await otherDb.close();
    await otherDatabase.drop();
  });

  test('without a database, a wake-up wakes the listeners of the same process', () => {
    const alone = new Wakeups();
    const remove = listen(alone, 'a');
    alone.wake(['a', 'b']);
    assert.deepEqual(woken, ['a']);
    remove();
  });
});
