// run: own process, waiting, in test:all because it runs the crawler as a program, which starts Java
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { UNUSABLE_EXIT_CODE } from '../src/crawl-parameters.ts';
import { JARS, noDriver } from './jdbc-site.ts';
import { postgresSite } from './postgres-site.ts';
import type { Receiver } from './receiver.ts';
import { type EndedRun, runCrawler, type RunOptions } from './run-crawler.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-jdbc-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function succeeded({ code, output, errors, receiver }: EndedRun): Receiver {
  assert.deepEqual([code, errors, receiver.faults], [0, '', []], output);
  return receiver;
}
const lastLine = (output: string): string => output.trimEnd().split('\n').at(-1) ?? '';

const site = await postgresSite();

describe('PostgreSQL by its JDBC driver', { skip: noDriver('postgres') }, () => {
  const { run, grant, account } = site;
  const crawl = (options: Partial<RunOptions> = {}, prepare?: (receiver: Receiver) => void): Promise<EndedRun> =>
    runCrawler({ connection: site.connection, driver: JARS.postgres, ...options }, prepare);
  beforeEach(() => run('drop schema public cascade', 'create schema public'));

  test('tables and views with kind, comment, columns and keys, then their rows as texts', async () => {
    await run(
      `create table airports (iata char(3) primary key, name varchar not null, height numeric(8, 2), at timestamptz, b bytea)`,
      `comment on table airports is 'All airports'`,
      `comment on column airports.height is 'in metres'`,
      `insert into airports values ('MUC', 'Munich', 453.1, '2026-01-02 03:04:05+02', '\\x00ff'), ('AMS', repeat('ä', 5000), null, null, null)`,
      `create view high as select name, height from airports where height > 100`,
      `create table "a_b%" ("x""y" text)`,
      `create table "axb!" (z text)`,
    );
    await grant();
    const receiver = succeeded(await crawl());
    assert.deepEqual([...receiver.tables.keys()].toSorted(), ['public.a_b%', 'public.airports', 'public.axb!', 'public.high']);
    assert.deepEqual(receiver.tables.get('public.airports'), {
      technicalName: 'public.airports',
      displayName: 'airports',
      kind: 'TABLE',
      comment: 'All airports',
      fingerprint: null,
      columns: [
        { path: 'iata', nativeType: 'bpchar(3)', isNullable: false, isKey: true, comment: null },
        { path: 'name', nativeType: 'varchar', isNullable: false, isKey: false, comment: null },
        { path: 'height', nativeType: 'numeric(8,2)', isNullable: true, isKey: false, comment: 'in metres' },
        { path: 'at', nativeType: 'timestamptz', isNullable: true, isKey: false, comment: null },
        { path: 'b', nativeType: 'bytea', isNullable: true, isKey: false, comment: null },
      ],
    });
    assert.deepEqual(
      receiver.tables.get('public.a_b%')?.columns.map(({ path }) => path),
      ['x"y'],
    );
    assert.deepEqual(receiver.samples.get('public.airports')?.rows, [
      ['MUC', 'Munich', '453.10', '2026-01-02 01:04:05+00', '0x00ff'],
      ['AMS', 'ä'.repeat(4000), null, null, null],
    ]);
    assert.deepEqual(
      [receiver.tables.get('public.high')?.kind, receiver.samples.get('public.high')?.rows],
      ['VIEW', [['Munich', '453.10']]],
    );
    // A driver does not say whether the account sees all tables.
    assert.equal(receiver.portionsOf('observed')[0]?.isComplete, false);
  });

  test('leaves out tables without a right, views that fail, and one that never answers', async () => {
    await run(
      'create table good as select 1 as a',
      'create table hidden (a int)',
      'create view broken as select 1 / 0 as a',
      'create view endless as select count(*) as a from generate_series(1, 1000000) a, generate_series(1, 1000000) b',
      'create view later as select a from good',
    );
    await grant();
    await run(`revoke all on hidden from ${account}`);
    const receiver = succeeded(await crawl({ statementSeconds: 3 }));
    assert.deepEqual([...receiver.samples.keys()].toSorted(), ['public.good', 'public.later']);
    assert.deepEqual([...receiver.unreadable.keys()].toSorted(), ['public.broken', 'public.endless', 'public.hidden']);
    assert.match(receiver.unreadable.get('public.broken') ?? '', /division by zero/);
    assert.match(receiver.unreadable.get('public.hidden') ?? '', /permission denied for table hidden/);
    assert.equal(receiver.unreadable.get('public.endless'), 'The statement was ended after 3 seconds');
  });

  test('a sample has at most the requested rows, in several answers; a scan has names only', async () => {
    await run('create table many as select g as a, g + 1 as b from generate_series(1, 40000) g');
    await grant();
    const receiver = succeeded(await crawl({ sampleRows: 10_000 }));
    const rows = receiver.samples.get('public.many')?.rows ?? [];
    assert.equal(rows.length, 10_000);
    assert.equal(new Set(rows.map(([a]) => a)).size, 10_000);
    const scan = succeeded(await crawl({ mode: 'scan' }));
    assert.deepEqual([scan.kinds, [...scan.tables.keys()]], [['tables', 'observed'], ['public.many']]);
  });

  test('a lost connection to the database ends the crawl, and no listing counts as complete', async () => {
    await run(...Array.from({ length: 30 }, (_, n) => `create view slow_${n} as select pg_sleep(0.2)::text as a`));
    await grant();
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${account}'`;
    const { code, output } = await crawl({}, (receiver) => {
      receiver.given = async ({ kind }) => {
        if (kind === 'observed') await run(end);
        return undefined;
      };
    });
    assert.equal(code, UNUSABLE_EXIT_CODE);
    assert.match(lastLine(output), /^\[ERROR\] .*(?:terminating connection|I\/O error|closed)/);
  });

  test('a wrong password, a wrong URL and files without a driver end the crawl with one line that has no secret', async () => {
    const text = join(folder, 'text.jar');
    writeFileSync(text, 'no jar');
    for (const [options, message] of [
      [{ connection: { ...site.connection, password: 'not-this-one' } }, /could not be opened: .*password authentication failed/],
      [
        { connection: { ...site.connection, jdbcUrl: 'jdbc:other://127.0.0.1/x' } },
        /could not be opened: The driver does not know JDBC URLs of this kind/,
      ],
      [{ driver: text }, /could not be opened: /],
      [{ driver: join(folder, 'none.jar') }, /could not be opened: /],
      [{ connection: { ...site.connection, driverClass: 'org.example.None' } }, /could not be opened: .*org\.example\.None/],
    ] as const) {
      const { code, output, receiver } = await crawl(options);
      assert.deepEqual([code, receiver.portions], [UNUSABLE_EXIT_CODE, []], output);
      assert.match(lastLine(output), new RegExp(`^\\[ERROR\\] The database ${message.source}`));
      assert.doesNotMatch(output, /not-this-one|sesame/);
    }
  });

  test('without Java the error says what the crawl needs', async () => {
    const { code, output } = await crawl({ environment: { PATH: folder } });
    assert.equal(code, 1);
    assert.match(lastLine(output), /^\[ERROR\] A connection with a driver of its own needs Java 11 or newer .*\(a JDK\): .*java/);
  });

  test('the Java program ends with the crawl', async () => {
    await run('create table one (a int)');
    await grant();
    const receiver = succeeded(await crawl());
    assert.equal(receiver.tables.size, 1);
    const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    assert.doesNotMatch(processes, /millrace-crawler-.*JdbcReader\.java/);
  });
});

describe('H2, a database of which the crawler knows only the driver', { skip: noDriver('h2') }, () => {
  const database = `jdbc:h2:${join(folder, 'shop')}`;
  const script = (...statements: string[]): void => {
    const shell = ['-cp', JARS.h2, 'org.h2.tools.Shell', '-url', database, '-user', 'sa', '-sql', statements.join(';')];
    execFileSync('java', shell, { stdio: 'ignore' });
  };

  test('a folder of jars is a driver, and tables of the system are left out', async () => {
    const jars = join(folder, 'jars');
    mkdirSync(jars);
    cpSync(JARS.h2, join(jars, 'driver'));
    script(
      'create table orders (id bigint primary key, mail varchar(100) not null, note clob, raw varbinary(10), price decimal(10, 2), at timestamp)',
      `insert into orders values (1, 'ada@example.com', 'long', X'00ff', 1.5, timestamp '2026-01-02 03:04:05'), (2, 'x', null, null, null, null)`,
      'create schema "a.b"',
      'create view "a.b"."v""w" as select id from orders',
      `comment on table orders is 'What was ordered'`,
    );
    const receiver = succeeded(await runCrawler({ connection: { jdbcUrl: database, username: 'sa', password: '' }, driver: jars }));
    assert.deepEqual([...receiver.tables.keys()].toSorted(), ['"a.b"."v""w"', 'PUBLIC.ORDERS']);
    const orders = receiver.tables.get('PUBLIC.ORDERS');
    assert.equal(orders?.comment, 'What was ordered');
    assert.deepEqual(
      orders?.columns.map(({ path, nativeType, isNullable, isKey }) => [path, nativeType, isNullable, isKey]),
      [
        ['ID', 'BIGINT', false, true],
        ['MAIL', 'CHARACTER VARYING(100)', false, false],
        ['NOTE', 'CHARACTER LARGE OBJECT', true, false],
        ['RAW', 'BINARY VARYING', true, false],
        ['PRICE', 'DECIMAL(10,2)', true, false],
        ['AT', 'TIMESTAMP', true, false],
      ],
    );
    assert.deepEqual(receiver.samples.get('PUBLIC.ORDERS')?.rows, [
      ['1', 'ada@example.com', 'long', '0x00ff', '1.50', '2026-01-02 03:04:05'],
      ['2', 'x', null, null, null, null],
    ]);
    assert.deepEqual(receiver.samples.get('"a.b"."v""w"')?.rows, [['1'], ['2']]);
  });
});
