// run: waiting, in test:all because it runs the crawler as a program
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { postgresSite } from './postgres-site.ts';
import { type EndedRun, runCrawler } from './run-crawler.ts';

const site = await postgresSite();
const { run, grant, connection, account } = site;

beforeEach(() => run('drop schema public cascade', 'create schema public'));

function succeeded({ code, output, errors, receiver }: EndedRun): EndedRun['receiver'] {
  assert.deepEqual([code, errors, receiver.faults], [0, '', []], output);
  return receiver;
}

const crawl = async (options: Partial<Parameters<typeof runCrawler>[0]> = {}, prepare?: Parameters<typeof runCrawler>[1]) =>
  succeeded(await runCrawler({ connection, ...options }, prepare));

describe('a crawl of PostgreSQL', () => {
  test('tables and views with kind, comment, columns, keys and comments, then their rows as texts', async () => {
    await run(
      `create table airports (iata char(3) primary key, name text not null, height numeric(8, 2))`,
      `comment on table airports is 'All airports'`,
      `comment on column airports.height is 'in metres'`,
      `insert into airports values ('MUC', 'Munich', 453.1), ('AMS', 'Amsterdam', null)`,
      `create view high as select name, height from airports where height > 100`,
      `create materialized view copied as select iata from airports`,
    );
    await grant();
    const receiver = await crawl();
    assert.deepEqual(receiver.kinds, ['tables', 'observed', 'samples']);
    assert.deepEqual(receiver.portionsOf('observed')[0], { number: 2, kind: 'observed', isComplete: true });
    const { fingerprint, ...airports } = receiver.tables.get('public.airports') ?? assert.fail('no airports');
    assert.match(fingerprint ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual(airports, {
      technicalName: 'public.airports',
      displayName: 'airports',
      kind: 'TABLE',
      comment: 'All airports',
      columns: [
        { path: 'iata', nativeType: 'character(3)', isNullable: false, isKey: true, comment: null },
        { path: 'name', nativeType: 'text', isNullable: false, isKey: false, comment: null },
        { path: 'height', nativeType: 'numeric(8,2)', isNullable: true, isKey: false, comment: 'in metres' },
      ],
    });
    assert.deepEqual(receiver.samples.get('public.airports'), {
      technicalName: 'public.airports',
      columns: ['iata', 'name', 'height'],
      rows: [
        ['MUC', 'Munich', '453.10'],
        ['AMS', 'Amsterdam', null],
      ],
    });
    const view = receiver.tables.get('public.high');
    assert.deepEqual([view?.kind, view?.fingerprint, view?.columns.map(({ isNullable }) => isNullable)], ['VIEW', null, [null, null]]);
    assert.equal(receiver.tables.get('public.copied')?.kind, 'VIEW');
    assert.deepEqual(receiver.samples.get('public.high')?.rows, [['Munich', '453.10']]);
  });

  test('the key of a table has no columns that only its index includes', async () => {
    await run('create table routes (origin text, number int, seats int, remark text, primary key (number, origin) include (seats))');
    await grant();
    const columns = (await crawl()).tables.get('public.routes')?.columns;
    assert.deepEqual(
      columns?.map(({ path, isKey }) => [path, isKey]),
      [
        ['origin', true],
        ['number', true],
        ['seats', false],
        ['remark', false],
      ],
    );
  });

  test('values of any type have one form, whatever the account has set', async () => {
    await run(
      `create type mood as enum ('sad', 'glad')`,
      `create type pair as (a int, b text)`,
      `create domain photo as bytea`,
      `create table kinds (a timestamptz, b interval, c double precision, d bytea, e photo, f jsonb, g int[], h mood, i pair, j int4range, k point, l text)`,
      `insert into kinds values ('2026-01-02 03:04:05+02', '1 day 02:03', 0.1, '\\x00ff', '\\xabcd', '{"a": [1]}', '{1,null}', 'glad', row(1, 'x'),
         '[1,5)', '(1,2)', repeat('ä', 5000))`,
      `alter role ${account} set datestyle = 'German'`,
      `alter role ${account} set timezone = 'Asia/Tokyo'`,
    );
    await grant();
    const row = (await crawl()).samples.get('public.kinds')?.rows[0] ?? [];
    assert.deepEqual(row.slice(0, 11), [
      '2026-01-02 01:04:05+00',
      'P1DT2H3M',
      '0.1',
      '0x00ff',
      '0xabcd',
      '{"a": [1]}',
      '{1,NULL}',
      'glad',
      '(1,x)',
      '[1,5)',
      '(1,2)',
    ]);
    assert.equal(row[11], 'ä'.repeat(4000));
  });

  test('names with any character are read, and each has a technical name of its own', async () => {
    const names = ['a.b', 'a"b', "a'b", 'a;b', 'a\nb', 'a\\b', 'Ä ☃ 😀', '%s $1', ' ', '--', '/*', '${x}', '`', '../x', '<b>', 'select'];
    const quoted = (name: string): string => site.owner.escapeIdentifier(name);
    for (const name of names) {
      await run(`create schema ${quoted(`s${name}`)}`, `create table ${quoted(`s${name}`)}.${quoted(name)} (${quoted(name)} text)`);
      await run(`insert into ${quoted(`s${name}`)}.${quoted(name)} values ('found')`);
      await grant(quoted(`s${name}`));
    }
    try {
      const receiver = await crawl();
      assert.equal(receiver.tables.size, names.length);
      assert.deepEqual([...receiver.tables.values()].map(({ displayName }) => displayName).toSorted(), names.toSorted());
      assert.deepEqual(
        [...receiver.samples.values()].map(({ columns, rows }) => [columns[0], rows]).toSorted(),
        names.map((name) => [name, [['found']]]).toSorted(),
      );
      assert.ok(receiver.tables.has('"sa.b"."a.b"') && receiver.tables.has('"sa""b"."a""b"') && receiver.tables.has('sselect.select'));
    } finally {
      for (const name of names) await run(`drop schema ${quoted(`s${name}`)} cascade`);
    }
  });

  test('tables without columns, with 1600 columns, with children, with partitions and of other servers', async () => {
    const wide = Array.from({ length: 1600 }, (_, index) => `"column ${index}" text`);
    await run(
      `create table nothing ()`,
      `create table wide (${wide.join(', ')})`,
      `insert into wide default values`,
      `insert into wide ("column 1599") values (repeat('x', 9000))`,
      `create table parent (a int)`,
      `create table child () inherits (parent)`,
      `insert into child values (1)`,
      `create table parted (a int) partition by range (a)`,
      `create table parted_1 partition of parted for values from (0) to (10)`,
      `insert into parted values (7)`,
    );
    await grant();
    const receiver = await crawl();
    assert.deepEqual([...receiver.tables.keys()], ['public.child', 'public.nothing', 'public.parent', 'public.parted', 'public.wide']);
    assert.deepEqual(receiver.samples.get('public.nothing'), { technicalName: 'public.nothing', columns: [], rows: [] });
    assert.equal(receiver.samples.get('public.wide')?.rows[1]?.at(-1)?.length, 4000);
    assert.deepEqual(receiver.samples.get('public.parted')?.rows, [['7']]);
    // Their rows are counted elsewhere, so nothing proves that they are unchanged.
    for (const name of ['public.parent', 'public.parted']) assert.equal(receiver.tables.get(name)?.fingerprint, null);
  });

  test('only the selected tables, and a selected table that does not exist is named', async () => {
    await run('create table one (a int)', 'create table two (a int)');
    await grant();
    const receiver = await crawl({ selection: ['public.two', 'public.three'] });
    assert.deepEqual([...receiver.tables.keys()], ['public.two']);
    assert.match(receiver.unreadable.get('public.three') ?? '', /no such table/);
  });

  test('a scan lists names only', async () => {
    await run('create table one (a int)', 'create view two as select 1 as b', 'create table hidden (a int)');
    await grant();
    await run(`revoke all on hidden from ${account}`);
    const receiver = await crawl({ mode: 'scan' });
    assert.deepEqual(receiver.kinds, ['tables', 'observed']);
    assert.deepEqual(
      [...receiver.tables.values()].map(({ technicalName, kind, fingerprint, columns }) => [technicalName, kind, fingerprint, columns]),
      [
        ['public.one', 'TABLE', null, []],
        ['public.two', 'VIEW', null, []],
      ],
    );
    assert.equal(receiver.portionsOf('observed')[0]?.isComplete, true);
  });

  test('a sample has at most the requested rows, and none where none are requested', async () => {
    await run('create table many as select g as a from generate_series(1, 5000) g');
    await grant();
    assert.equal((await crawl({ sampleRows: 3210 })).samples.get('public.many')?.rows.length, 3210);
    assert.deepEqual((await crawl({ sampleRows: 0 })).samples.get('public.many'), {
      technicalName: 'public.many',
      columns: ['a'],
      rows: [],
    });
  });

  test('large samples are sent in portions that the control plane accepts', async () => {
    await run(
      `create table large as select g as a, repeat(md5(g::text), 125) as b from generate_series(1, 5000) g`,
      ...[1, 2, 3].map((n) => `create table medium_${n} as select repeat(md5(g::text), 125) as b from generate_series(1, 500) g`),
      `create table huge as select repeat('x', 50000000) as a, repeat('\\x00ff', 1)::bytea as b`,
    );
    await grant();
    const receiver = await crawl({ sampleRows: 10_000 });
    assert.ok(receiver.largest > 6 * 2 ** 20 && receiver.largest <= 8 * 2 ** 20, `${receiver.largest} bytes`);
    assert.ok(receiver.portionsOf('samples').length >= 3);
    const rows = receiver.samples.get('public.large')?.rows ?? [];
    assert.ok(rows.length > 1500 && rows.length < 2000, `${rows.length} rows`);
    assert.equal(receiver.samples.get('public.medium_3')?.rows.length, 500);
    assert.deepEqual(receiver.samples.get('public.huge')?.rows[0]?.[0], 'x'.repeat(4000));
  });
});
