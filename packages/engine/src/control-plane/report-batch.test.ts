import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { decodeChunk, encodeChunk, type LogLine } from '@millrace/wire/log-chunks';
import { halved, partsOf } from './reporter.ts';

const line = { at: 1, severity: 'INFO', type: 'STDOUT', message: 'x' } as const;
const chunkOf = (lines: readonly LogLine[]): string => encodeChunk(lines).toString('base64');
const linesIn = (chunk: string): LogLine[] => decodeChunk(Buffer.from(chunk, 'base64'));
const finish = (executionId: string) => ({ executionId, fence: 1, outcome: 'EXECUTION_SUCCESS', finishedAt: 2 }) as const;

test('halves a batch of several executions without splitting an execution', () => {
  const batch: Schema<'Report'> = {
    starts: [{ executionId: 'a', fence: 1, startedAt: 1 }],
    logs: [{ executionId: 'a', fence: 1, firstIndex: 0, chunk: chunkOf([line]) }],
    finishes: [finish('a'), finish('b')],
  };
  const [first, second] = halved(batch) ?? [];
  assert.deepEqual(new Set(partsOf(first ?? {}).map((part) => part.executionId)), new Set(['a']));
  assert.deepEqual(second, { starts: [], logs: [], finishes: [finish('b')] });
});

test('halves the lines of a single execution and keeps its end after them', () => {
  const logs = [{ executionId: 'a', fence: 1, firstIndex: 10, chunk: chunkOf([line, line, line]) }];
  const [first, second] = halved({ starts: [], logs, finishes: [finish('a')] }) ?? [];
  assert.deepEqual(
    first?.logs?.map((log) => [log.firstIndex, linesIn(log.chunk).length]),
    [[10, 1]],
  );
  assert.equal(first?.finishes, undefined);
  assert.deepEqual(
    second?.logs?.map((log) => [log.firstIndex, linesIn(log.chunk).length]),
    [[11, 2]],
  );
  assert.deepEqual(second?.finishes, [finish('a')]);
});

test('returns nothing for a batch that cannot be halved', () => {
  assert.equal(halved({ finishes: [finish('a')] }), undefined);
});
