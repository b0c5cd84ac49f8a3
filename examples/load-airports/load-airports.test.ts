// run: own process, waiting, in test:all because it runs the example as a program
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { buildExamples } from '../build.ts';
// tries `node main.ts`
import { type Finished, readManifest, runCommand, unpack } from '../test-support.ts';

const serverUrl = process.env['MILLRACE_TEST_DATABASE_URL'];
const noDatabase = serverUrl ? false : 'MILLRACE_TEST_DATABASE_URL is not set: there is no database';

let folder = '';
let names: string[] = [];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-example-'));
  const example = (await buildExamples({ log: () => {} })).find(({ name }) => name === 'load-airports');
  assert.ok(example?.zip, `load-airports was not built: ${example?.skipped}`);
  names = await unpack(example.zip, folder);
});
after(() => rm(folder, { recursive: true, force: true }));

async function run(parameters: Record<string, string>): Promise<Finished> {
  return runCommand((await readManifest(folder)).run, folder, parameters);
}

function assertRefused(finished: Finished, message: RegExp): void {
  assert.equal(finished.code, 1);
  assert.equal(finished.stderr, '');
  const last = finished.stdout.trimEnd().split('\n').at(-1) ?? '';
  assert.match(last, /^\[ERROR\] /);
  assert.match(last, message);
  assert.deepEqual(finished.report.at(-1)?.processed, 0);
}

describe('load-airports without a database', () => {
  it('contains its sources, its data and its packages, and no package that only the build needs', async () => {
    for (const name of ['main.ts', 'airports.csv', 'node_modules/pg/package.json', 'node_modules/csv-parse/package.json']) {
      assert.ok(names.includes(name), `${name} is missing`);
    }
    assert.ok(!names.some((name) => name.startsWith('node_modules/vega-datasets/')));
    assert.deepEqual(
      (await readManifest(folder)).parameters.map((parameter) => parameter.name),
      ['database_url', 'table', 'source', 'max_rejected', 'strict'],
    );
  });

  for (const [problem, url, message] of [
    ['a missing address', '', /database_url is missing/],
    ['an address of another kind', 'mysql://ada:sesame-word@localhost/x', /not a PostgreSQL address/],
    ['a password that is not percent-encoded', 'postgres://ada:1/sesame-word@localhost/x', /percent-encoded/],
    ['a server that refuses the connection', 'postgres://ada:sesame-word@127.0.0.1:1/x', /127\.0\.0\.1:1\/x.*ECONNREFUSED/],
  ] as const) {
    it(`ends with one error line, without the password, for ${problem}`, async () => {
      const finished = await run({ database_url: url });
      assertRefused(finished, message);
      assert.doesNotMatch(finished.stdout, /sesame-word/);
    });
  }

  for (const [name, value] of [
    ['table', 'airports"; drop table x'],
    ['source', '../airports.csv'],
    ['source', '/etc/passwd'],
    ['max_rejected', 'many'],
    ['strict', 'perhaps'],
  ] as const) {
    it(`refuses ${name} ${value}`, async () => {
      assertRefused(await run({ database_url: 'postgres://localhost/x', [name]: value }), new RegExp(`Parameter ${name} is "`));
    });
  }
});

describe('load-airports into a database', { skip: noDatabase }, () => {
  const database = `example_${randomBytes(6).toString('hex')}`;
  let server: Client;
  let client: Client;
  let url = '';

  before(async () => {
    server = new Client({ connectionString: serverUrl });
    await server.connect();
    await server.query(`create database ${database}`);
    const address = new URL(serverUrl ?? '');
    address.pathname = `/${database}`;
    url = address.href;
    client = new Client({ connectionString: url });
    await client.connect();
  });
  after(async () => {
    await client?.end();
    await server?.query(`drop database if exists ${database} with (force)`);
    await server?.end();
  });

  const count = async (table: string) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${client.escapeIdentifier(table)}`);
    return rows[0]?.count;
  };

  it('loads every row without strict rules', async () => {
    const finished = await run({ database_url: url });
    assert.equal(finished.code, 0, finished.stdout + finished.stderr);
    assert.deepEqual(finished.report.at(-1), { processed: 3376, rejected: 0 });
    assert.equal(await count('airports'), 3376);
    assert.doesNotMatch(finished.stdout, /WARN/);
  });

  it('with strict rules, loads the valid rows and reports the rejected rows, also in the next run', async () => {
    for (const round of ['first', 'second']) {
      const finished = await run({ database_url: url, strict: 'true' });
      assert.equal(finished.code, 0, `${round}: ${finished.stdout}${finished.stderr}`);
      assert.equal(finished.stderr, '');
      assert.deepEqual(finished.report.at(-1), { processed: 3326, rejected: 50 });
      assert.equal(await count('airports'), 3326);
      assert.equal(finished.stdout.match(/Rejected line/g)?.length, 20);
      assert.match(finished.stdout, /Rejected 42 rows: code is not three letters or digits/);
      assert.match(finished.stdout, /Rejected 8 rows: state of an airport in the USA is missing/);
    }
  });

  it('keeps quotes, and stores unknown fields as null', async () => {
    await run({ database_url: url });
    const { rows } = await client.query(`select iata, name, city, state from airports where iata in ('DBN', 'ROP') order by iata`);
    assert.deepEqual(rows, [
      { iata: 'DBN', name: 'W. H. "Bud" Barron', city: 'Dublin', state: 'GA' },
      { iata: 'ROP', name: 'Prachinburi', city: null, state: null },
    ]);
  });

  it('keeps the previous rows when more rows are rejected than allowed', async () => {
    await run({ database_url: url, strict: 'true' });
    assertRefused(await run({ database_url: url, strict: 'true', max_rejected: '10' }), /More than 10 rows are rejected/);
    assert.equal(await count('airports'), 3326);
  });

  it('loads another source into another table, and rejects duplicates and invalid coordinates', async () => {
    const rows = ['AAA,One,,TX,USA,1.5,-2', 'AAA,Two,,TX,USA,1,2', 'BBB,Three,,TX,USA,91,2', 'CCC,Back\\slash\tTab,,,France,1,2', 'DDD'];
    await writeFile(join(folder, 'few.csv'), `iata,name,city,state,country,latitude,longitude\n${rows.join('\n')}\n`);
    const finished = await run({ database_url: url, table: 'Few_Airports', source: 'few.csv', max_rejected: '' });
    assert.deepEqual(finished.report.at(-1), { processed: 2, rejected: 3 });
    const { rows: loaded } = await client.query('select name from "Few_Airports" order by iata');
    assert.deepEqual(loaded, [{ name: 'One' }, { name: 'Back\\slash\tTab' }]);
  });

  it('names the written table by the schema that is the default of the user', async () => {
    await client.query('create schema travel');
    const travel = new URL(url);
    travel.searchParams.set('options', '-c search_path=travel');
    const { report } = await run({ database_url: travel.href });
    const names = report.flatMap(({ outputs = [] }) => outputs.map(({ name }) => name));
    assert.deepEqual(names, [`${database}.travel.airports`]);
  });

  it('reports a source that has other columns or is missing', async () => {
    await writeFile(join(folder, 'other.csv'), 'a,b\n1,2\n');
    assertRefused(await run({ database_url: url, source: 'other.csv' }), /no column iata, name/);
    assertRefused(await run({ database_url: url, source: 'nowhere.csv' }), /no such file/);
  });
});
