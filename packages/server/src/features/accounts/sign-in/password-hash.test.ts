import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { describe, test } from 'node:test';
import { Problem } from '../../../core/base/problem.ts';
import { HASH_PARAMETERS, PasswordHasher } from './passwords.ts';

const cheap = { memory: 64, passes: 1, parallelism: 1 };

describe('hashes of passwords', () => {
  test('sign-in.password.hash: argon2id in PHC form, with a salt of its own', async () => {
    const hasher = new PasswordHasher();
    const [one, other] = [await hasher.hash('correct horse battery'), await hasher.hash('correct horse battery')];
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(one, other);
    const [, , , , salt = '', hash = ''] = one.split('$');
    const nonce = Buffer.from(salt, 'base64');
    const expected = argon2Sync('argon2id', { message: 'correct horse battery', nonce, tagLength: 32, ...HASH_PARAMETERS });
    assert.equal(Buffer.from(hash, 'base64').toString('hex'), expected.toString('hex'));
    assert.equal(await hasher.verify('correct horse battery', one), true);
    for (const wrong of ['correct horse batterz', '', 'correct horse battery ', 'CORRECT HORSE BATTERY'])
      assert.equal(await hasher.verify(wrong, one), false, wrong);
  });

  test('a hash of another program, with other parameters, is understood and outdated', async () => {
    const hasher = new PasswordHasher();
    const nonce = Buffer.from('somesalt');
    const tag = argon2Sync('argon2id', { message: 'password', nonce, tagLength: 24, memory: 256, passes: 2, parallelism: 2 });
    const foreign = `$argon2id$v=19$m=256,t=2,p=2$${nonce.toString('base64').replaceAll('=', '')}$${tag.toString('base64')}`;
    assert.equal(await hasher.verify('password', foreign), true);
    assert.deepEqual([hasher.isOutdated(foreign), hasher.isOutdated(await hasher.hash('password'))], [true, false]);
  });

  test('the same characters in another encoding are the same password', async () => {
    const hasher = new PasswordHasher();
    const stored = await hasher.hash('gr\u00fc\u00dfe aus k\u00f6ln \u2167', cheap);
    assert.equal(await hasher.verify('gru\u0308\u00dfe aus ko\u0308ln VIII', stored), true);
  });

  test('without a hash every password is wrong', async () => {
    assert.equal(await new PasswordHasher().verify('anything at all', undefined), false);
  });

  test('a stored text that is no hash is a fault, and not a wrong password', async () => {
    for (const text of ['', 'plain', '$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAA'])
      await assert.rejects(new PasswordHasher().verify('x', text), /no hash in PHC form/);
  });

  test('two hashes run at once, the others wait in the order of their arrival, and the event loop is not blocked', async () => {
    const hasher = new PasswordHasher();
    const ended: number[] = [];
    let turns = 0;
    const interval = setInterval(() => (turns += 1), 1);
    const all = Array.from({ length: 12 }, (_, number) =>
      hasher.hash('in order', { ...cheap, memory: 4096 }).then(() => ended.push(number)),
    );
    await Promise.all(all);
    clearInterval(interval);
    // Two run at a time, and the next starts when one ends. So when one ends, at most one of the earlier ones is still running, however slow that is.
    for (const number of ended.keys()) {
      const earlier = ended.slice(0, ended.indexOf(number)).filter((one) => one < number);
      assert.ok(earlier.length >= number - 1, `${ended}`);
    }
    assert.ok(turns > 3, `${turns}`);
  });

  test('while 200 passwords wait, a further one is refused', async () => {
    const hasher = new PasswordHasher();
    const waiting = Array.from({ length: 202 }, () => hasher.hash('many', cheap));
    await assert.rejects(hasher.hash('many', cheap), (error) => error instanceof Problem && error.status === 503);
    await Promise.all(waiting);
    await hasher.hash('many', cheap);
  });
});
