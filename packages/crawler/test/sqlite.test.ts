// run: waiting, in test:all because it runs the crawler as a program
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { UNUSABLE_EXIT_CODE } from '../src/crawl-parameters.ts';
import type { Receiver } from './receiver.ts';
import { type EndedRun, runCrawler, type RunOptions } from './run-crawler.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-sqlite-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a file whose last change was a minute ago. */
function file(...statements: string[]): string {
  const path = join(folder, `${crypto.randomUUID()}.db`);
  change(path, ...statements);
  return path;
}

function change(path: string, ...statements: string[]): void {
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  const before = Date.now() / 1000 - 60;
  utimesSync(path, before, before);
}

const crawl = (path: string, options: Partial<RunOptions> = {}, prepare?: (receiver: Receiver) => void): Promise<EndedRun> =>
  runCrawler({ connection: { jdbcUrl: `jdbc:sqlite:${path}` }, ...options }, prepare);

function succeeded({ code, output, errors, receiver }: EndedRun): Receiver {
  assert.deepEqual([code, errors, receiver.faults], [0, '', []], output);
  return receiver;
}

test('reads tables, views and virtual tables with their rows as texts', async () => {
  const path = file(
    `create table "a.b" (id integer primary key, "x""y" text not null, z blob, w real, v, g generated always as (id + 1))`,
    `insert into "a.b" values (9007199254740993, 'ä', x'00ff', 0.5, null), (2, '${'x'.repeat(5000)}', 'text', 1e100, 3)`,
    `create view names as select "x""y" as n from "a.b"`,
    `create virtual table words using fts5(word)`,
    `insert into words values ('found')`,
  );
  const receiver = succeeded(await crawl(path));
  assert.deepEqual([...receiver.tables.keys()].toSorted(), ['main."a.b"', 'main.names', 'main.words']);
  const table = receiver.tables.get('main."a.b"');
  assert.deepEqual(
    table?.columns.map(({ path, nativeType, isNullable, isKey }) => [path, nativeType, isNullable, isKey]),
    [
      ['id', 'INTEGER', true, true],
      ['x"y', 'TEXT', false, false],
      ['z', 'BLOB', true, false],
      ['w', 'REAL', true, false],
      ['v', 'ANY', true, false],
      ['g', 'ANY', true, false],
    ],
  );
  assert.deepEqual(receiver.samples.get('main."a.b"')?.rows, [
    ['2', 'x'.repeat(4000), 'text', '1.0e+100', '3', '3'],
    ['9007199254740993', 'ä', '0x00ff', '0.5', null, '9007199254740994'],
  ]);
  assert.deepEqual(receiver.samples.get('main.words'), { technicalName: 'main.words', columns: ['word'], rows: [['found']] });
  assert.deepEqual([receiver.tables.get('main.names')?.kind, receiver.tables.get('main.names')?.fingerprint], ['VIEW', null]);
});

test('leaves out a view that fails and one that never answers', async () => {
  const path = file(
    'create table good (a)',
    'insert into good values (1)',
    'create view broken as select no_such_column from good',
    'create view endless as with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) as c from n',
    'create view later as select a from good',
  );
  const receiver = succeeded(await crawl(path, { statementSeconds: 4 }));
  assert.deepEqual([...receiver.samples.keys()].toSorted(), ['main.good', 'main.later']);
  assert.deepEqual(Object.fromEntries(receiver.unreadable), {
    'main.broken': 'no such column: no_such_column',
    'main.endless': 'The statement was ended after 4 seconds',
  });
});

test('does not read an unchanged file again, and reads a changed one again', async () => {
  const path = file('create table one (a)', 'create table two (a)', 'create view three as select 1 as a');
  const known = succeeded(await crawl(path)).fingerprints();
  assert.deepEqual([...known.keys()], ['main.one', 'main.two']);
  const again = succeeded(await crawl(path, {}, (receiver) => (receiver.known = known)));
  assert.deepEqual([again.unchanged, [...again.samples.keys()]], [['main.one', 'main.two'], ['main.three']]);
  change(path, 'insert into one values (1)');
  const changed = succeeded(await crawl(path, {}, (receiver) => (receiver.known = known)));
  assert.deepEqual([changed.unchanged, changed.samples.size], [[], 3]);
  // A file that has just changed may change again without a new time stamp, so it gets no fingerprint.
  utimesSync(path, new Date(), new Date());
  assert.equal(succeeded(await crawl(path)).tables.get('main.one')?.fingerprint, null);
  assert.ok(statSync(path).size > 0);
});

test('ends with one line for a file that is missing, is not a database, or is named by a relative path', async () => {
  const text = join(folder, 'text.db');
  writeFileSync(text, 'This is a text and no database. '.repeat(100));
  chmodSync(text, 0o644);
  for (const [path, message] of [
    [join(folder, 'none.db'), /cannot be read on the machine of the engine.*ENOENT/],
    [text, /cannot be read as a database of SQLite: file is not a database/],
    ['shop.db', /must name a file on the machine of the engine by its absolute path/],
  ] as const) {
    const { code, output, receiver } = await crawl(path);
    assert.deepEqual([code, receiver.portions], [UNUSABLE_EXIT_CODE, []]);
    assert.match(output.trimEnd().split('\n').at(-1) ?? '', new RegExp(`^\\[ERROR\\] .*${message.source}`));
  }
});
