// run: own process because it changes the time zone
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { byteCount, localTime, logTime, oneLine, safe } from './text.ts';

it('keeps the lines and tabs of a log message, but no other control characters', () => {
  assert.equal(safe('a\tb\nc\u001b[2J\u001b]0;title\u0007d\re'), 'a\tb\ncd\ufffde');
});

it('puts a text on one line', () => {
  assert.equal(oneLine(' a \r\n\n b\tc\n'), 'a b c');
});

it('writes times in the time zone of the reader, with the offset from UTC', (context) => {
  const before = process.env['TZ'];
  context.after(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
  const moment = Date.UTC(2026, 0, 2, 22, 4, 5, 6);
  for (const [zone, day, clock, shift] of [
    ['UTC', '2026-01-02', '22:04:05', 'UTC'],
    ['Asia/Kolkata', '2026-01-03', '03:34:05', '+05:30'],
    ['America/St_Johns', '2026-01-02', '18:34:05', '-03:30'],
  ] as const) {
    process.env['TZ'] = zone;
    assert.equal(localTime(moment), `${day} ${clock} ${shift}`);
    assert.equal(logTime(moment), `${clock}.006 ${shift}`);
  }
});

it('writes bytes in the largest unit that keeps them readable', () => {
  const cases = [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1_540_000, '1.5 MB'],
    [2_000_000_000, '2.0 GB'],
    [5e12, '5000.0 GB'],
  ] as const;
  for (const [bytes, text] of cases) assert.equal(byteCount(bytes), text);
});
