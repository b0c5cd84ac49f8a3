import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spansOf, spansOfPage, wholeDays } from './counted-days.ts';

const at = (text: string): Date => new Date(`2026-03-${text}Z`);
const shown = (spans: ReturnType<typeof spansOf>): string[] =>
  spans.map(({ from, to, day }) => `${day === undefined ? '' : 'day '}${from.toISOString().slice(8, 16)} ${to.toISOString().slice(8, 16)}`);

test('a period is split into its counted days and the spans between them', () => {
  const period = { from: at('01T06:00'), to: at('06T18:00') };
  const days = ['2026-03-05', '2026-03-04', '2026-03-02'].map((day) => ({ day, count: 1 }));
  assert.deepEqual(shown(spansOf(period, days)), [
    '06T00:00 06T18:00',
    'day 05T00:00 06T00:00',
    'day 04T00:00 05T00:00',
    '03T00:00 04T00:00',
    'day 02T00:00 03T00:00',
    '01T06:00 02T00:00',
  ]);
  assert.deepEqual(shown(spansOf(period, [])), ['01T06:00 06T18:00']);
  const whole = { from: at('02T00:00'), to: at('03T00:00') };
  assert.deepEqual(shown(spansOf(whole, [{ day: '2026-03-02', count: 0 }])), ['day 02T00:00 03T00:00']);
  assert.deepEqual(spansOf({ from: at('02T00:00'), to: at('02T00:00') }, []), []);
});

test('whole days begin and end in the period', () => {
  const long = { from: at('01T06:00'), to: at('06T18:00') };
  assert.deepEqual(wholeDays(long, at('01T00:00')), { first: '2026-03-02', end: '2026-03-06' });
  assert.deepEqual(wholeDays(long, at('04T01:00')), { first: '2026-03-05', end: '2026-03-06' });
  assert.deepEqual(wholeDays({ from: at('01T00:00'), to: at('02T00:00') }, at('01T00:00')), { first: '2026-03-01', end: '2026-03-02' });
  const none = wholeDays({ from: at('01T06:00'), to: at('01T18:00') }, at('01T00:00'));
  assert.equal(none.first, none.end);
  const ever = { from: new Date(0), to: new Date(8_640_000_000_000_000) };
  assert.deepEqual(wholeDays(ever, at('01T00:00')), { first: '2026-03-01', end: '9999-01-01' });
  const never = wholeDays({ from: ever.to, to: ever.to }, at('01T00:00'));
  assert.equal(never.first, never.end);
});

test('a page is read from the spans that contain it, for each offset', () => {
  const counts = [3, 0, 2, 0, 0, 4, 1];
  const spans = counts.map((count, index) => ({ from: at('01T00:00'), to: at('01T00:00'), day: String(index), count }));
  const entries = counts.flatMap((count, index) => Array.from({ length: count }, (_entry, number) => `${index}.${number}`));
  for (let offset = 0; offset <= entries.length; offset += 1) {
    for (let limit = 1; limit <= 4; limit += 1) {
      const page = spansOfPage(spans, offset, limit);
      const inside = page.spans.flatMap(({ day, count }) => Array.from({ length: count }, (_entry, number) => `${day}.${number}`));
      assert.deepEqual(inside.slice(page.skip, page.skip + limit), entries.slice(offset, offset + limit), `${limit} from ${offset}`);
      assert.ok(page.spans.every(({ count }) => count > 0));
    }
  }
});
