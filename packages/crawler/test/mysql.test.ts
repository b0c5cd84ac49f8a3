// run: own process, waiting, in test:all because it starts a server of MariaDB and runs the crawler as a program
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { UNUSABLE_EXIT_CODE } from '../src/crawl-parameters.ts';
import { type MysqlSite, mysqlSite, noMysql } from './mysql-site.ts';
import { Receiver } from './receiver.ts';
import { type EndedRun, runCrawler, type RunOptions, startCrawl } from './run-crawler.ts';

describe('MariaDB', { skip: noMysql }, () => {
  let site: MysqlSite;
  before(async () => {
    site = await mysqlSite();
  });
  after(() => site.close());
  beforeEach(() =>
    site.run('drop database shop', 'create database shop character set utf8mb4', 'grant select, show view on shop.* to reader', 'use shop'),
  );

  const run = (...statements: string[]): Promise<void> => site.run('use shop', ...statements);
  const crawl = (options: Partial<RunOptions> = {}, prepare?: (receiver: Receiver) => void): Promise<EndedRun> =>
    runCrawler({ connection: site.connection, ...options }, prepare);

  function succeeded({ code, output, errors, receiver }: EndedRun): Receiver {
    assert.deepEqual([code, errors, receiver.faults], [0, '', []], output);
    return receiver;
  }

  test('tables and views, then their rows as texts', async () => {
    await run(
      `create table airports (iata char(3) primary key comment 'code', name varchar(50) not null, height decimal(8, 2)) comment 'All airports'`,
      `insert into airports values ('MUC', 'Münich 😀', 453.1), ('AMS', 'Amsterdam', null)`,
      `create view high as select name from airports where height > 100`,
      `create table kinds (a tinyint(1), b bigint unsigned, c double, d timestamp, e date, f time, g blob, h json, i bit(10), j point,
         k enum('x', 'y'), l set('x', 'y'), m longtext, n varchar(20) character set latin1)`,
      `insert into kinds values (1, 18446744073709551615, 0.1, '2026-01-02 03:04:05', '2026-01-02', '-12:00:00', x'00ff', '{"a": 1}', b'101',
         point(1, 2), 'y', 'x,y', repeat('ä', 5000), 'é')`,
    );
    const receiver = succeeded(await crawl());
    assert.deepEqual(receiver.kinds, ['tables', 'observed', 'samples']);
    assert.equal(receiver.portionsOf('observed')[0]?.isComplete, true);
    assert.deepEqual([...receiver.tables.keys()], ['shop.airports', 'shop.high', 'shop.kinds']);
    const { fingerprint: _, ...airports } = receiver.tables.get('shop.airports') ?? assert.fail('no airports');
    assert.deepEqual(airports, {
      technicalName: 'shop.airports',
      displayName: 'airports',
      kind: 'TABLE',
      comment: 'All airports',
      columns: [
        { path: 'iata', nativeType: 'char(3)', isNullable: false, isKey: true, comment: 'code' },
        { path: 'name', nativeType: 'varchar(50)', isNullable: false, isKey: false, comment: null },
        { path: 'height', nativeType: 'decimal(8,2)', isNullable: true, isKey: false, comment: null },
      ],
    });
    assert.deepEqual(receiver.samples.get('shop.airports')?.rows, [
      ['AMS', 'Amsterdam', null],
      ['MUC', 'Münich 😀', '453.10'],
    ]);
    assert.deepEqual([receiver.tables.get('shop.high')?.kind, receiver.tables.get('shop.high')?.comment], ['VIEW', null]);
    assert.deepEqual(receiver.samples.get('shop.kinds')?.rows[0], [
      '1',
      '18446744073709551615',
      '0.1',
      '2026-01-02 03:04:05',
      '2026-01-02',
      '-12:00:00',
      '0x00ff',
      '{"a": 1}',
      '0x0005',
      'POINT(1 2)',
      'y',
      'x,y',
      'ä'.repeat(4000),
      'é',
    ]);
  });

  test('names with any character', async () => {
    const names = ['a.b', 'a"b', "a'b", 'a;b', 'a`b', 'a\\b', 'Ä ☃', '%s $1', '--', '/*', '../x', '<b>', 'select', 'a->b'];
    const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
    for (const name of names)
      await run(`create table ${quoted(name)} (${quoted(name)} text)`, `insert into ${quoted(name)} values ('found')`);
    const receiver = succeeded(await crawl());
    assert.deepEqual(
      [...receiver.samples.values()].map(({ columns, rows }) => [columns[0], rows]).toSorted(),
      names.map((name) => [name, [['found']]]).toSorted(),
    );
  });

  test('a view that fails or never answers is left out, and large samples are bounded', async () => {
    await run(
      'create table good as select seq as a, repeat(md5(seq), 120) as b from seq_1_to_5000',
      'create table gone (a int)',
      'create view broken as select a from gone',
      'drop table gone',
      'create view endless as select count(*) as c from seq_1_to_1000000000 a, seq_1_to_1000000000 b',
    );
    const receiver = succeeded(await crawl({ statementSeconds: 4, sampleRows: 10_000 }));
    assert.deepEqual([...receiver.samples.keys()], ['shop.good']);
    const rows = receiver.samples.get('shop.good')?.rows.length ?? 0;
    assert.ok(rows > 1500 && rows < 2000, `${rows} rows`);
    assert.deepEqual([...receiver.unreadable.keys()].toSorted(), ['shop.broken', 'shop.endless']);
    assert.match(receiver.unreadable.get('shop.broken') ?? '', /references invalid table/);
    assert.equal(receiver.unreadable.get('shop.endless'), 'The statement was ended after 4 seconds');
  });

  test('an account that sees only some tables proves nothing about the others', async () => {
    await run('create table one (a int)', 'create table two (a int, b int)', 'insert into two values (1, 2)');
    await site.run('revoke select, show view on shop.* from reader', 'grant select (a) on shop.two to reader');
    const receiver = succeeded(await crawl());
    assert.deepEqual([...receiver.tables.keys()], ['shop.two']);
    assert.deepEqual(receiver.samples.get('shop.two'), { technicalName: 'shop.two', columns: ['a'], rows: [['1']] });
    assert.equal(receiver.portionsOf('observed')[0]?.isComplete, false);
    await site.run('revoke select (a) on shop.two from reader');
  });

  test('an unchanged table is not read again, and a changed one is', async () => {
    await run('create table one (a int)', 'create table two (a int)', 'insert into one values (1)', 'insert into two values (1)');
    const justChanged = succeeded(await crawl());
    assert.equal(justChanged.fingerprints().size, 0, 'a table that has just changed may change again in the same second');
    await pause(6500);
    const known = succeeded(await crawl()).fingerprints();
    assert.deepEqual([...known.keys()], ['shop.one', 'shop.two']);
    await run('insert into two values (2)');
    const again = succeeded(await crawl({}, (receiver) => (receiver.known = known)));
    assert.deepEqual([again.unchanged, [...again.samples.keys()]], [['shop.one'], ['shop.two']]);
    // After a restart the server does not know when a table was changed.
    await site.restart();
    assert.deepEqual(succeeded(await crawl({}, (receiver) => (receiver.known = known))).unchanged, []);
  });

  test('a server that refuses the account, does not run or ends meanwhile ends the crawl with one line', async () => {
    await run('create table a (x int)', 'create view b as select sleep(60) as x');
    const refused = await crawl({ connection: { ...site.connection, password: 'not-this-sesame-word' } });
    assert.equal(refused.code, UNUSABLE_EXIT_CODE);
    assert.match(refused.output, /^\[ERROR\] The database could not be opened: Access denied for user 'reader'@.*\n$/);
    const absent = await crawl({ connection: { host: '127.0.0.1', port: '9', database: 'shop', user: 'reader' }, application: 'MySQL' });
    assert.match(absent.output, /^\[ERROR\] The database could not be opened: connect ECONNREFUSED 127\.0\.0\.1:9\n$/);
    const receiver = await new Receiver().open();
    const sleeping = Promise.withResolvers<void>();
    receiver.given = ({ kind }) => {
      if (kind === 'observed') sleeping.resolve();
      return undefined;
    };
    const { ended } = await startCrawl(receiver, { connection: site.connection });
    await sleeping.promise;
    await pause(500);
    await site.restart();
    const { code, output, errors } = await ended;
    await receiver.close();
    assert.deepEqual([code, errors, receiver.kinds], [UNUSABLE_EXIT_CODE, '', ['tables', 'observed']], output);
    assert.match(output, /\[ERROR\] The connection to the database was lost: .*\n$/);
  });
});
