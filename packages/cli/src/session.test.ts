import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { takeFileLock } from '@millrace/wire/file-lock';

import { endStoredSession, findSession, isExposed, toBaseUrl, type SessionOptions } from './session.ts';
import { removeStoredSession, storedSessionPath, storeSession, storeUsedProfile } from './session-files.ts';

const { signal } = new AbortController();

describe('findSession', () => {
  it('uses the install of this machine where nothing else is set', async (context) => {
    const env = await machine(context, { install: true });
    assert.deepEqual(await find(env), { url: 'http://127.0.0.1:8600', token: 'mrp_install' });
  });

  it('prefers the options, then the variables, then what login stored, then the install', async (context) => {
    const env = await machine(context, { install: true, stored: true });
    assert.deepEqual(await find(env), { url: 'https://stored.example', token: 'mrp_stored' });
    const variables = { ...env, MILLRACE_URL: 'https://variable.example', MILLRACE_TOKEN: 'mrp_variable' };
    assert.deepEqual(await find(variables), { url: 'https://variable.example', token: 'mrp_variable' });
    assert.deepEqual(await find(variables, { url: 'https://option.example', tokenFile: '-' }, 'mrp_option\n'), {
      url: 'https://option.example',
      token: 'mrp_option',
    });
  });

  it('sends a stored token only to the address for which it was stored', async (context) => {
    const env = await machine(context, { install: true, stored: true });
    await assert.rejects(find(env, { url: 'https://other.example' }), {
      kind: 'notSignedIn',
      message: 'Not signed in to https://other.example. Sign in with `millrace login --url https://other.example`.',
    });
    assert.deepEqual(await find(env, { url: 'https://stored.example/' }), { url: 'https://stored.example', token: 'mrp_stored' });
    assert.deepEqual(await find(env, { url: 'http://127.0.0.1:8600' }), { url: 'http://127.0.0.1:8600', token: 'mrp_install' });
  });

  it('ends a stored session when no other command changes it, and waits for that until Ctrl-C', async (context) => {
    const env = await machine(context, { stored: true });
    const release = await takeFileLock(`${storedSessionPath(env, 'default')}.lock`);
    const interruption = new AbortController();
    const waiting = endStoredSession('default', { env, signal: interruption.signal });
    interruption.abort();
    await assert.rejects(waiting, { kind: 'interrupted' });
    const next = endStoredSession('default', { env, signal });
    await release?.();
    assert.deepEqual(await next, { url: 'https://stored.example', token: 'mrp_stored' });
  });

  it('treats localhost and the loopback addresses as one server', async (context) => {
    const env = await machine(context, { install: true });
    for (const url of ['http://localhost:8600', 'http://127.0.0.1:8600/', 'http://[::1]:8600'])
      assert.deepEqual(await find(env, { url }), { url: url.replace(/\/$/, ''), token: 'mrp_install' });
    await assert.rejects(find(env, { url: 'http://localhost:8601' }), { kind: 'notSignedIn' });
  });

  it('uses the profile of the option, then of the variable, then the one in use', async (context) => {
    const env = await machine(context, { install: true, stored: true });
    for (const name of ['one', 'two', 'three']) await storeSession(env, name, { url: `https://${name}.example`, token: `mrp_${name}` });
    await storeUsedProfile(env, 'three');
    const variable = { ...env, MILLRACE_PROFILE: 'two' };
    assert.equal((await find(env)).token, 'mrp_three');
    assert.equal((await find(variable)).token, 'mrp_two');
    assert.equal((await find(variable, { profile: 'one' })).token, 'mrp_one');
    assert.equal((await find(variable, { profile: 'default' })).token, 'mrp_stored');
    await removeStoredSession(env, 'three');
    assert.equal((await find(env)).token, 'mrp_stored');
  });

  it('sends the token of a profile only to its address, and tokens of variables not to a profile of the option', async (context) => {
    const env = await machine(context, { install: true, stored: true });
    await storeSession(env, 'one', { url: 'https://one.example', token: 'mrp_one' });
    await assert.rejects(find(env, { profile: 'one', url: 'https://stored.example' }), { kind: 'notSignedIn' });
    const variables = { ...env, MILLRACE_URL: 'https://variable.example', MILLRACE_TOKEN: 'mrp_variable' };
    assert.deepEqual(await find(variables, { profile: 'one' }), { url: 'https://one.example', token: 'mrp_one' });
  });

  it('refuses an unknown profile, and one that cannot be the name of a file', async (context) => {
    const env = await machine(context, { install: true, stored: true });
    await assert.rejects(find(env, { profile: 'prod' }), {
      kind: 'notFound',
      message: 'There is no profile "prod". Known: default. Create it: `millrace login --profile prod --url <address>`.',
    });
    for (const profile of ['../cli', 'Prod', '', '.x']) await assert.rejects(find(env, { profile }), { kind: 'usage' });
  });

  it('says what to do where no server is known', async (context) => {
    await assert.rejects(find(await machine(context, {})), { kind: 'unreachable', message: /npm start.*millrace login/ });
  });

  it('refuses a token that cannot be sent; the message does not contain it', async (context) => {
    const env = { ...(await machine(context, { install: true })), MILLRACE_TOKEN: 'mrp s3cret' };
    await assert.rejects(find(env), (error: Error) => !error.message.includes('s3cret'));
  });

  it('names a stored file that is damaged', async (context) => {
    const env = await machine(context, { stored: true });
    await writeFile(storedSessionPath(env, 'default'), '{');
    await assert.rejects(find(env), { kind: 'refused', message: /cli\.json is damaged/ });
  });
});

describe('storeSession', () => {
  it('stores a file that only its owner can read, and removes it', async (context) => {
    const env = await machine(context, {});
    const path = await storeSession(env, 'default', { url: 'https://stored.example', token: 'mrp_first' });
    await storeSession(env, 'default', { url: 'https://stored.example', token: 'mrp_second' });
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal((await find(env)).token, 'mrp_second');
    assert.equal(await removeStoredSession(env, 'default'), true);
    assert.equal(await removeStoredSession(env, 'default'), false);
  });
});

it('brings addresses to one form and refuses other texts', () => {
  assert.equal(toBaseUrl('HTTP://Example.com:80/base//?q#x'), 'http://example.com/base');
  for (const address of ['127.0.0.1:8600', 'localhost:8600', 'ftp://example.com', '', 'https://user:s3cret@example.com']) {
    assert.throws(
      () => toBaseUrl(address),
      (error: Error & { kind?: string }) => error.kind === 'usage' && !error.message.includes('s3cret'),
    );
  }
});

it('reports plain http as exposed, except on the local machine', () => {
  for (const url of ['http://127.0.0.1:8600', 'http://localhost', 'http://[::1]:8600', 'https://example.com'])
    assert.equal(isExposed(url), false, url);
  for (const url of ['http://example.com', 'http://127.0.0.1.example.com', 'http://10.0.0.1']) assert.equal(isExposed(url), true, url);
});

function find(env: Record<string, string>, options: SessionOptions = {}, stdin = '') {
  return findSession(options, { env, stdin: Readable.from([stdin]), signal, workingFolder: '/' });
}

async function machine(context: TestContext, { install = false, stored = false }) {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-test-'));
  context.after(() => rm(folder, { recursive: true }));
  const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), MILLRACE_HOME: join(folder, 'install') };
  if (install) {
    await mkdir(env.MILLRACE_HOME);
    await writeFile(join(env.MILLRACE_HOME, 'server.json'), '{ "url": "http://127.0.0.1:8600" }');
    await writeFile(join(env.MILLRACE_HOME, 'admin.token'), 'mrp_install\n');
  }
  if (stored) await storeSession(env, 'default', { url: 'https://stored.example', token: 'mrp_stored' });
  return env;
}
