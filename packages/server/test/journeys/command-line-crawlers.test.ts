// run: waiting, in test:all because it starts an engine
/** The commands about crawlers, on the machine of an install whose built-in engine reads a real PostgreSQL. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { postgresSite } from '../../../crawler/test/postgres-site.ts';
import { startCommandLine } from '../support/command-line.ts';

const { folder, millrace } = await startCommandLine({ engine: true });
const succeed = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await millrace(words);
  assert.equal(code, 0, `${words.join(' ')}: ${err} ${out}`);
  return out;
};
const site = await postgresSite();
await site.run('create table airports (code text)', `insert into airports values ('LIS')`, 'create table cities (name text)');
await site.grant();
const { jdbcUrl = '', ...account } = site.connection;

it('scans a connection, and creates, runs, follows, lists and deletes a crawler', async () => {
  const secrets = join(folder, 'secrets.json');
  await writeFile(secrets, JSON.stringify(account));
  await succeed('connection', 'create', 'flights', '--jdbc-url', jdbcUrl, '--parameters-file', secrets, '--keep-samples');
  assert.match(await succeed('connection', 'scan', 'flights'), /public\.airports +TABLE\n.*public\.cities +TABLE/);
  assert.match(await succeed('connection', 'scan', 'flights', '--last'), /public\.airports/);

  const created = await succeed('crawler', 'create', 'flights', '--table', 'public.airports');
  const id = /Its id is ([0-9a-f-]{36})/.exec(created)?.[1] ?? '';
  assert.match(await succeed('crawler', 'list'), new RegExp(`${id} +flights +flights +has not run`));
  assert.match(await succeed('crawler', 'run', 'flights', '--follow'), /The crawl finished \(1 of 1 tables, 1 new\)/);
  assert.match(await succeed('crawler', 'follow', id), /finished/);
  assert.match((await millrace(['crawler', 'errors', 'flights'])).err, /had no errors/);
  assert.match(await succeed('crawler', 'list'), /finished +1 of 1 tables, 1 new/);
  assert.match(await succeed('dataset', 'sample', 'airports'), /LIS/);
  assert.match(await succeed('crawler', 'run', 'flights'), /A crawl is under way: execution [0-9a-f-]{36}/);
  assert.match(await succeed('crawler', 'end', 'flights'), /The crawl ends/);
  await succeed('crawler', 'follow', 'flights');

  await site.owner.query(`alter role ${site.account} password 'changed'`);
  const failed = await millrace(['crawler', 'run', 'flights', '--follow']);
  assert.equal(failed.code, 10, failed.err);
  assert.match(failed.out, /The crawl failed: /);
  assert.match(await succeed('crawler', 'errors', 'flights'), /password authentication failed/);
  const scan = await millrace(['connection', 'scan', 'flights']);
  assert.equal(scan.code, 1);
  assert.match(scan.err, /The scan failed/);

  await succeed('crawler', 'delete', 'flights', '--yes');
  assert.match((await millrace(['crawler', 'list'])).err, /There are no such crawlers/);
  assert.match(await succeed('crawler', 'list', '--deleted'), /deleted/);
  assert.equal((await millrace(['crawler', 'run', 'flights'])).code, 4);
});
