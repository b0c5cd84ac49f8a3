import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CountedPart, spansOf, spansOfPage, wholeDays } from './spans.ts';

const at = (text: string): Date => new Date(`2026-03-${text}Z`);
const part = (from: string, to: string, day?: string): CountedPart => ({
  from: at(from),
  to: at(to),
  count: 1,
  ...(day !== undefined && { day }),
});
const shown = (spans: ReturnType<typeof spansOf>): string[] =>
  spans.map(
    ({ from, to, day, isGap }) =>
      `${isGap ? 'gap' : day === undefined ? 'hour' : 'day'} ${from.toISOString().slice(8, 16)} ${to.toISOString().slice(8, 16)}`,
  );

test('a period is cut into its counted days and hours and the gaps between them', () => {
  const period = { from: at('01T06:00'), to: at('06T18:00') };
  const parts = [
    part('06T02:00', '06T03:00'),
    part('06T01:00', '06T02:00'),
    part('05T00:00', '06T00:00', '2026-03-05'),
    part('04T00:00', '05T00:00', '2026-03-04'),
    part('02T00:00', '03T00:00', '2026-03-02'),
    part('01T06:00', '01T07:00'),
  ];
  assert.deepEqual(shown(spansOf(period, parts)), [
    'gap 06T03:00 06T18:00',
    'hour 06T02:00 06T03:00',
    'hour 06T01:00 06T02:00',
    'gap 06T00:00 06T01:00',
    'day 05T00:00 06T00:00',
    'day 04T00:00 05T00:00',
    'gap 03T00:00 04T00:00',
    'day 02T00:00 03T00:00',
    'gap 01T07:00 02T00:00',
    'hour 01T06:00 01T07:00',
  ]);
  assert.deepEqual(shown(spansOf(period, [])), ['gap 01T06:00 06T18:00']);
  const whole = { from: at('02T00:00'), to: at('03T00:00') };
  assert.deepEqual(shown(spansOf(whole, [part('02T00:00', '03T00:00', '2026-03-02')])), ['day 02T00:00 03T00:00']);
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
