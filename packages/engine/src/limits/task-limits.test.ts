// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { taskGate } from '../../test/task-gate.ts';
import { nodeBundle, shellBundle } from '../../test/zips.ts';
import { limitsOf, parseCommandLine } from '../settings.ts';
import { ControlGroups, takeControlGroups } from './cgroups.ts';

const HUNGRY = `
  const kept = [];
  setInterval(() => kept.push(Buffer.alloc(2 ** 24, 1)), 20);
  console.log('eats');`;

/** Creates folders that look like control groups of version 2. They can be written and read, but limit nothing. */
async function fakeControlGroups(controllers: string): Promise<{ root: string; self: string; own: string }> {
  const root = await temporaryFolder();
  const own = join(root, 'service');
  await mkdir(own);
  await writeFile(join(own, 'cgroup.controllers'), `${controllers}\n`);
  await writeFile(join(own, 'cgroup.subtree_control'), '');
  await writeFile(join(root, 'self'), '12:memory:/old\n0::/service\n');
  return { root, self: join(root, 'self'), own };
}

test('ends a task that exceeds its memory limit as OUT_OF_MEMORY, with all its processes, and no other task', async (t) => {
  const { plane } = await engineFor(t, { limits: { memoryBytes: 200 * 2 ** 20, cpus: 1 } });
  const gate = await taskGate();
  const [hungry, modest] = [plane.add(await nodeBundle(HUNGRY)), plane.add(await shellBundle(gate.pass))];
  const parent = plane.add(await shellBundle('node hungry.mjs & wait', { 'hungry.mjs': HUNGRY }));
  for (const execution of [hungry, parent]) {
    const { outcome, errorType, errorMessage } = await plane.ended(execution);
    assert.deepEqual([outcome, errorType], ['EXECUTION_FAILED', 'OUT_OF_MEMORY']);
    assert.match(errorMessage ?? '', /more memory than the 200 MiB .* MILLRACE_ENGINE_TASK_MEMORY/);
  }
  await gate.open();
  assert.equal((await plane.ended(modest)).outcome, 'EXECUTION_SUCCESS');
  const note = messages(modest.lines, 'SYSTEM').find((message) => message.startsWith('Limits: '));
  assert.match(
    note ?? '',
    /200 MiB of memory, (watched twice a second; 1 CPU is not enforced, because the |1 CPU, enforced by a control group)/,
  );
  assert.deepEqual(plane.faults, []);
});

test('the log mentions no limits when there are none', async (t) => {
  const { plane } = await engineFor(t);
  const execution = plane.add(await shellBundle('exit 0'));
  await plane.ended(execution);
  assert.deepEqual(
    messages(execution.lines, 'SYSTEM').filter((message) => message.startsWith('Limits')),
    [],
  );
});

test('moves itself into a control group, writes the limits of a run into another one, and reads how many processes were killed', async () => {
  const { root, self, own } = await fakeControlGroups('cpuset cpu memory');
  const groups = await takeControlGroups({ memoryBytes: 2 ** 28, cpus: 0.5 }, root, self);
  assert.ok(groups instanceof ControlGroups);
  const read = (path: string) => readFile(join(own, path), 'utf8');
  assert.deepEqual([await read('engine/cgroup.procs'), await read('cgroup.subtree_control')], [String(process.pid), '+memory +cpu']);
  assert.equal(await groups.open('one-1'), join(own, 'run-one-1', 'cgroup.procs'));
  assert.deepEqual([await read('run-one-1/memory.max'), await read('run-one-1/cpu.max')], ['268435456', '50000 100000']);
  assert.equal(await groups.countKills('one-1'), 0);
  await writeFile(join(own, 'run-one-1', 'memory.events'), 'low 0\nhigh 0\nmax 7\noom 1\noom_kill 2\noom_group_kill 1\n');
  assert.equal(await groups.countKills('one-1'), 2);
});

test('says why control groups cannot be used', async () => {
  const { root, self, own } = await fakeControlGroups('cpu');
  assert.match(String(await takeControlGroups({ memoryBytes: 1 }, root, self)), /no controller for memory/);
  assert.match(String(await takeControlGroups({ cpus: 1 }, join(root, 'none'), self)), /no control groups of version 2/);
  assert.match(String(await takeControlGroups({ cpus: 1 }, root, join(root, 'none'))), /may not write/);
  assert.ok(!(await readdir(own)).includes('engine'));
});

test('reads limits from the environment', () => {
  const read = (environment: NodeJS.ProcessEnv) => limitsOf(parseCommandLine(['run'], environment));
  assert.deepEqual(read({}), { limits: {} });
  assert.deepEqual(read({ MILLRACE_ENGINE_TASK_MEMORY: '512M', MILLRACE_ENGINE_TASK_CPU: '0.5', MILLRACE_ENGINE_CACHE: '1G' }), {
    limits: { memoryBytes: 512 * 2 ** 20, cpus: 0.5 },
    cacheBytes: 2 ** 30,
  });
  for (const wrong of ['much', '-1', '1.5G', '1000', '9999999T']) assert.throws(() => read({ MILLRACE_ENGINE_TASK_MEMORY: wrong }), /512M/);
  for (const wrong of ['all', '0', '-1', 'NaN']) assert.throws(() => read({ MILLRACE_ENGINE_TASK_CPU: wrong }), /number of processors/);
});
