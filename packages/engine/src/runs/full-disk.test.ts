// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineFor, messages } from '../../test/engine.ts';
import { taskGate } from '../../test/task-gate.ts';
import { NO_TINY_DISK_REASON, tinyDisk } from '../../test/tiny-disk.ts';
import { shellBundle } from '../../test/zips.ts';

const noise = (bytes: number) => ({ noise: { content: randomBytes(bytes), compress: false } });

test('reports a full disk for a bundle that it cannot fetch or unpack, and runs the next execution', async (t) => {
  const { folder } = (await tinyDisk(t, 6)) ?? {};
  if (folder === undefined) return t.skip(NO_TINY_DISK_REASON);
  const { plane } = await engineFor(t, { folder, capacity: 1 });
  // The first zip is larger than the disk. The second fits, but its content does not fit beside it.
  for (const size of [8 * 2 ** 20, 4 * 2 ** 20]) {
    const execution = plane.add(await shellBundle('echo never', noise(size)));
    const { outcome, errorType, errorMessage } = await plane.ended(execution);
    assert.deepEqual([outcome, errorType], ['DEPLOY_FAILED', 'ENGINE_STORAGE']);
    assert.match(errorMessage ?? '', /ENOSPC.*make room/);
    assert.deepEqual(messages(execution.lines, 'STDOUT'), []);
  }
  const execution = plane.add(await shellBundle('echo fits'));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  await plane.until(() => readdirSync(join(folder, 'runs')).length === 0, 'an empty folder of runs');
  assert.deepEqual(
    (await readdir(join(folder, 'bundles'))).filter((name) => !name.endsWith('.zip')),
    [],
  );
  assert.deepEqual(plane.faults, []);
});

test('reports the end of a run and the number of lost lines when the disk is full and the control plane cannot be reached', async (t) => {
  const { folder } = (await tinyDisk(t, 4)) ?? {};
  if (folder === undefined) return t.skip(NO_TINY_DISK_REASON);
  const { plane } = await engineFor(t, { folder });
  const flood = 'head -c 20000000 /dev/zero | tr "\\0" x | fold -w 999';
  // The flood begins and ends while the control plane is closed, however slow the machine is.
  const gate = await taskGate();
  const execution = plane.add(
    await shellBundle(`echo ready; head -c 9000000 /dev/zero > filler; ${gate.pass}; ${flood}; ${gate.arrive}; exit 7`),
  );
  await plane.until(() => messages(execution.lines, 'STDOUT').length === 1, 'the first line');
  await plane.close();
  await gate.open();
  await gate.arrived();
  await plane.open();
  const { outcome, errorMessage } = await plane.ended(execution);
  assert.equal(outcome, 'EXECUTION_FAILED', errorMessage);
  const missing = messages(execution.lines, 'SYSTEM').flatMap((message) => /^(\d+) log lines are missing here/.exec(message)?.[1] ?? []);
  const lines = messages(execution.lines, 'STDOUT').length - 1;
  assert.ok(missing.length > 0, 'the log says that lines are missing');
  assert.equal(lines + missing.reduce((sum, count) => sum + Number(count), 0), Math.ceil(20_000_000 / 999));
  assert.deepEqual(plane.faults, []);
});
