import assert from 'node:assert/strict';
import { it } from 'node:test';

import { readEpochTime } from './option-values.ts';

it('reads times with a zone, and dates and times without one in the time zone of the reader', () => {
  assert.equal(readEpochTime('2026-11-01T08:00:00Z'), Date.UTC(2026, 10, 1, 8));
  assert.equal(readEpochTime('2026-11-01T08:00+02:00'), Date.UTC(2026, 10, 1, 6));
  assert.equal(readEpochTime('2026-11-01'), new Date(2026, 10, 1).getTime());
  assert.equal(readEpochTime('2026-11-01 08:30'), new Date(2026, 10, 1, 8, 30).getTime());
});

it('refuses a text that is not a time', () => {
  for (const text of ['', 'now', '7', '2026', '2026-13-01', '2026-11-01T25:00'])
    assert.throws(() => readEpochTime(text), /Give a time such as/, text);
});
