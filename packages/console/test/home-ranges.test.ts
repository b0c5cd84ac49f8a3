/** The ranges of the start page. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rangeAt, usualRange } from '../src/features/home/home-ranges.ts';

const at = (time: string): number => Date.parse(`2026-03-10T${time}:00Z`);
const endOf = (now: string): string => new Date(rangeAt('night', at(now), 'UTC').to).toISOString().slice(11, 16);

describe('the range of the last night', () => {
  it('begins at 18:00 of the day before', () => {
    for (const now of ['00:10', '07:30', '15:00'])
      assert.equal(new Date(rangeAt('night', at(now), 'UTC').from).toISOString(), '2026-03-09T18:00:00.000Z', now);
  });

  it('goes on in the morning, so that it has what has failed just now', () => {
    assert.deepEqual(['00:10', '06:59', '08:52', '11:59'].map(endOf), ['00:10', '06:59', '08:52', '11:59']);
  });

  it('ends at 07:00 from noon on, when the last 24 hours are the usual range', () => {
    assert.deepEqual(['12:00', '23:00'].map(endOf), ['07:00', '07:00']);
    assert.deepEqual(
      ['11:59', '12:00'].map((now) => usualRange(at(now), 'UTC')),
      ['night', '24h'],
    );
  });
});
