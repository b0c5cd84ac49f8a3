import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from './limits.ts';

test('allows the calls of a minute at once, then calls at the rate of the limit, and returns the seconds to wait', () => {
  const rateLimiter = new RateLimiter();
  for (const perMinute of [1, 7, 60, 6000]) {
    const key = String(perMinute);
    for (let index = 0; index < perMinute; index += 1) assert.equal(rateLimiter.take(key, perMinute, 1000), undefined);
    const wait = Math.ceil(60 / perMinute);
    assert.equal(rateLimiter.take(key, perMinute, 1000), wait);
    assert.equal(rateLimiter.take(key, perMinute, 1000), wait, 'refused calls do not count');
    assert.equal(rateLimiter.take(key, perMinute, 1000 + 60_000 / perMinute), undefined);
    assert.equal(rateLimiter.take(key, perMinute, 1000 + 60_000 / perMinute), wait);
  }
  assert.equal(rateLimiter.take('another', 1, 1000), undefined, 'each key has a limit of its own');
});

test('a key that was not used for long has its full allowance again, also among many keys', () => {
  const rateLimiter = new RateLimiter();
  for (const at of [0, 120_000, 240_000]) {
    for (let key = 0; key < 11_000; key += 1) assert.equal(rateLimiter.take(String(key), 1, at), undefined);
    assert.equal(rateLimiter.take('10999', 1, at + 1), 60);
  }
});
