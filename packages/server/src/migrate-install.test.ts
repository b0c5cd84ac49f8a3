// run: own process, in test:all because it starts commands and servers as programs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { OPERATOR_COMMANDS } from '../../../scripts/launch/server-program.mjs';
import { Install } from '../test/support/install.ts';
import { ordinaryDatabase } from '../test/support/ordinary-database.ts';
import { programEnvironment } from '../test/support/program-environment.ts';

const commands = fileURLToPath(new URL('../../../deploy/millrace-server', import.meta.url));
const [database, home] = await Promise.all([ordinaryDatabase(), mkdtemp(join(tmpdir(), 'millrace-migrate-'))]);
const key = randomBytes(32).toString('base64');
const settings = { DATABASE_URL: database.url, MILLRACE_KEY: key };
after(async () => {
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

/** Runs a command as the image of the control plane does: in a home folder without an install. */
function run(command: string, environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const PATH = `${process.execPath.replace(/\/[^/]+$/, '')}:${programEnvironment()['PATH'] ?? ''}`;
  const env = { ...programEnvironment(), PATH, MILLRACE_HOME: home, ...environment };
  return new Promise((resolve) => {
    execFile('sh', [commands, ...command.split(' ')], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

const tables = async (): Promise<number> => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>("select count(*)::int from pg_tables where schemaname = 'public'");
  await client.end();
  return rows[0]?.count ?? 0;
};

test('npm run migrate is refused without a database or a key, and changes nothing', async () => {
  for (const [environment, message] of [
    [{ MILLRACE_KEY: key }, /^DATABASE_URL is not set: name the database\./],
    [{ DATABASE_URL: database.url }, /holds no key: set MILLRACE_KEY to the key of the server, or MILLRACE_HOME/],
    [{ ...settings, MILLRACE_KEY: 'short' }, /does not hold a key/],
  ] as const) {
    const { code, output } = await run('migrate', environment);
    assert.deepEqual([code, await tables(), await readdir(home)], [1, 0, []], output);
    assert.match(output, message);
  }
});

test('npm run migrate sets up a database once, also when it runs twice at once, and refuses another key', async () => {
  // tries `npm run migrate`: the program of the image runs the same script
  const outputs = (await Promise.all([run('migrate', settings), run('migrate', settings)])).map(({ output }) => output.trim()).toSorted();
  assert.match(outputs[0] ?? '', /^The database is up to date\.$/);
  assert.match(outputs[1] ?? '', /^The database was brought up to date \(\d+ migrations\)\.$/);
  const { code, output } = await run('migrate', { ...settings, MILLRACE_KEY: randomBytes(32).toString('base64') });
  assert.equal(code, 1);
  assert.match(output, /The key is not the one this database was set up with/);
});

test('a server starts on a migrated database; without files of the administrator it writes no token and no link, and commands need no home folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-migrate-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const blobs = { MILLRACE_BLOB_FOLDER: join(folder, 'content') };
  const install = new Install(join(folder, 'home'), {
    ...settings,
    ...blobs,
    MILLRACE_ENGINE: 'none',
    MILLRACE_ADMINISTRATOR_FILES: 'off',
  });
  after(() => install.stop());
  await install.start();
  assert.deepEqual(
    (await readdir(install.home)).filter((name) => name.startsWith('admin')),
    [],
  );
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select id from personal_access_token');
  await client.end();
  assert.deepEqual(rows, []);

  const verified = await run('verify', { ...settings, ...blobs });
  assert.deepEqual([verified.code, verified.output.trim()], [0, 'All 0 files of content are present (0.0 MiB).']);
  const retried = await run('retry-events', { ...settings, ...blobs });
  assert.deepEqual([retried.code, retried.output.trim()], [0, 'No event is set aside.']);
  const audited = await run('audit-verify', { ...settings, ...blobs });
  assert.equal(audited.code, 0, audited.output);
  const saved = await run(`backup ${join(folder, 'backup')}`, { ...settings, ...blobs });
  assert.equal(saved.code, 0, saved.output);
  assert.match(saved.output, /It does not hold the key/);
  const refused = await run('verify', settings);
  assert.equal(refused.code, 1);
  assert.match(refused.output, /^There is no install in /, 'the folder of the content may be in the home folder');
});

test('the refusal of an unknown command of the image lists the known commands', async () => {
  const { code, output } = await run('frobnicate', settings);
  assert.deepEqual([code, output], [2, `There is no command 'frobnicate'. Commands: run, ${OPERATOR_COMMANDS.join(', ')}.\n`]);
});
