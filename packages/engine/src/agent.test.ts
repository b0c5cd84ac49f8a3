import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineFor, messages } from '../test/engine.ts';
import { nodeBundle, shellBundle } from '../test/zips.ts';

test('runs a bundle and reports start, log lines and outcome in this order', async (t) => {
  const { plane, folder } = await engineFor(t);
  const known = plane.add(await shellBundle('echo one; echo two >&2; echo three'));
  const finish = await plane.ended(known);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS');
  assert.equal(typeof known.startedAt, 'number');
  assert.deepEqual(messages(known.lines, 'STDOUT'), ['one', 'three']);
  assert.deepEqual(messages(known.lines, 'STDERR'), ['two']);
  assert.equal(known.lines[0]?.message, 'Engine engine-of-the-test starts sample 1.0.0');
  assert.match(known.lines.at(-1)?.message ?? '', /^Ended: EXECUTION_SUCCESS, exit code 0, \d+\.\d s$/);
  await plane.until(() => plane.faults.length === 0, 'no fault');
  for (let left = ['?']; left.length > 0;) left = await readdir(join(folder, 'runs'));
  assert.deepEqual(plane.faults, []);
});

test('runs a bundle of Node', async (t) => {
  const { plane } = await engineFor(t);
  const finish = await plane.ended(plane.add(await nodeBundle('process.exitCode = 3; console.error("it broke");')));
  assert.deepEqual(
    [finish.outcome, finish.errorType, finish.errorMessage],
    ['EXECUTION_FAILED', 'EXIT_CODE', 'The task ended with exit code 3. Last error: it broke'],
  );
});
