import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClaimNumbers } from './claims.ts';

test('names abandoned claims until the control plane cannot be processing them any more', () => {
  const numbers = new ClaimNumbers('i', [], 1000);
  const first = numbers.next(1);
  assert.deepEqual(first, { incarnation: 'i', number: 1, unanswered: [], gone: [] });
  const second = numbers.next(1);
  assert.deepEqual(second.unanswered, [1]);
  numbers.acknowledged(second, performance.now());
  numbers.answered();
  assert.deepEqual(numbers.next(1).unanswered, [1], 'the control plane may still be processing the claim');
  const fourth = numbers.next(1);
  assert.deepEqual(fourth.unanswered, [1, 3]);
  numbers.acknowledged(fourth, performance.now() + 1001);
  numbers.answered();
  assert.deepEqual(numbers.next(1).unanswered, []);
});

test('does not name a claim that was answered or had no free places', () => {
  const numbers = new ClaimNumbers('i', []);
  numbers.next(1);
  numbers.answered();
  numbers.next(0);
  assert.deepEqual([numbers.next(1).unanswered, numbers.hasUnacknowledged], [[], true]);
});

test('keeps naming claims that no answered claim has named, at most as many as the protocol allows', () => {
  const numbers = new ClaimNumbers('i', [], 0);
  for (let index = 0; index < 1500; index += 1) numbers.next(1);
  const { unanswered } = numbers.next(1);
  assert.deepEqual([unanswered.length, unanswered.at(0), unanswered.at(-1)], [1000, 501, 1500]);
});

test('names killed processes until the control plane has received their ids', () => {
  const numbers = new ClaimNumbers('i', ['a', 'b']);
  const first = numbers.next(0);
  assert.deepEqual([first.gone, numbers.hasUnacknowledged], [['a', 'b'], true]);
  assert.deepEqual(numbers.next(0).gone, ['a', 'b']);
  numbers.acknowledged(first, performance.now());
  assert.deepEqual([numbers.next(0).gone, numbers.hasUnacknowledged], [[], false]);
});
