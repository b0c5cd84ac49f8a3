import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../program/usage-error.ts';
import { defaultUserRange, RunUsers, userRangeOf } from './run-access.ts';

describe('MILLRACE_ENGINE_USERS', () => {
  test('is a range or empty', () => {
    assert.deepEqual(userRangeOf('70000-70999'), { first: 70_000, last: 70_999 });
    assert.deepEqual(userRangeOf('1-1'), { first: 1, last: 1 });
    for (const text of [undefined, '']) assert.equal(userRangeOf(text), undefined);
  });

  test('is refused when it is not a range, contains root or an invalid user id', () => {
    for (const text of ['70000', '0-10', '10-9', '-5', '70000 - 70999', 'a-b', '1-4294967295', '1-99999999999'])
      assert.throws(
        () => userRangeOf(text),
        (error) => error instanceof UsageError && error.message.startsWith(`MILLRACE_ENGINE_USERS is "${text}": set it to a range`),
      );
  });
});

test('each run has its own user, until all users are in use', () => {
  const users = new RunUsers({ first: 5, last: 7 });
  const taken = [users.take(), users.take(), users.take()];
  assert.deepEqual(taken.toSorted(), [5, 6, 7]);
  assert.throws(() => users.take(), /All users from 5 to 7 are in use: widen MILLRACE_ENGINE_USERS/);
  users.release(6);
  assert.equal(users.take(), 6);
});

test('without a setting the range has valid user ids without root', { skip: process.platform !== 'linux' && 'Linux only' }, () => {
  const { first, last } = defaultUserRange();
  assert.ok(first >= 1 && last >= first && last < 2 ** 32 - 1, `${first} to ${last}`);
});
