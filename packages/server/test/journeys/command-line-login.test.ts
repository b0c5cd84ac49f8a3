// run: own process, waiting, in test:all because it starts whole programs
/** Signing in at the command line: by a code, with tokens that are refreshed and revoked. Each command is a process. */
import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMAND_LINE_CLIENT, PERMISSIONS } from '@millrace/contract';
import { sql } from '../../src/core/database/sql.ts';
import { Browser } from '../support/browser.ts';
import { machineWithoutInstall, type RunningLogin } from '../support/command-line-login.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer({ MILLRACE_LOG_LEVEL: 'debug', MILLRACE_REQUEST_LOG: 'all' });
const { call, count, make, platform, url } = server;
const { folder, millrace, stored } = await machineWithoutInstall();
const person = await make.person({ permissions: ['SVC_OPERATOR', 'SVC_USER_MANAGEMENT'] });

const browserOf = async ({ login, password } = person): Promise<Browser> => {
  const browser = new Browser(url);
  assert.equal((await browser.signIn(login, password)).status, 303);
  return browser;
};

/** Starts a sign-in by a code, and decides about it in a browser. */
async function signInByCode(decision: 'allow' | 'refuse' = 'allow'): Promise<RunningLogin> {
  // tries `millrace login`
  const run = millrace('login', '--device', '--url', url);
  const [, address = ''] = await run.says(/contains the code: (\S+)\n/);
  const browser = await browserOf();
  const page = await browser.send(await browser.open(address.slice(url.length)), {});
  assert.match(page.html, /<h1>Allow Millrace command line\?</);
  assert.match(page.html, /millrace-cli\//);
  assert.equal((await browser.send(page, { decision })).status, 200);
  await run.code;
  return run;
}

const session = async () => JSON.parse(await readFile(stored, 'utf8'));
const TABLES = ['oauth_grant', 'oauth_refresh_token'];

test('signs in by a code, refreshes the tokens once for many processes, and signs out', async () => {
  const run = await signInByCode();
  assert.equal(await run.code, 0, run.err());
  assert.equal(run.out(), `Signed in to ${url} as ${person.login}. The tokens are stored in ${stored}.\n`);
  assert.equal((await stat(stored)).mode & 0o777, 0o600);
  const first = await session();
  const shown = millrace('whoami', '--json');
  assert.equal(await shown.code, 0, shown.err());
  assert.deepEqual(JSON.parse(shown.out()).permissions, ['SVC_OPERATOR', 'SVC_USER_MANAGEMENT']);
  assert.deepEqual(await count(...TABLES), { oauth_grant: 1, oauth_refresh_token: 1 });

  await writeFile(stored, JSON.stringify({ ...first, refreshAt: Date.now() }));
  const runs = Array.from({ length: 4 }, () => millrace('whoami', '--json'));
  for (const command of runs) assert.equal(await command.code, 0, command.err());
  const second = await session();
  assert.ok(second.refreshToken !== first.refreshToken && second.token !== first.token && second.refreshAt > Date.now());
  assert.deepEqual(await count(...TABLES), { oauth_grant: 1, oauth_refresh_token: 2 }, 'one process has refreshed them');
  assert.deepEqual(await readdir(folder), ['cli.json'], 'no lock file and no partial file remain');

  const out = millrace('logout');
  assert.equal(await out.code, 0, out.err());
  assert.equal(out.err(), `Signed out of ${url}, and removed ${stored}.\n`);
  assert.deepEqual(await count(...TABLES), { oauth_grant: 0, oauth_refresh_token: 0 });
  assert.equal((await call('GET /account/me', { token: second.token })).status, 401);
  const log = await readFile(join(server.home, 'server.log'), 'utf8');
  for (const secret of [first.token, first.refreshToken, second.token, second.refreshToken]) {
    assert.ok(!log.includes(secret));
    for (const command of [run, shown, out, ...runs]) assert.ok(!(command.out() + command.err()).includes(secret));
  }
});

test('lists and ends the access that people have allowed', async () => {
  await signInByCode();
  const listed = millrace('oauth', 'tokens', '--json');
  assert.equal(await listed.code, 0, listed.err());
  const grants: { id: string; clientId: string }[] = JSON.parse(listed.out());
  assert.deepEqual(
    grants.map(({ clientId }) => clientId),
    [COMMAND_LINE_CLIENT],
  );
  // tries `millrace oauth tokens`, `millrace oauth revoke`
  const revoked = millrace('oauth', 'revoke', grants[0]?.id ?? '', '--yes');
  assert.equal(await revoked.code, 0, revoked.err());
  assert.deepEqual(await count(...TABLES), { oauth_grant: 0, oauth_refresh_token: 0 });
  assert.equal(await millrace('whoami').code, 3);
  await millrace('logout').code;
});

test('a refusal in the browser ends the command', async () => {
  const run = await signInByCode('refuse');
  assert.deepEqual([await run.code, run.out()], [1, '']);
  assert.match(run.err(), /\nmillrace: The sign-in was refused in the browser\.\n$/);
  await assert.rejects(stat(stored), 'nothing is stored');
});

test('Ctrl-C ends a command that waits for a decision', async () => {
  const run = millrace('login', '--device', '--url', url);
  await run.says(/type the code [A-Z]{4}-[A-Z]{4}\n/);
  run.interrupt();
  assert.equal(await run.code, 130);
});

test('a sign-in that was ended on the server asks for another one', async () => {
  await signInByCode();
  const first = await session();
  await platform.db.writer.rows(sql`delete from oauth_grant`);
  const ended = millrace('whoami');
  assert.equal(await ended.code, 3);
  await writeFile(stored, JSON.stringify({ ...first, refreshAt: 0 }));
  const refused = millrace('whoami');
  assert.equal(await refused.code, 3);
  assert.equal(refused.err(), `millrace: The sign-in to ${url} has ended. Sign in again with \`millrace login --url ${url}\`.\n`);
  const out = millrace('logout');
  assert.equal(await out.code, 0, out.err());
});

test('logout removes the tokens also when the server cannot be reached', async () => {
  await signInByCode();
  await writeFile(stored, JSON.stringify({ ...(await session()), url: 'http://127.0.0.1:9' }));
  const out = millrace('logout');
  assert.equal(await out.code, 5);
  await assert.rejects(stat(stored));
});

test('the sign-in is refused if the tenant has removed the connection config of the client', async () => {
  const { token } = await make.user({ permissions: PERMISSIONS });
  const path = { id: COMMAND_LINE_CLIENT };
  assert.equal((await call('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { token, path })).status, 204);
  const run = millrace('login', '--device', '--url', url);
  const [, address = ''] = await run.says(/contains the code: (\S+)\n/);
  const browser = await browserOf();
  const page = await browser.send(await browser.open(address.slice(url.length)), {});
  assert.deepEqual([page.status, page.alert?.startsWith('Your organisation does not use Millrace command line')], [403, true]);
  run.interrupt();
  assert.equal(await run.code, 130);
});
