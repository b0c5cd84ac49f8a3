// run: own process, in test:all because it starts the server as a program
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Browser, type SeenPage } from '../test/support/browser.ts';
import { createDatabase } from '../test/support/database.ts';
import { Install } from '../test/support/install.ts';
import { programEnvironment } from '../test/support/program-environment.ts';

// tries `npm run admin:link`
const command = fileURLToPath(new URL('../../../scripts/admin-link.ts', import.meta.url));

function writeLink(home: string, environment: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const env = { ...programEnvironment(), MILLRACE_HOME: home, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [command], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

const database = await createDatabase();
const home = await mkdtemp(join(tmpdir(), 'millrace-link-'));
const environment = { DATABASE_URL: database.url };
const install = new Install(home, { ...environment, MILLRACE_ENGINE: 'none' });
after(async () => {
  await install.stop();
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

const file = join(home, 'admin.link');
const readLink = async (): Promise<string> => (await readFile(file, 'utf8')).trim();
async function useLink(link: string, password: string): Promise<SeenPage> {
  const browser = new Browser(install.url);
  const page = await browser.open(link.slice(install.url.length));
  return page.status === 200 ? browser.send(page, { password, repeated: password }) : page;
}

test('the first start writes a link by which the administrator sets a password, and npm run admin:link another one', async () => {
  await install.start();
  const first = await readLink();
  assert.ok(first.startsWith(`${install.url}/set-password?token=mri_`), first);
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  await install.stop();
  await install.start();
  const second = await readLink();
  assert.notEqual(second, first, 'while there is no password, each start writes a link');
  assert.equal((await useLink(second, 'first passphrase')).location, '/login?notice=password-set');
  assert.equal((await useLink(first, 'second passphrase')).status, 404, 'the password ends all links');
  assert.equal((await new Browser(install.url).signIn('admin', 'first passphrase')).status, 303);

  await install.stop();
  await install.start();
  assert.equal((await readdir(home)).includes('admin.link'), false, 'a link that was used is removed');

  const { code, output } = await writeLink(home, environment);
  assert.equal(code, 0, output);
  const third = await readLink();
  assert.match(output, /admin\.link holds a link that sets the administrator's password, once, within 72 hours\./);
  assert.ok(!output.includes('mri_'), 'the link was printed');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal((await new Browser(install.url).signIn('admin', 'first passphrase')).status, 303, 'the password stays until then');
  assert.equal((await useLink(third, 'third passphrase')).status, 303);
  assert.equal((await new Browser(install.url).signIn('admin', 'first passphrase')).status, 403);
  assert.equal((await new Browser(install.url).signIn('admin', 'third passphrase')).status, 303);

  const publicLink = await writeLink(home, { ...environment, MILLRACE_PUBLIC_URL: 'https://millrace.example.com' });
  assert.equal(publicLink.code, 0, publicLink.output);
  assert.match(await readLink(), /^https:\/\/millrace\.example\.com\/set-password\?token=mri_/);
});

test('npm run admin:link is refused without an install, a database or the right key, and writes nothing', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'millrace-link-'));
  after(() => rm(empty, { recursive: true, force: true }));
  const former = await readLink();
  const refused: [string, Record<string, string>, RegExp][] = [
    [empty, {}, /^There is no install in .*: set MILLRACE_HOME/],
    [home, {}, /has no embedded database: set DATABASE_URL/],
    [home, { DATABASE_URL: 'postgres://millrace:secret@127.0.0.1:9/millrace' }, /^(?!.*secret).*database/],
    [home, { ...environment, MILLRACE_KEY: Buffer.alloc(32).toString('base64') }, /The key is not the one/],
  ];
  for (const [folder, given, message] of refused) {
    const { code, output } = await writeLink(folder, given);
    assert.equal(code, 1, output);
    assert.match(output, message);
  }
  assert.deepEqual([await readLink(), await readdir(empty)], [former, []]);
});
