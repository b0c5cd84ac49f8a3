import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rates } from './rate-counter.ts';

test('a minute may come at once, then as many as go by in the time, and the wait is told', () => {
  const rates = new Rates();
  for (const perMinute of [1, 7, 60, 6000]) {
    const key = String(perMinute);
    for (let index = 0; index < perMinute; index += 1) assert.equal(rates.take(key, perMinute, 1000), undefined);
    const wait = Math.ceil(60 / perMinute);
    assert.equal(rates.take(key, perMinute, 1000), wait);
    assert.equal(rates.take(key, perMinute, 1000), wait, 'what is refused does not count');
    assert.equal(rates.take(key, perMinute, 1000 + 60_000 / perMinute), undefined);
    assert.equal(rates.take(key, perMinute, 1000 + 60_000 / perMinute), wait);
  }
  assert.equal(rates.take('another', 1, 1000), undefined, 'keys count for themselves');
});

test('what has rested may come at once again, among however many others', () => {
  const rates = new Rates();
  for (const at of [0, 120_000, 240_000]) {
    for (let key = 0; key < 11_000; key += 1) assert.equal(rates.take(String(key), 1, at), undefined);
    assert.equal(rates.take('10999', 1, at + 1), 60);
  }
});
