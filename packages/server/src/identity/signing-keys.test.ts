// run: own server because it adds and removes the keys that sign tokens
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../core/database/sql.ts';
import { runTimer } from '../../test/support/background.ts';
import { startOwnServer } from '../../test/support/server.ts';
import { AccessTokens } from './access-tokens.ts';
import { SigningKeys, type TokenAlgorithm } from './signing-keys.ts';

const { platform } = await startOwnServer();
const { db, secrets } = platform;
const claims = { account: crypto.randomUUID(), tenant: crypto.randomUUID(), secretId: crypto.randomUUID() };
const move = (interval: string): Promise<unknown> =>
  db.writer.rows(sql`update signing_key set signs_from = signs_from - ${interval}::interval`);
const rotate = (tokenAlgorithm: TokenAlgorithm = 'ES384'): Promise<void> =>
  runTimer({ ...platform, identity: { ...platform.identity, tokenAlgorithm } }, 'rotate-signing-keys');
/** Another process, which has read no key yet. */
const process = (): { keys: SigningKeys; tokens: AccessTokens } => {
  const keys = new SigningKeys(db, secrets);
  return { keys, tokens: new AccessTokens(keys, () => 'https://millrace.example') };
};

test('service-accounts.token.keys: a rotation rejects no token', async () => {
  const first = process();
  const { token: old } = await first.tokens.issue(claims);
  const oldKey = await first.keys.current();

  await rotate();
  assert.equal((await process().keys.all()).length, 1, 'a new key stays');
  await move('31 days');
  await rotate();
  const published = process();
  assert.deepEqual(
    (await published.keys.all()).map(({ hasBegun }) => hasBegun),
    [false, true],
    'the next key is published before it signs',
  );
  assert.equal((await published.keys.current()).id, oldKey.id);

  await move('1 hour');
  const next = process();
  const newKey = await next.keys.current();
  assert.notEqual(newKey.id, oldKey.id);
  const { token: fresh } = await next.tokens.issue(claims);
  for (const { tokens } of [first, published, next]) {
    assert.deepEqual(await tokens.check(fresh), claims, 'also by a process that has read the keys before');
    assert.deepEqual(await tokens.check(old), claims);
  }
  await rotate();
  assert.equal((await process().keys.all()).length, 2, 'the former key stays while its tokens are valid');

  await move('9 hours');
  await rotate();
  const later = process();
  assert.deepEqual(
    (await later.keys.all()).map(({ id }) => id),
    [newKey.id],
  );
  assert.equal(await later.tokens.check(old), undefined);
});

test('another algorithm is that of the next key, and tokens of both keys are valid', async () => {
  const { token: old } = await process().tokens.issue(claims);
  await rotate('ES256');
  await rotate('ES256');
  assert.deepEqual(
    (await process().keys.all()).map(({ algorithm, hasBegun }) => [algorithm, hasBegun]),
    [
      ['ES256', false],
      ['ES384', true],
    ],
  );
  await move('1 hour');
  const { tokens } = process();
  const { token } = await tokens.issue(claims);
  const [head = '', body, signature] = token.split('.');
  assert.equal(JSON.parse(Buffer.from(head, 'base64url').toString()).alg, 'ES256');
  for (const one of [old, token]) assert.deepEqual(await tokens.check(one), claims);
  const confused = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(head, 'base64url').toString()), alg: 'ES384' })).toString(
    'base64url',
  );
  assert.equal(await tokens.check(`${confused}.${body}.${signature}`), undefined, 'the algorithm of another key');
  await move('9 hours');
  await rotate('ES256');
});

test('simultaneous rotations add one key', async () => {
  await move('31 days');
  const before = (await process().keys.all()).length;
  await Promise.all([1, 2, 3].map(() => rotate()));
  assert.equal((await process().keys.all()).length, before + 1);
});

test('an unknown key in a token causes a read of the database, but many of them cause one in a while', async () => {
  const [eager, calm] = [new SigningKeys(db, secrets, 0), new SigningKeys(db, secrets, 3_600_000)];
  for (const keys of [eager, calm]) assert.equal(await keys.find(crypto.randomUUID()), undefined);
  await move('31 days');
  await rotate();
  const [newest] = await process().keys.all();
  assert.equal((await eager.find(newest?.id ?? ''))?.id, newest?.id);
  assert.equal(await calm.find(newest?.id ?? ''), undefined, 'it has read because of an unknown key before');
});
