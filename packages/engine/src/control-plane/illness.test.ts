// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ControlPlane } from '../../test/control-plane.ts';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { openControlPlane, startProgram } from '../../test/program.ts';
import { NO_TINY_DISK_REASON, tinyDisk } from '../../test/tiny-disk.ts';
import { shellBundle } from '../../test/zips.ts';
import { testStorage } from '../runs/self-test.ts';

const RETURNABLE = { returnsLeft: 5 };
/** A task that changes its folder, so that the folder is not kept: a kept folder would need no space on a full disk. */
const ONCE = shellBundle('echo once; echo > mark');

/** Returns the limit of open files that leaves a process `free` more of them: enough for its calls, too few for the pipes of a run. */
function limitWithFree(pid: number | undefined, free: number): number {
  const used = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let limit = 0;
  for (let left = free; left > 0; limit += 1) if (!used.has(limit)) left -= 1;
  return limit;
}

const isIll = (plane: ControlPlane): boolean => plane.illnesses.at(-1) !== undefined;

test('remote-engines.illness.claims: with a full disk, returns executions that it cannot start, reports the reason, and claims nothing until there is space', async (t) => {
  const disk = await tinyDisk(t, 6);
  if (!disk) return t.skip(NO_TINY_DISK_REASON);
  const { plane, logged } = await engineFor(t, { folder: disk.folder, selfTestMilliseconds: 100 });
  assert.equal((await plane.ended(plane.add(await ONCE, RETURNABLE))).outcome, 'EXECUTION_SUCCESS');
  await disk.fill();
  const all = await Promise.all(Array.from({ length: 8 }, async () => plane.add(await ONCE, RETURNABLE)));
  await plane.until(() => isIll(plane), 'a heartbeat with the illness');
  assert.deepEqual(plane.illnesses.at(-1), {
    code: 'ENOSPC',
    message: 'The engine cannot begin runs, because its disk is full: make room (ENOSPC)',
  });
  // Executions that were being prepared are returned, too.
  await plane.until(() => all.every(({ state }) => state === 'queued'), 'the return of all executions');
  const [claimed, heartbeats] = [plane.claims.length, plane.illnesses.length];
  await plane.until(() => plane.illnesses.length > heartbeats + 5, 'more heartbeats');
  assert.deepEqual(
    plane.claims.slice(claimed).filter(({ free }) => free > 0),
    [],
  );
  const [first] = all.flatMap(({ returned }) => returned ?? []);
  assert.deepEqual([first?.errorType, /ENOSPC/.test(first?.errorMessage ?? '')], ['ENGINE_STORAGE', true]);

  await disk.empty();
  for (const execution of all) {
    assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
    assert.deepEqual(messages(execution.lines, 'STDOUT'), ['once']);
    assert.ok((execution.returned ?? []).length <= 1, 'it is returned at most once');
  }
  const returnedLines = all.find(({ returned }) => returned)?.lines ?? [];
  assert.match(
    messages(returnedLines, 'SYSTEM').join('\n'),
    /starts sample.*\n.*ENOSPC.*\nThe engine returns the execution.*\n.*starts sample.*\nEnded: EXECUTION_SUCCESS/s,
  );
  await plane.until(() => !isIll(plane), 'a heartbeat without an illness');
  assert.deepEqual(
    logged.filter((line) => /is ill|well again/.test(line)).map((line) => (JSON.parse(line) as { level: string }).level),
    ['error', 'info'],
  );
  assert.deepEqual(plane.faults, []);
});

test('remote-engines.illness.claims: a read-only disk, and a missing folder of runs', async (t) => {
  const disk = await tinyDisk(t, 6);
  if (!disk) return t.skip(NO_TINY_DISK_REASON);
  const { plane } = await engineFor(t, { folder: disk.folder, selfTestMilliseconds: 100 });
  assert.equal((await plane.ended(plane.add(await ONCE, RETURNABLE))).outcome, 'EXECUTION_SUCCESS');
  await plane.idle();
  disk.setReadOnly(true);
  const execution = plane.add(await ONCE, RETURNABLE);
  await plane.until(() => isIll(plane), 'a heartbeat with the illness');
  assert.equal(plane.illnesses.at(-1)?.code, 'EROFS');
  assert.match(String(await testStorage(join(disk.folder, 'runs')).then((found) => found?.message)), /EROFS/);
  disk.setReadOnly(false);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');

  await rename(join(disk.folder, 'runs'), join(disk.folder, 'runs-gone'));
  const other = plane.add(await ONCE, RETURNABLE);
  assert.equal((await plane.ended(other)).outcome, 'EXECUTION_SUCCESS', 'the self-test creates the folder again');
  assert.equal(other.returned?.length, 1);
  assert.deepEqual(plane.faults, []);
});

test('remote-engines.illness.claims: without free file handles', async (t) => {
  if (spawnSync('prlimit', ['--version']).status !== 0) return t.skip('no prlimit to limit the file handles of a process');
  const plane = await openControlPlane(t);
  const folder = join(await temporaryFolder(), 'engine');
  await startProgram(t, ['pair', '--url', plane.url, '--folder', folder], { environment: { MILLRACE_ENGINE_KEY: plane.pairingKey } }).ended;
  const { child } = startProgram(t, ['run', '--folder', folder]);
  assert.equal((await plane.ended(plane.add(await ONCE, RETURNABLE))).outcome, 'EXECUTION_SUCCESS');
  const limit = (files: number) => assert.equal(spawnSync('prlimit', ['--pid', String(child.pid), `--nofile=${files}:4096`]).status, 0);
  await plane.until(() => readdirSync(join(folder, 'runs')).length === 0, 'the end of the run');
  limit(limitWithFree(child.pid, 3));
  const execution = plane.add(await ONCE, RETURNABLE);
  await plane.until(() => isIll(plane), 'a heartbeat with the illness');
  assert.equal(plane.illnesses.at(-1)?.code, 'EMFILE');
  const status = startProgram(t, ['status', '--folder', folder]);
  assert.equal(await status.ended, 0);
  assert.match(status.output(), /health +ill since \d{4}-.*EMFILE/);
  limit(1024);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(plane.faults, []);
});

test('a broken bundle fails its run, and the engine stays well', async (t) => {
  const { plane } = await engineFor(t, { selfTestMilliseconds: 100 });
  for (let number = 0; number < 5; number += 1) {
    const { outcome, errorType } = await plane.ended(plane.add(randomBytes(1000), RETURNABLE));
    assert.deepEqual([outcome, errorType], ['DEPLOY_FAILED', 'BUNDLE_UNUSABLE']);
    const missing = await shellBundle('', { 'millrace.json': JSON.stringify({ name: 'sample', run: ['./no-such-program'] }) });
    assert.equal((await plane.ended(plane.add(missing, RETURNABLE))).outcome, 'DEPLOY_FAILED');
  }
  assert.equal((await plane.ended(plane.add(await ONCE, RETURNABLE))).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual([plane.illnesses.filter(Boolean), plane.faults], [[], []]);
});

test('a bundle that is too large for the disk is returned as often as allowed, then fails; the next one runs', async (t) => {
  const disk = await tinyDisk(t, 6);
  if (!disk) return t.skip(NO_TINY_DISK_REASON);
  const { plane } = await engineFor(t, { folder: disk.folder, capacity: 1, selfTestMilliseconds: 50 });
  const large = await shellBundle('echo never', { noise: { content: randomBytes(8 * 2 ** 20), compress: false } });
  const execution = plane.add(large, { returnsLeft: 4 });
  const { outcome, errorType, errorMessage } = await plane.ended(execution);
  assert.deepEqual([outcome, errorType, execution.returned?.length], ['DEPLOY_FAILED', 'ENGINE_STORAGE', 4]);
  assert.match(errorMessage ?? '', /ENOSPC.*make room/);
  assert.equal((await plane.ended(plane.add(await ONCE, RETURNABLE))).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(plane.faults, []);
});

test('reports no illness to an older control plane, which refuses it, and claims nothing', async (t) => {
  const disk = await tinyDisk(t, 6);
  if (!disk) return t.skip(NO_TINY_DISK_REASON);
  const { plane } = await engineFor(t, { folder: disk.folder, capacity: 2, selfTestMilliseconds: 100 });
  plane.acceptsIllness = false;
  assert.equal((await plane.ended(plane.add(await ONCE))).outcome, 'EXECUTION_SUCCESS');
  await disk.fill();
  const all = await Promise.all(Array.from({ length: 10 }, async () => plane.add(await ONCE)));
  await plane.until(() => all.some(({ finish }) => finish), 'the end of a run');
  const heartbeats = plane.illnesses.length;
  await plane.until(() => plane.illnesses.length > heartbeats + 3, 'more heartbeats');
  const failed = all.filter(({ finish }) => finish?.outcome === 'DEPLOY_FAILED').length;
  assert.ok(failed >= 1 && failed <= 4, `${failed} failed`);
  await disk.empty();
  for (const execution of all.filter(({ finish }) => finish === undefined))
    assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(plane.faults, []);
});
