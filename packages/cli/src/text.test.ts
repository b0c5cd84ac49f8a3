import assert from 'node:assert/strict';
import { it } from 'node:test';

import { byteCount, oneLine, safe } from './text.ts';

it('keeps the lines and tabs of a log message and nothing that steers a terminal', () => {
  assert.equal(safe('a\tb\nc\u001b[2J\u001b]0;title\u0007d\re'), 'a\tb\ncd\ufffde');
});

it('puts a text on one line', () => {
  assert.equal(oneLine(' a \r\n\n b\tc\n'), 'a b c');
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
