import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sample, SamplePortion } from './samples.ts';

const read = (sample: Sample): { rows: (string | null)[][] } => JSON.parse(sample.json);

test('a sample accepts rows up to its limit, and its size is exact', () => {
  const sample = new Sample('a"b', ['x"', 'ä'], 2);
  assert.equal(sample.add(['1', null]), true);
  assert.equal(sample.add(['\n', '😀']), false);
  assert.deepEqual(JSON.parse(sample.json), {
    technicalName: 'a"b',
    columns: ['x"', 'ä'],
    rows: [
      ['1', null],
      ['\n', '😀'],
    ],
  });
  assert.ok(sample.bytes >= Buffer.byteLength(sample.json) && sample.bytes <= Buffer.byteLength(sample.json) + 2);
});

test('a sample of characters that JSON escapes stays below the limit of a portion', () => {
  const sample = new Sample('a', ['a'], 10_000);
  while (sample.add(['\u0001'.repeat(4000)])) continue;
  assert.ok(sample.isCut && sample.bytes <= 7 * 2 ** 20 && sample.count > 250);
});

test('a row that alone is too large gets shorter cells', () => {
  const sample = new Sample('a', ['a'], 10);
  assert.equal(sample.add(Array.from({ length: 10_000 }, (_, index) => 'x'.repeat(index % 2) + '😀'.repeat(1500))), true);
  const [row = []] = read(sample).rows;
  assert.equal(row.length, 10_000);
  assert.ok(sample.bytes < 2 ** 20 && row.every((cell) => cell?.isWellFormed() && cell.length > 10));
});

test('a portion is due when it is full', () => {
  const portion = new SamplePortion();
  assert.deepEqual([portion.isEmpty, portion.isDue()], [true, false]);
  const large = new Sample('a', ['a'], 10_000);
  for (let row = 0; row < 800; row += 1) large.add(['x'.repeat(4000)]);
  portion.add(large);
  assert.deepEqual([portion.isDue(), portion.isTooSmallFor(large)], [false, true]);
  const content = JSON.parse(portion.take()) as { kind: string; samples: unknown[] };
  assert.deepEqual([content.kind, content.samples.length, portion.isEmpty], ['samples', 1, true]);
  for (let count = 0; count < 100; count += 1) portion.add(new Sample('a', [], 1));
  assert.equal(portion.isDue(), true);
});
