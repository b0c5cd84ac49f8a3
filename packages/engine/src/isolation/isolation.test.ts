// run: waiting because its engine starts processes
/** Runs tasks that try to reach the engine, other runs and the machine. */
import assert from 'node:assert/strict';
import { chmod, copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ControlPlane } from '../../test/control-plane.ts';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { isAlive } from '../../test/processes.ts';
import type { TestExecution } from '../../test/received-reports.ts';
import { taskGate } from '../../test/task-gate.ts';
import { shellBundle, zipOf } from '../../test/zips.ts';
import { findProgram } from '../program/find-program.ts';

const isRoot = process.getuid?.() === 0;
const NEEDS_ROOT = 'only root can give each run a user of its own';

/** Starts an engine with a secret file in its folder. */
async function engineWithSecret(t: TestContext): Promise<Awaited<ReturnType<typeof engineFor>>> {
  const folder = join(await temporaryFolder(), 'engine');
  const engine = await engineFor(t, { folder, capacity: 2 });
  await writeFile(join(folder, 'credential.json'), 'the credential', { mode: 0o600 });
  return engine;
}

async function output(plane: ControlPlane, execution: TestExecution): Promise<string[]> {
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS', JSON.stringify(execution.lines));
  return messages(execution.lines, 'STDOUT');
}

/** A bundle that prints its user, folder and process id and runs until it is stopped. */
const resident = (): Promise<Buffer> => shellBundle('echo "$(id -u) $PWD $$"; echo private > ../home/note; exec sleep 60');

test('bundles.run.boundary: a run has its own user without privileges, and its log says so', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const { plane, folder } = await engineWithSecret(t);
  const script =
    'id -u; id -g; id -G; grep -E "^(CapEff|CapPrm|NoNewPrivs):" /proc/self/status; stat -c "%u %a" .. ../home ../context.json; touch here';
  const zip = await shellBundle(script);
  const users: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const execution = plane.add(zip);
    const [user = '', group, groups, ...rest] = await output(plane, execution);
    assert.notEqual(user, '0');
    assert.deepEqual([group, groups], [user, user]);
    assert.deepEqual(
      rest.map((line) => line.replaceAll(/\s+/g, ' ')),
      ['CapPrm: 0000000000000000', 'CapEff: 0000000000000000', 'NoNewPrivs: 1', `${user} 700`, `${user} 700`, `${user} 600`],
    );
    assert.ok(messages(execution.lines, 'SYSTEM').some((line) => line.startsWith('Isolation: user')));
    users.push(user);
  }
  assert.notEqual(users[0], users[1], 'another run of the same bundle has another user');
  assert.ok(!(await readdir(folder)).some((name) => name.startsWith('probe')), 'the probe leaves no file');
});

test('bundles.run.path: a program that no task can start does not hide another one of the same name', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const [closed, open] = [await temporaryFolder(), await temporaryFolder()];
  for (const folder of [closed, open]) await writeFile(join(folder, 'loader'), `#!/bin/sh\necho ${folder}\n`, { mode: 0o755 });
  await chmod(closed, 0o700);
  const PATH = [closed, join(closed, 'missing'), open, process.env['PATH']].join(':');
  const { plane, logged } = await engineFor(t, { environment: { PATH } });
  const zip = await zipOf({ 'millrace.json': JSON.stringify({ name: 'sample', run: ['loader'] }) });
  assert.deepEqual(await output(plane, plane.add(zip)), [open]);
  assert.ok(logged.some((line) => line.includes('The PATH of tasks lacks') && line.includes(closed)));
});

test('bundles.run.boundary: the users of runs come from the configured range', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const { plane } = await engineFor(t, { isolation: { users: { first: 70_007, last: 70_007 } } });
  const zip = await shellBundle('id -u');
  // One run after the other: the user is free again after its run.
  for (let round = 0; round < 2; round += 1) assert.deepEqual(await output(plane, plane.add(zip)), ['70007']);
});

test('a task can also write to its outputs as /dev/stdout and /dev/stderr', async (t) => {
  const { plane } = await engineWithSecret(t);
  const execution = plane.add(await shellBundle('echo one > /dev/stdout; echo two > /dev/stderr; echo three | tee /dev/stderr'));
  assert.deepEqual(await output(plane, execution), ['one', 'three']);
  assert.deepEqual(messages(execution.lines, 'STDERR'), ['two', 'three']);
});

test('bundles.run.boundary: a task cannot read files, memory or processes of the engine, nor signal them', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const { plane, folder } = await engineWithSecret(t);
  const script = `
    cat "$1/credential.json" "/proc/$2/environ" "/proc/$2/maps" 2>&1 | grep -c "Permission denied"
    ls "$1" 2>&1 | grep -c "Permission denied"
    ls "$1/bundles" "$1/runs" "$1/incarnations" 2>&1 | grep -c "Permission denied"
    ls -l "/proc/$2/root/" "/proc/$2/cwd/" 2>&1 | grep -c "Permission denied"
    cat ../../owner.json 2>&1 | grep -c "Permission denied"
    (rm -f ../../owner.json && echo removed; mv .. ../../../x && echo moved; touch ../../new && echo made) 2>/dev/null
    kill -9 "$2" 2>&1 | grep -c "not permitted"
    kill -9 -1 2>/dev/null
    echo done`;
  const zip = await zipOf({
    'millrace.json': JSON.stringify({ run: ['sh', 'task.sh', folder, String(process.pid)] }),
    'task.sh': script,
  });
  const execution = plane.add(zip);
  assert.deepEqual(await output(plane, execution), ['3', '1', '3', '2', '1', '1', 'done']);
  assert.equal((await plane.ended(plane.add(await shellBundle('true')))).outcome, 'EXECUTION_SUCCESS');
});

test('bundles.run.boundary: a task can reach neither another active run nor its files', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const { plane } = await engineWithSecret(t);
  const other = plane.add(await resident());
  await plane.until(() => messages(other.lines, 'STDOUT').length === 1, 'the folder of the other run');
  const [user = '', otherFolder = '', pid = ''] = messages(other.lines, 'STDOUT')[0]?.split(' ') ?? [];
  const script = `
    [ "$(id -u)" != ${user} ] && echo another
    (cat ${otherFolder}/../home/note; ls ${otherFolder} ${otherFolder}/..; cat /proc/${pid}/environ; ls /proc/${pid}/cwd/; kill -9 ${pid}) 2>&1 | grep -cE "Permission denied|not permitted"
    until tr "\\\\0" " " < /proc/${pid}/cmdline | grep "^sleep"; do sleep 0.02; done`;
  const lines = await output(plane, plane.add(await shellBundle(script)));
  assert.deepEqual(lines, ['another', '6', 'sleep 60 ']);
  assert.equal(other.finish, undefined);
  plane.stop(other);
  assert.equal((await plane.ended(other)).outcome, 'EXECUTION_TERMINATED');
});

test('bundles.run.boundary: a program with the set-user-id bit gives a task no rights', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const { plane } = await engineWithSecret(t);
  const program = join(await temporaryFolder(), 'id');
  await copyFile((await findProgram('id', process.env['PATH'] ?? '')) ?? assert.fail('there is no id'), program);
  await chmod(program, 0o4755);
  const [plain, byProgram] = await output(plane, plane.add(await shellBundle(`id -u; ${program} -u`)));
  assert.equal(byProgram, plain);
  assert.notEqual(byProgram, '0');
});

/** Starts a process outside the session, process group and environment of its run; the run's process is not its parent. */
const ESCAPE = `import { spawn } from 'node:child_process';
spawn('env', ['-i', '/bin/sh', '-c', '(setsid sh -c "echo escaped \\\\$\\\\$; exec sleep 60" &) &'], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });`;

for (const how of ['ends by itself', 'is stopped']) {
  test(`task-executions.end.signal: a process outside the session, group and environment of its run ends with the run, which ${how}`, async (t) => {
    if (!isRoot) return t.skip(NEEDS_ROOT);
    const { plane } = await engineWithSecret(t);
    const gate = await taskGate();
    const execution = plane.add(await shellBundle(`node escape.mjs; ${gate.pass}`, { 'escape.mjs': ESCAPE }));
    let pid = 0;
    await plane.until(
      () => (pid = Number(/^escaped (\d+)$/m.exec(messages(execution.lines, 'STDOUT').join('\n'))?.[1] ?? 0)) > 0,
      'the process',
    );
    if (how === 'is stopped') plane.stop(execution);
    else await gate.open();
    await plane.ended(execution);
    await plane.until(() => !isAlive(pid), 'the end of the process');
  });
}
