/** Profiles of the command line, with two servers. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { runCommand } from '../../../cli/src/run-program.fixture.ts';
import { startTestServer } from '../support/server.ts';

const [first, second] = [await startTestServer(), await startTestServer()];
const home = await mkdtemp(join(tmpdir(), 'millrace-profiles-'));
after(() => rm(home, { recursive: true, force: true }));
const tokens = { first: join(home, 'first.token'), second: join(home, 'second.token') };

const run = (...words: string[]) => runCommand(words, { env: { HOME: home } });

async function login(...words: string[]): Promise<void> {
  const { code, err } = await run('login', ...words);
  assert.equal(code, 0, err);
}

/** Returns the name of the person for whom a command acts. */
async function whoami(...words: string[]): Promise<string> {
  const { out, err } = await run('whoami', '--jq', '.id', ...words);
  return Object.entries(people).find(([, { id }]) => id === out.trim())?.[0] ?? err;
}

const people = { first: await first.make.user(), second: await second.make.user() };

it('stores servers as profiles, and sends each token only to its own server', async () => {
  for (const name of ['first', 'second'] as const) await writeFile(tokens[name], people[name].token);
  await login('--url', first.url, '--token-file', tokens.first);
  await login('--profile', 'prod', '--url', second.url, '--token-file', tokens.second);
  assert.equal((await stat(join(home, '.config', 'millrace', 'profiles', 'prod.json'))).mode & 0o777, 0o600);
  assert.equal(await whoami(), 'first');
  assert.equal(await whoami('--profile', 'prod'), 'second');
  const other = await run('whoami', '--profile', 'prod', '--url', first.url);
  assert.equal(other.code, 3);
  assert.match(other.err, /^millrace: Not signed in to /);
});

it('lists profiles without their tokens, and uses the chosen one', async () => {
  assert.equal((await run('profile', 'use', 'prod')).out, 'Commands use the profile prod.\n');
  assert.equal(await whoami(), 'second');
  assert.equal(await whoami('--profile', 'default'), 'first');
  const { out } = await run('profile', 'list', '--json');
  assert.deepEqual(JSON.parse(out), [
    { name: 'default', url: first.url, tokens: 'personal access token', used: false },
    { name: 'prod', url: second.url, tokens: 'personal access token', used: true },
  ]);
  for (const path of Object.values(tokens)) assert.ok(!out.includes(await readFile(path, 'utf8')));
  const unknown = await run('profile', 'use', 'prdo');
  assert.deepEqual([unknown.code, await whoami()], [4, 'second']);
  assert.match(unknown.err, /no profile "prdo"\. Known: default, prod\./);
});

it('deletes the profile in use, and uses the default one again', async () => {
  const asked = await run('profile', 'delete', 'prod');
  assert.deepEqual([asked.code, await whoami()], [2, 'second']);
  const deleted = await run('profile', 'delete', 'prod', '--yes');
  assert.match(deleted.err, /^Removed .*prod\.json\. The token stays valid until it is revoked\.\n$/);
  assert.deepEqual([deleted.code, await whoami()], [0, 'first']);
  assert.equal((await run('whoami', '--profile', 'prod')).code, 4);
});
