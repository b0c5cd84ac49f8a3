import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessState } from './process-state.ts';

class Counter {
  value: number;

  constructor(value: number) {
    this.value = value;
  }
}

test('has one object for each class and process', () => {
  const [one, other] = [new ProcessState(), new ProcessState()];
  const counter = one.of(Counter, () => new Counter(1));
  assert.equal(
    one.of(Counter, () => new Counter(2)),
    counter,
  );
  assert.notEqual(
    other.of(Counter, () => new Counter(3)),
    counter,
  );
  assert.ok(one.of(Map, () => new Map()) instanceof Map);
});
