import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase } from '../../../test/support/database.ts';
import { Database } from '../database/db.ts';
import { createLog } from '../observability/log.ts';
import { sql } from '../database/sql.ts';
import { Wakeups } from './wakeups.ts';

/** Until it is so; a test that waits in vain fails by its time limit. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10);
}

describe('wake-ups between two processes on one database', { timeout: 20_000 }, () => {
  const log = createLog('silent');
  const [here, there] = [new Wakeups(), new Wakeups()];
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let db: Database;
  let heard: string[] = [];

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
  beforeEach(() => (heard = []));

  const listen = (wakeups: Wakeups, topic: string, name = topic): (() => void) => wakeups.listen(topic, () => heard.push(name));

  test('who listens here is woken at once and once', async () => {
    const forget = [listen(here, 'a'), listen(there, 'sign')];
    here.wake(['a']);
    assert.deepEqual(heard, ['a']);
    here.wake(['sign']);
    await until(() => heard.includes('sign'));
    assert.deepEqual(heard, ['a', 'sign'], 'its own message does not wake it again');
    forget.forEach((one) => one());
  });

  test('who listens in the other process is woken, by its topic only', async () => {
    const forget = [listen(there, 'a'), listen(there, 'b'), listen(there, 'c')];
    here.wake(['a', 'c']);
    await until(() => heard.length === 2);
    assert.deepEqual(heard.toSorted(), ['a', 'c']);
    forget.forEach((one) => one());
  });

  test('all listeners of a topic are woken until they leave', async () => {
    const [first, second] = [listen(there, 'a', 'first'), listen(there, 'a', 'second')];
    here.wake(['a']);
    await until(() => heard.length === 2);
    first();
    first();
    here.wake(['a']);
    await until(() => heard.length === 3);
    assert.equal(heard[2], 'second');
    second();
    there.wake(['a']);
    assert.equal(heard.length, 3);
  });

  test('many topics of one moment all arrive, more than a message holds', async () => {
    const topics = Array.from({ length: 450 }, () => crypto.randomUUID());
    const forget = topics.map((topic) => listen(there, topic));
    for (const topic of topics) here.wake([topic]);
    await until(() => heard.length >= topics.length);
    assert.deepEqual(heard.toSorted(), topics.toSorted());
    forget.forEach((one) => one());
  });

  test('a lost connection comes back, and what was woken meanwhile arrives', async () => {
    const forget = [listen(there, 'a'), listen(there, 'b')];
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
    for (let tries = 0; !heard.includes('b'); tries += 1) {
      here.wake(['b']);
      await wait(20);
    }
    forget.forEach((one) => one());
  });

  test('a process that stopped hears nothing more and leaves no connection', async () => {
    const third = new Wakeups();
    await third.start(db, log);
    const forget = [listen(third, 'a', 'third'), listen(there, 'a')];
    await third.stop();
    here.wake(['a']);
    await until(() => heard.length > 0);
    assert.deepEqual(heard, ['a']);
    const { n } = await db.reader.only<{ n: number }>(sql`
      select count(*) as n
      from pg_stat_activity
      where datname = current_database()
        and application_name = 'millrace wake-ups'`);
    assert.equal(n, 2);
    forget.forEach((one) => one());
  });

  test('processes learn of each other, and one that is alone sends nothing', async () => {
    const second = await createDatabase();
    const elsewhere = new Database({ url: second.url, onError: () => undefined });
    const ear = await elsewhere.connect('ear');
    const messages: string[] = [];
    ear.on('notification', ({ payload = '' }) => messages.push(payload));
    await ear.query('listen millrace_wake');
    const [one, other] = [new Wakeups(0), new Wakeups(0)];
    await one.start(elsewhere, log);
    await until(() => messages.length === 1);
    one.wake(['to-nobody']);
    await other.start(elsewhere, log);
    // Asked by the second, answered by the first: from now on both send.
    await until(() => messages.length === 3);
    const forget = [listen(one, 'a'), listen(other, 'b')];
    one.wake(['b']);
    other.wake(['a']);
    await until(() => heard.length === 2);
    assert.ok(!messages.some((message) => message.includes('to-nobody')));
    assert.deepEqual([one.count('b'), one.count('a'), one.count('c')], [1, 1, 0]);
    forget.forEach((leave) => leave());
    await Promise.all([one.stop(), other.stop(), ear.end()]);
    await elsewhere.close();
    await second.drop();
  });

  test('waking without a database wakes who listens here', () => {
    const alone = new Wakeups();
    const forget = listen(alone, 'a');
    alone.wake(['a', 'b']);
    assert.deepEqual(heard, ['a']);
    forget();
  });
});
