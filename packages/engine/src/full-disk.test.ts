// run: own process because its engine starts processes
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineFor, messages, temporaryFolder } from '../test/engine.ts';
import { tinyDisk, NO_TINY_DISK_REASON } from '../test/tiny-disk.ts';
import { shellBundle } from '../test/zips.ts';

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
  await plane.until(() => plane.claims.at(-1)?.running?.length === 0, 'an idle engine');
  const deadline = Date.now() + 10_000;
  while ((await readdir(join(folder, 'runs'))).length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(await readdir(join(folder, 'runs')), []);
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
  const marks = await temporaryFolder();
  await chmod(marks, 0o777);
  const [gate, over] = [join(marks, 'gate'), join(marks, 'over')];
  await writeFile(gate, '');
  const wait = `while [ -e ${gate} ]; do sleep 0.02; done`;
  const execution = plane.add(
    await shellBundle(`echo ready; head -c 9000000 /dev/zero > filler; ${wait}; ${flood}; echo > ${over}; exit 7`),
  );
  await plane.until(() => messages(execution.lines, 'STDOUT').length === 1, 'the first line');
  await plane.close();
  await rm(gate);
  await plane.until(() => existsSync(over), 'the end of the flood');
  await plane.open();
  const { outcome, errorMessage } = await plane.ended(execution);
  assert.equal(outcome, 'EXECUTION_FAILED', errorMessage);
  const missing = messages(execution.lines, 'SYSTEM').flatMap((message) => /^(\d+) log lines are missing here/.exec(message)?.[1] ?? []);
  const lines = messages(execution.lines, 'STDOUT').length - 1;
  assert.ok(missing.length > 0, 'the log says that lines are missing');
  assert.equal(lines + missing.reduce((sum, count) => sum + Number(count), 0), Math.ceil(20_000_000 / 999));
  assert.deepEqual(plane.faults, []);
});
