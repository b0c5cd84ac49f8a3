// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { engineFor, temporaryFolder } from '../../test/engine.ts';
import { shellBundle } from '../../test/zips.ts';
import { keepCredential, readCredential, storeCredential, type StoredCredential } from './credential.ts';

const log = () => {};
const PAST = new Date(Date.now() - 1000).toISOString();
const FUTURE = new Date(Date.now() + 86_400_000).toISOString();
const stored = (credential: string, more: Partial<StoredCredential> = {}): StoredCredential => ({
  engineId: 'e',
  name: 'x',
  url: 'http://127.0.0.1:1',
  credential,
  ...more,
});
const answer = (credential: string) => ({ credential, credentialExpiresAt: FUTURE, renewCredentialAfter: FUTURE });

/** Starts an engine whose credential is due for renewal. */
async function dueEngine(t: TestContext) {
  const folder = await temporaryFolder();
  const first = stored('mre_of-the-test', { renewCredentialAfter: PAST });
  await storeCredential(folder, first);
  const keeperLog: string[] = [];
  return {
    first,
    ...(await engineFor(t, { folder, credentials: keepCredential(folder, first, (_, message) => keeperLog.push(message)) })),
    keeperLog,
  };
}

test('renews its credential while it works, stores it in a private file, and continues with the new one', async (t) => {
  const { plane, folder, first, keeperLog } = await dueEngine(t);
  assert.equal((await plane.ended(plane.add(await shellBundle('echo one')))).outcome, 'EXECUTION_SUCCESS');
  assert.notEqual(plane.credential, first.credential);
  const { credential, formerCredential } = (await readCredential(folder)) ?? {};
  assert.deepEqual([credential, formerCredential], [plane.credential, first.credential]);
  assert.equal((await stat(join(folder, 'credential.json'))).mode & 0o777, 0o600);
  assert.equal(plane.calls.get('POST /engine/v1/credential'), 1);
  assert.deepEqual(keeperLog, ['The credential is renewed']);
  assert.ok(!(await readdir(folder)).includes('credential.lock'));
});

test('continues with the old credential when the answer with the new one is lost', async (t) => {
  const folder = await temporaryFolder();
  const first = stored('mre_of-the-test', { renewCredentialAfter: PAST });
  await storeCredential(folder, first);
  const keeperLog: string[] = [];
  const credentials = keepCredential(folder, first, (_, message) => keeperLog.push(message));
  await credentials.renewWhenDue(() => Promise.reject(new Error('lost')));
  const { plane } = await engineFor(t, { folder, credentials });
  assert.equal((await plane.ended(plane.add(await shellBundle('echo one')))).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual([plane.credential, plane.calls.get('POST /engine/v1/credential')], [first.credential, undefined]);
  assert.match(keeperLog[0] ?? '', /tries again in a minute/);
});

test('does not use a credential that it could not store', async () => {
  const folder = await temporaryFolder();
  const keeper = keepCredential(folder, stored('old', { renewCredentialAfter: PAST }), log);
  await mkdir(join(folder, 'credential.json.part'));
  await keeper.renewWhenDue(() => Promise.resolve(answer('new')));
  assert.equal(keeper.current, 'old');
});

test('uses the credential that another program has renewed in the same folder', async () => {
  const folder = await temporaryFolder();
  const [first, second] = [1, 2].map(() => keepCredential(folder, stored('old', { renewCredentialAfter: PAST }), log));
  assert.ok(first && second);
  await storeCredential(folder, stored('old', { renewCredentialAfter: PAST }));
  await first.renewWhenDue(() => Promise.resolve(answer('new')));
  assert.deepEqual([first.current, second.current], ['new', 'old']);
  assert.equal(await second.reloadIfRefused('old'), true);
  assert.equal(second.current, 'new');
  let renewals = 0;
  await keepCredential(folder, stored('old', { renewCredentialAfter: PAST }), log).renewWhenDue(() => {
    renewals += 1;
    return Promise.resolve(answer('newer'));
  });
  assert.equal(renewals, 0, 'a credential that was renewed meanwhile is not due');
  assert.deepEqual([await second.reloadIfRefused('new'), await second.reloadIfRefused('old')], [true, false], 'of both, none is known');
});

test('of several programs only one renews the credential', async () => {
  const folder = await temporaryFolder();
  const first = stored('old', { renewCredentialAfter: PAST });
  await storeCredential(folder, first);
  const renewedBy: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      keepCredential(folder, first, log).renewWhenDue(() => {
        renewedBy.push(name);
        return Promise.resolve(answer(name));
      }),
    ),
  );
  assert.equal(renewedBy.length, 1);
  assert.equal((await readCredential(folder))?.credential, renewedBy[0]);
});

test('goes back once to the former credential when the renewed one is refused, in concurrent calls, too', async () => {
  const folder = await temporaryFolder();
  const renewed = stored('new', { formerCredential: 'old', credentialExpiresAt: FUTURE, renewCredentialAfter: FUTURE });
  await storeCredential(folder, renewed);
  const keeper = keepCredential(folder, renewed, log);
  assert.deepEqual(await Promise.all(['new', 'new', 'new'].map((one) => keeper.reloadIfRefused(one))), [true, true, true]);
  assert.equal(keeper.current, 'old');
  assert.deepEqual(await readCredential(folder), stored('old'));
  assert.equal(await keeper.reloadIfRefused('old'), false, 'the engine was deleted');
  const expired = keepCredential(folder, { ...renewed, credential: 'over', credentialExpiresAt: PAST }, log);
  assert.deepEqual([await expired.reloadIfRefused('over'), expired.current], [true, 'old'], 'another program has gone back');
});
