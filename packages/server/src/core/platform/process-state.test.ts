import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessState } from './platform.ts';

class Counter {
  value: number;

  constructor(value: number) {
    this.value = value;
  }
}

test('has one object for each class and process', () => {
  const [first, second] = [new ProcessState(), new ProcessState()];
  const counter = first.of(Counter, () => new Counter(1));
  assert.equal(
    first.of(Counter, () => new Counter(2)),
    counter,
  );
  assert.notEqual(
    second.of(Counter, () => new Counter(3)),
    counter,
  );
  assert.ok(first.of(Map, () => new Map()) instanceof Map);
});
