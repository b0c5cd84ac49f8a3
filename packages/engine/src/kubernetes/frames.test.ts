import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Frame, frameText, readFrame } from './frames.ts';

const TIME = '2026-11-23T14:23:42.123456789Z';
const readBack = (text: string): Frame | undefined => readFrame(`${TIME} ${text}`.trimEnd()).frame;

test('a frame is read as it was written, with the time of its line', () => {
  const frames: Frame[] = [
    { frame: 'started', at: 1_795_443_822_000 },
    { frame: 'line', number: 7, at: 1_795_443_822_001, severity: 'WARN', type: 'STDERR', message: 'tab\t "quoted" \u2028 ünïcode' },
    { frame: 'ended', finish: { outcome: 'EXECUTION_REJECTED', finishedAt: 1_795_443_823_000, exitCode: 0, rejectedRows: 2 } },
  ];
  for (const frame of frames) assert.deepEqual(readBack(frameText(frame)), frame);
  assert.equal(readFrame(`${TIME} ${frameText(frames[0] as Frame)}`).time, TIME);
});

test('output of a task is not a frame unless it has the form of one', () => {
  const line = { frame: 'line', number: 0, at: 1, severity: 'INFO', type: 'STDOUT', message: 'x' };
  const faults = [
    'plain text',
    '{"level":"info","message":"the log of the program"}',
    '{"frame":"line"',
    '{"frame":"other"}',
    '{"frame":"started","at":"now"}',
    '{"frame":"ended"}',
    '{"frame":"ended","finish":{"outcome":"WON"}}',
    ...[
      { number: -1 },
      { number: 1.5 },
      { at: 9e15 },
      { severity: 'LOUD' },
      { type: 'STDIN' },
      { message: 1 },
      { message: 'x'.repeat(70_000) },
    ].map((fault) => JSON.stringify({ ...line, ...fault })),
  ];
  for (const text of faults) assert.equal(readBack(text), undefined, text.slice(0, 80));
  assert.equal(readFrame(`${TIME} plain text`).text, 'plain text');
  assert.equal(readFrame('').frame, undefined);
});
