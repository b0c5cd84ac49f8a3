import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanLine, LINE_BYTES, LineReader } from './line-reader.ts';

function read(chunks: (string | Buffer)[], type: 'STDOUT' | 'STDERR' = 'STDOUT'): string[] {
  const reader = new LineReader(type);
  const lines = chunks.flatMap((chunk) => reader.write(Buffer.from(chunk), 1));
  return [...lines, ...reader.end(1)].map((line) => line.message);
}

test('joins lines across chunks and keeps empty ones', () => {
  assert.deepEqual(read(['a', 'b\nc', '\n\n', 'd\r\ne']), ['ab', 'c', '', 'd', 'e']);
});

test('reads the same lines whatever the chunks', () => {
  const text = Buffer.from('één\n日本語 line\n\n😀😀\nlast');
  for (let size = 1; size <= text.length; size += 1) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < text.length; at += size) chunks.push(text.subarray(at, at + size));
    assert.deepEqual(read(chunks), ['één', '日本語 line', '', '😀😀', 'last'], `chunks of ${size} bytes`);
  }
});

test('execution-logs.list.encoding: replaces bytes that are not UTF-8', () => {
  assert.deepEqual(read([Buffer.from([0x61, 0xff, 0x62, 0x0a, 0xc3, 0x0a])]), ['a\ufffdb', '\ufffd']);
});

test('removes colours, titles, other escape sequences and NUL', () => {
  assert.equal(
    cleanLine('\u001b[1;31mred\u001b[0m \u001b]0;title\u0007x\u001b]8;;http://a\u001b\\link \u001b(Bz\u009b2Kq\0!\u001b'),
    'red xlink zq!',
  );
  assert.equal(cleanLine('tab\tstays [31m as text'), 'tab\tstays [31m as text');
});

test('execution-logs.list.long-line: cuts a line over 64 KiB once, with a mark, and continues with the next', () => {
  const lines = read(['x'.repeat(40_000), 'x'.repeat(40_000), 'x'.repeat(40_000), 'x\nnext\n']);
  assert.deepEqual(lines.slice(1), ['next']);
  assert.equal(lines[0], `${'x'.repeat(LINE_BYTES)} … [cut at 64 KiB]`);
  assert.deepEqual(read([`${'x'.repeat(200_000)}\nnext\n`]), [lines[0], 'next']);
  assert.deepEqual(read([`${'x'.repeat(LINE_BYTES)}\nnext`]), ['x'.repeat(LINE_BYTES), 'next']);
});

test('cuts between characters, not within one', () => {
  for (const chunks of [[`a${'é'.repeat(40_000)}\n`], ['a', 'é'.repeat(40_000), '\n']]) {
    assert.deepEqual(read(chunks), [`a${'é'.repeat((LINE_BYTES - 2) / 2)} … [cut at 64 KiB]`]);
  }
});

test('marks lines with their output and time', () => {
  assert.deepEqual(new LineReader('STDERR').write(Buffer.from('oh\n'), 7), [{ at: 7, severity: 'ERROR', type: 'STDERR', message: 'oh' }]);
});
