// run: own process, waiting, in test:all because it runs the crawler as a program
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { UNUSABLE_EXIT_CODE } from '../src/crawl-parameters.ts';
import { postgresSite } from './postgres-site.ts';
import { Receiver } from './receiver.ts';
import { type EndedRun, runCrawler, type RunOptions, startCrawl } from './run-crawler.ts';

const { run, grant, connection, account, owner } = await postgresSite();

beforeEach(() => run('drop schema public cascade', 'create schema public'));

const crawl = (options: Partial<RunOptions> = {}, prepare?: (receiver: Receiver) => void): Promise<EndedRun> =>
  runCrawler({ connection, ...options }, prepare);

function succeeded({ code, output, errors, receiver }: EndedRun): Receiver {
  assert.deepEqual([code, errors, receiver.faults], [0, '', []], output);
  return receiver;
}

/** Checks that the crawl ended with one error line, which contains no secret. */
function failed({ code, output, errors }: EndedRun, message: RegExp): void {
  assert.deepEqual([code, errors], [UNUSABLE_EXIT_CODE, ''], output);
  const lines = output.trimEnd().split('\n');
  assert.match(lines.at(-1) ?? '', message);
  assert.equal(lines.filter((line) => line.startsWith('[ERROR] ')).length, 1, output);
  assert.doesNotMatch(output, /sesame-word|token-/);
}

const endSessions = async (where = 'true'): Promise<number> =>
  (await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and ${where}`, [account])).rows.length;

describe('a table that cannot be read is left out, and the others are read', () => {
  test('without the right to select, without that to use the schema, and without columns that may be read', async () => {
    await run(
      'create table open (a int)',
      'create table closed (a int)',
      'create schema inner_room',
      'create table inner_room.t (a int)',
      'create table half (a int, secret text)',
      `insert into half values (1, 'hidden')`,
    );
    await grant();
    await run(`revoke all on closed, half from ${account}`, `grant select (a) on half to ${account}`);
    const receiver = succeeded(await crawl());
    assert.deepEqual([...receiver.tables.keys()], ['public.half', 'public.open']);
    assert.deepEqual([...receiver.unreadable.keys()].toSorted(), ['inner_room.t', 'public.closed']);
    assert.match(receiver.unreadable.get('inner_room.t') ?? '', /may not use the schema "inner_room": grant it USAGE/);
    // The definition names the column, the sample does not hold it.
    assert.deepEqual(
      receiver.tables.get('public.half')?.columns.map(({ path }) => path),
      ['a', 'secret'],
    );
    assert.deepEqual(receiver.samples.get('public.half'), { technicalName: 'public.half', columns: ['a'], rows: [['1']] });
    assert.equal(receiver.portionsOf('observed')[0]?.isComplete, true);
    await run('drop schema inner_room cascade');
  });

  test('a view that fails, one that never answers, one that would write, and one whose table is locked', async () => {
    await run(
      'create table good as select 1 as a',
      'create view broken as select 1 / (a - 1) as a from good',
      'create view endless as select count(*) from generate_series(1, 10000000000) g',
      'create sequence counter',
      `create view writing as select nextval('counter') as a`,
      'grant all on sequence counter to public',
      'create table locked (a int)',
    );
    await grant();
    await run('begin', 'lock table locked in access exclusive mode');
    const ended = await crawl({ statementSeconds: 4 }).finally(() => run('rollback'));
    const { unreadable, samples } = succeeded(ended);
    assert.deepEqual([...samples.keys()], ['public.good']);
    assert.deepEqual([...unreadable.keys()].toSorted(), ['public.broken', 'public.endless', 'public.locked', 'public.writing']);
    assert.match(unreadable.get('public.broken') ?? '', /division by zero/);
    assert.equal(unreadable.get('public.endless'), 'The statement was ended after 4 seconds');
    assert.match(unreadable.get('public.writing') ?? '', /read-only transaction/);
    assert.match(ended.output, /\[WARN\] public\.broken cannot be read: division by zero/);
  });

  test('rights that are withdrawn, and a table that is dropped, between the listing and the reading', async () => {
    await run('create table kept (a int)', 'create table withdrawn (a int)', 'create table dropped (a int)');
    await grant();
    const receiver = succeeded(
      await crawl({}, (opened) => {
        opened.given = async ({ kind }) => {
          if (kind === 'observed') await run(`revoke all on withdrawn from ${account}`, 'drop table dropped');
          return undefined;
        };
      }),
    );
    assert.deepEqual([...receiver.tables.keys()], ['public.dropped', 'public.kept', 'public.withdrawn']);
    assert.deepEqual([...receiver.samples.keys()], ['public.kept']);
    assert.match(receiver.unreadable.get('public.withdrawn') ?? '', /permission denied/);
    assert.match(receiver.unreadable.get('public.dropped') ?? '', /does not exist/);
  });
});

describe('a lost connection to the database ends the crawl with an error', () => {
  test('at the start: no portion is sent, and the error contains no secret', async () => {
    const closed = await new Receiver().open();
    const { port } = new URL(closed.url);
    await closed.close();
    const [, rest] = /^jdbc:postgresql:\/\/[^/]*(\/.*)$/.exec(connection['jdbcUrl'] ?? '') ?? [];
    const refused = await crawl({ connection: { ...connection, jdbcUrl: `jdbc:postgresql://127.0.0.1:${port}${rest}` } });
    failed(refused, /\[ERROR\] The database could not be opened: connect ECONNREFUSED 127\.0\.0\.1:\d+/);
    const unknown = await crawl({ connection: { ...connection, password: 'not-this-sesame-word' } });
    failed(unknown, /could not be opened: password authentication failed/);
    const url = `${connection['jdbcUrl']}?password=sesame-word-2`;
    failed(await crawl({ connection: { jdbcUrl: url, username: account } }), /could not be opened: password authentication failed/);
    for (const { receiver } of [refused, unknown]) assert.deepEqual(receiver.portions, []);
  });

  test('in the middle of the definitions: the end of the observation is not sent', async () => {
    await run('do $$ begin for n in 1..501 loop execute format($q$create table t%s (a int)$q$, n); end loop; end $$');
    await grant();
    const ended = await crawl({}, (receiver) => {
      receiver.given = async ({ number }) => {
        if (number === 1) await endSessions();
        return undefined;
      };
    });
    failed(ended, /The connection to the database was lost: (?:terminating connection|Connection terminated)/);
    assert.deepEqual(ended.receiver.kinds, ['tables']);
  });

  test('between the observation and the samples, and in the middle of the samples', async () => {
    await run(
      'create table a as select g as a from generate_series(1, 10) g',
      'create view b as select pg_sleep(60)::text as a',
      'create table c (a int)',
    );
    await grant();
    const before = await crawl({}, (receiver) => {
      receiver.given = async ({ kind }) => {
        if (kind === 'observed') await endSessions();
        return undefined;
      };
    });
    failed(before, /The connection to the database was lost/);
    assert.deepEqual(before.receiver.kinds, ['tables', 'observed']);
    const receiver = await new Receiver().open();
    const { child, ended } = await startCrawl(receiver, { connection });
    while (child.exitCode === null && (await endSessions(`wait_event = 'PgSleep'`)) === 0) await pause(20);
    failed(await ended, /The connection to the database was lost: terminating connection/);
    await receiver.close();
    assert.deepEqual(receiver.kinds, ['tables', 'observed']);
  });
});

describe('an unchanged table is not read again', () => {
  test('and each change of rows or definition is noticed', async () => {
    const changes = {
      inserted: 'insert into inserted values (3)',
      updated: 'update updated set a = 5 where a = 1',
      deleted: 'delete from deleted where a = 1',
      truncated: 'truncate truncated',
      altered: 'alter table altered add column b int',
      commented: `comment on table commented is 'new'`,
      described: `comment on column described.a is 'new'`,
      refreshed: 'refresh materialized view refreshed',
      granted: `revoke select on granted from ${account}; grant select (a) on granted to ${account}`,
    };
    const names = Object.keys(changes);
    for (const name of ['unchanged', ...names.filter((name) => name !== 'refreshed')])
      await run(`create table ${name} (a int, z int)`, `insert into ${name} values (1), (2)`);
    await run('create materialized view refreshed as select count(*) as a from inserted', 'create view looking as select * from unchanged');
    await grant();
    const first = succeeded(await crawl());
    const known = first.fingerprints();
    assert.equal(known.size, names.length + 1);
    const again = succeeded(await crawl({}, (receiver) => (receiver.known = known)));
    assert.deepEqual(again.unchanged.toSorted(), [...known.keys()].toSorted());
    assert.deepEqual([...again.samples.keys()], ['public.looking']);
    assert.deepEqual(again.kinds, ['tables', 'observed', 'unchanged', 'samples']);
    for (const statement of Object.values(changes)) await run(statement);
    const third = succeeded(await crawl({}, (receiver) => (receiver.known = known)));
    assert.deepEqual(third.unchanged, ['public.unchanged']);
    assert.deepEqual([...third.samples.keys()].toSorted(), [...names, 'looking'].map((name) => `public.${name}`).toSorted());
    // Another number of rows is another sample.
    const larger = succeeded(await crawl({ sampleRows: 7 }, (receiver) => (receiver.known = third.fingerprints())));
    assert.deepEqual(larger.unchanged, []);
  });

  test('a table with row security is read each time, because other accounts decide which rows are seen', async () => {
    await run('create table own (a int)', 'alter table own enable row level security');
    await grant();
    assert.equal(succeeded(await crawl()).tables.get('public.own')?.fingerprint, null);
  });
});
