// run: own process, in test:all because it starts the server as a program
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '../test/support/database.ts';
import { Install, startEmbeddedInstall } from '../test/support/install.ts';
import { programEnvironment } from '../test/support/program-environment.ts';

const command = fileURLToPath(new URL('../../../scripts/rotate-token.ts', import.meta.url));

/** Runs the command for a home folder. */
function rotate(home: string, environment: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const env = { ...programEnvironment(), MILLRACE_HOME: home, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [command], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

const statusOf = async (install: Install, token: string): Promise<number> =>
  (await fetch(`${install.url}/account/me`, { headers: { authorization: `Bearer ${token}` } })).status;

/** Rotates the token of an install, which may be running, and returns the old and the new token. */
async function rotateAndCheck(install: Install, environment: Record<string, string> = {}): Promise<{ former: string; token: string }> {
  const former = await install.token();
  const { code, output } = await rotate(install.home, environment);
  assert.equal(code, 0, output);
  assert.match(output, /admin\.token holds a new token\. The previous token is refused from now on\.\n$/);
  const token = await install.token();
  assert.match(token, /^mrp_[\w-]{43}$/);
  assert.notEqual(token, former);
  for (const secret of [former, token]) assert.equal(output.includes(secret), false, 'the token was printed');
  const file = join(install.home, 'admin.token');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(
    (await readdir(install.home)).filter((name) => name.startsWith('admin.token')),
    ['admin.token'],
  );
  return { former, token };
}

describe('the token of the administrator is replaced', () => {
  test('while servers with other home folders use the same database, and their tokens stay valid', async () => {
    const database = await createDatabase();
    const homes = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'millrace-token-'))));
    const environment = { DATABASE_URL: database.url, MILLRACE_KEY: randomBytes(32).toString('base64') };
    const [first, second] = homes.map((home) => new Install(home, { ...environment, MILLRACE_ENGINE: 'none' })) as [Install, Install];
    after(async () => {
      await Promise.all([first.stop(), second.stop()]);
      await database.drop();
      for (const home of homes) await rm(home, { recursive: true, force: true });
    });
    await first.start();
    await second.start();
    const otherToken = await second.token();
    assert.equal(await statusOf(first, await first.token()), 200);

    const { former, token } = await rotateAndCheck(first, environment);
    for (const install of [first, second]) {
      assert.equal(await statusOf(install, former), 401);
      assert.equal(await statusOf(install, token), 200);
      assert.equal(await statusOf(install, otherToken), 200);
    }

    // The file contains a complete token at any time.
    const done = new AbortController();
    const next = rotateAndCheck(first, environment).finally(() => done.abort());
    while (!done.signal.aborted) assert.match(await first.token(), /^mrp_[\w-]{43}$/);
    await next;

    const current = await first.token();
    const keyless = await rotate(first.home, { DATABASE_URL: database.url });
    assert.equal(keyless.code, 1);
    assert.match(keyless.output, /holds no key: set MILLRACE_KEY/);
    assert.equal((await readdir(first.home)).includes('key'), false);
    assert.equal(await statusOf(first, current), 200);

    await rm(join(first.home, 'admin.token'));
    const none = await rotate(first.home, environment);
    assert.deepEqual([none.code, none.output.endsWith('There was no previous token.\n')], [0, true], none.output);
    assert.equal(await statusOf(first, await first.token()), 200);
  });

  test('of an install with an embedded database, while it runs and while it is stopped', async () => {
    const install = await startEmbeddedInstall();
    const first = await rotateAndCheck(install);
    assert.deepEqual([await statusOf(install, first.former), await statusOf(install, first.token)], [401, 200]);
    await install.stop();
    const second = await rotateAndCheck(install);
    await install.start();
    assert.deepEqual([await statusOf(install, second.former), await statusOf(install, second.token)], [401, 200]);
    assert.equal(await install.token(), second.token, 'a start keeps the token');
  });
});

describe('the command is refused and changes nothing', () => {
  test('without an install in the home folder', async () => {
    const home = await mkdtemp(join(tmpdir(), 'millrace-token-'));
    after(() => rm(home, { recursive: true, force: true }));
    const { code, output } = await rotate(home);
    assert.equal(code, 1);
    assert.match(output, /^There is no install in .*: set MILLRACE_HOME/);
    assert.deepEqual(await readdir(home), []);
  });

  test('without its database, or with the key of another install', async () => {
    const database = await createDatabase();
    const home = await mkdtemp(join(tmpdir(), 'millrace-token-'));
    const install = new Install(home, { DATABASE_URL: database.url, MILLRACE_ENGINE: 'none' });
    after(async () => {
      await install.stop();
      await database.drop();
      await rm(home, { recursive: true, force: true });
    });
    await install.start();
    const token = await install.token();
    const refused: [Record<string, string>, RegExp][] = [
      [{}, /has no embedded database: set DATABASE_URL/],
      [{ DATABASE_URL: 'postgres://millrace:secret@127.0.0.1:9/millrace' }, /^(?!.*secret).*database/],
      [{ DATABASE_URL: database.url, MILLRACE_KEY: randomBytes(32).toString('base64') }, /The key is not the one/],
    ];
    for (const [environment, message] of refused) {
      const { code, output } = await rotate(home, environment);
      assert.equal(code, 1, output);
      assert.match(output, message);
      assert.equal(await readFile(join(home, 'admin.token'), 'utf8'), `${token}\n`);
      assert.deepEqual(
        (await readdir(home)).filter((name) => name.startsWith('admin.token')),
        ['admin.token'],
      );
      assert.equal(await statusOf(install, token), 200);
    }
    // A folder in place of the file is found before anything is written.
    await rm(join(home, 'admin.token'));
    await mkdir(join(home, 'admin.token'));
    const { code, output } = await rotate(home, { DATABASE_URL: database.url });
    assert.equal(code, 1);
    assert.match(output, /admin\.token is a folder/);
    assert.equal(await statusOf(install, token), 200);
  });
});
