import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from './id.ts';

test('creates unique, ascending ids of version 7, also many in one millisecond', () => {
  const ids = Array.from({ length: 50_000 }, newId);
  for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids, ids.toSorted());
});
