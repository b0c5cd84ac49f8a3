// run: own process, waiting, in test:all because it runs the crawler as a program
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { loadOptional } from '../src/databases/duckdb.ts';
import type { Receiver } from './receiver.ts';
import { type EndedRun, runCrawler, type RunOptions } from './run-crawler.ts';

type Package = {
  DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>; closeSync(): void }>;
  };
};

const duckdb = await loadOptional<Package>('@duckdb/node-api', 'This test').catch((error: Error) => error.message);
const folder = mkdtempSync(join(tmpdir(), 'millrace-duckdb-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function execute(path: string, ...statements: string[]): Promise<void> {
  assert.ok(typeof duckdb !== 'string');
  const instance = await duckdb.DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

/** Sets the times of all files of a folder back by a minute. */
function setBack(folder: string): void {
  const before = Date.now() / 1000 - 60;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), before, before);
}

const crawl = (path: string, options: Partial<RunOptions> = {}, prepare?: (receiver: Receiver) => void): Promise<EndedRun> =>
  runCrawler({ connection: { jdbcUrl: `jdbc:duckdb:${path}` }, ...options }, prepare);

function succeeded({ code, output, errors, receiver }: EndedRun): Receiver {
  assert.deepEqual([code, errors, receiver.faults], [0, '', []], output);
  return receiver;
}

test('without its package the error says what to install, and which folders were searched', async () => {
  const { code, output, receiver } = await crawl(folder, { environment: { PATH: '/nowhere/bin' } });
  assert.deepEqual([code, receiver.portions], [1, []]);
  assert.match(
    output,
    /^\[ERROR\] A crawl of DuckDB, CSV and Parquet files needs a package on the machine of the engine: npm install --global @duckdb\/node-api \(looked in .*\/nowhere\/lib\/node_modules\)\n$/,
  );
});

describe('DuckDB', { skip: typeof duckdb === 'string' && duckdb }, () => {
  test('reads tables and views of a database file', async () => {
    const directory = join(folder, 'database');
    mkdirSync(directory);
    const path = join(directory, 'shop.duckdb');
    await execute(
      path,
      `create table "a.b" (id integer primary key, "x""y" varchar not null, z blob, l integer[], s struct(a integer), d decimal(8, 2), t timestamptz)`,
      `comment on table "a.b" is 'All'`,
      `comment on column "a.b".id is 'key'`,
      `insert into "a.b" values (1, repeat('ä', 5000), '\\x00\\xFF'::blob, [1, null], {'a': 2}, 1.5, null)`,
      `create schema inner_room`,
      `create view inner_room.v as select id from "a.b"`,
      `create view main.endless as select count(*) as c from range(100000000000) a, range(100000000000) b`,
      `create table gone (a integer)`,
      `create view main.broken as select a from gone`,
      `drop table gone`,
    );
    setBack(directory);
    const receiver = succeeded(await crawl(path, { statementSeconds: 4 }));
    assert.deepEqual([...receiver.tables.keys()].toSorted(), ['inner_room.v', 'main."a.b"', 'main.broken', 'main.endless']);
    const table = receiver.tables.get('main."a.b"');
    assert.deepEqual(
      [
        table?.kind,
        table?.comment,
        table?.columns.map(({ path, nativeType, isNullable, isKey, comment }) => [path, nativeType, isNullable, isKey, comment]),
      ],
      [
        'TABLE',
        'All',
        [
          ['id', 'INTEGER', false, true, 'key'],
          ['x"y', 'VARCHAR', false, false, null],
          ['z', 'BLOB', true, false, null],
          ['l', 'INTEGER[]', true, false, null],
          ['s', 'STRUCT(a INTEGER)', true, false, null],
          ['d', 'DECIMAL(8,2)', true, false, null],
          ['t', 'TIMESTAMP WITH TIME ZONE', true, false, null],
        ],
      ],
    );
    assert.deepEqual(receiver.samples.get('main."a.b"')?.rows, [['1', 'ä'.repeat(4000), '0x00ff', '[1, NULL]', "{'a': 2}", '1.50', null]]);
    assert.deepEqual(receiver.samples.get('inner_room.v')?.rows, [['1']]);
    assert.deepEqual([...receiver.unreadable.keys()].toSorted(), ['main.broken', 'main.endless']);
    assert.match(receiver.unreadable.get('main.broken') ?? '', /gone/);
    assert.equal(receiver.unreadable.get('main.endless'), 'The statement was ended after 4 seconds');
    const again = succeeded(await crawl(path, { statementSeconds: 4 }, (next) => (next.known = receiver.fingerprints())));
    assert.deepEqual(again.unchanged, ['main."a.b"']);
  });

  test('reads the CSV and Parquet files of a folder, also those with strange names', async () => {
    const directory = join(folder, 'files');
    mkdirSync(join(directory, 'below'), { recursive: true });
    writeFileSync(join(directory, 'air*ports[1].csv'), 'iata,height\nMUC,453\nAMS,\n');
    writeFileSync(join(directory, 'airXports1.csv'), 'other\n1\n');
    writeFileSync(join(directory, "it's.tsv"), 'a\tb\n1\tx\n');
    writeFileSync(join(directory, 'notes.txt'), 'no table');
    writeFileSync(join(directory, 'packed.parquet.gz'), 'DuckDB reads no packed Parquet file');
    writeFileSync(join(directory, 'broken.parquet'), 'no parquet');
    await execute(':memory:', `copy (select 7 as n) to '${join(directory, 'below', 'n.parquet')}' (format parquet)`);
    setBack(directory);
    const receiver = succeeded(await crawl(directory));
    assert.deepEqual([...receiver.tables.keys()].toSorted(), [
      '"air*ports[1].csv"',
      '"airXports1.csv"',
      '"below/n.parquet"',
      '"it\'s.tsv"',
    ]);
    assert.deepEqual(receiver.samples.get('"air*ports[1].csv"'), {
      technicalName: '"air*ports[1].csv"',
      columns: ['iata', 'height'],
      rows: [
        ['MUC', '453'],
        ['AMS', null],
      ],
    });
    assert.deepEqual(receiver.samples.get('"below/n.parquet"')?.rows, [['7']]);
    assert.deepEqual([receiver.tables.get('"it\'s.tsv"')?.kind, receiver.samples.get('"it\'s.tsv"')?.rows], ['FILE', [['1', 'x']]]);
    assert.deepEqual([...receiver.unreadable.keys()], ['"broken.parquet"']);
    const known = receiver.fingerprints();
    writeFileSync(join(directory, 'airXports1.csv'), 'other\n2\n');
    const again = succeeded(await crawl(directory, {}, (next) => (next.known = known)));
    assert.deepEqual([again.unchanged.length, [...again.samples.keys()]], [3, ['"airXports1.csv"']]);
    const singleFile = succeeded(await crawl(join(directory, "it's.tsv")));
    assert.deepEqual([...singleFile.samples.keys()], ['"it\'s.tsv"']);
  });

  test('reads a file with 10,000 columns', async () => {
    const path = join(folder, 'wide.csv');
    const names = Array.from({ length: 10_000 }, (_, index) => `column ${index}`);
    writeFileSync(path, `${names.join(',')}\n${names.map((_, index) => index).join(',')}\n`);
    const receiver = succeeded(await crawl(path, { statementSeconds: 600 }));
    assert.equal(receiver.tables.get('"wide.csv"')?.columns.length, 10_000);
    assert.equal(receiver.samples.get('"wide.csv"')?.rows[0]?.[9999], '9999');
  });
});
