// run: waiting because its engine starts processes
/**
 * Runs tasks that try to reach the engine, its server and other runs, when the engine is not root. When the tests run as root, the engine runs in a
 * user namespace as an ordinary user.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ControlPlane } from '../../test/control-plane.ts';
import { messages, temporaryFolder } from '../../test/engine.ts';
import { isAlive } from '../../test/processes.ts';
import { openControlPlane } from '../../test/program.ts';
import type { TestExecution } from '../../test/received-reports.ts';
import { nodeBundle, shellBundle } from '../../test/zips.ts';
import { findProgram } from '../program/find-program.ts';
import { storeCredential } from '../control-plane/credential.ts';

const program = join(import.meta.dirname, '..', 'main.ts');
const path = process.env['PATH'] ?? '';
const ORDINARY = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=12345', '--map-group=12345'] : [];
const NEEDED = [
  'sh',
  'mkdir',
  'mount',
  'rm',
  'unshare',
  'setpriv',
  'id',
  'cat',
  'ls',
  'grep',
  'sleep',
  'touch',
  'kill',
  'env',
  'setsid',
  'readlink',
  'tail',
];

/** Returns whether this machine lets an ordinary user make the namespaces. */
function canMakeNamespaces(): boolean {
  const [command = '', ...words] = [
    ...ORDINARY,
    'unshare',
    '--user',
    '--map-root-user',
    '--mount',
    '--pid',
    '--fork',
    'mount',
    '-t',
    'proc',
    'proc',
    '/proc',
  ];
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0;
}

/** Creates a PATH with the needed programs and optionally bubblewrap; undefined when bubblewrap is not installed. */
async function pathWith(bubblewrap: boolean): Promise<string | undefined> {
  const folder = await temporaryFolder();
  for (const name of [...NEEDED, ...(bubblewrap ? ['bwrap'] : [])]) {
    const found = await findProgram(name, path);
    if (found === undefined && name === 'bwrap') return undefined;
    if (found !== undefined) await symlink(found, join(folder, name));
  }
  return folder;
}

/** The workspace with a shared folder of its own. */
const FINANCE = '01985b5e-7d5c-7000-8000-2d3c5a9f1b42';

type Machine = {
  plane: ControlPlane;
  folder: string;
  home: string;
  shared: string;
  everyone: string;
  finance: string;
  engine: ChildProcess;
};

/** Starts an engine of an ordinary user, in a folder that also holds secrets of the user and of a server. */
async function ordinaryEngine(t: TestContext, programs: string): Promise<Machine> {
  const home = await temporaryFolder();
  const shared = await temporaryFolder();
  const [everyone, finance] = [await temporaryFolder(), await temporaryFolder()];
  const [folder, user] = [join(home, 'engine'), join(home, 'user')];
  await mkdir(folder);
  await mkdir(user);
  await writeFile(join(home, 'admin.token'), 'the token');
  await writeFile(join(user, 'ssh-key'), 'the key of a person');
  const plane = await openControlPlane(t);
  const renewCredentialAfter = new Date(Date.now() + 86_400_000).toISOString();
  await storeCredential(folder, { engineId: 'e', name: 'x', url: plane.url, credential: plane.credential, renewCredentialAfter });
  const words = [...ORDINARY, process.execPath, program, 'run', '--folder', folder, '--hide', home];
  const [command = '', ...rest] = words;
  const environment = {
    PATH: `${programs}:${dirname(process.execPath)}`,
    HOME: user,
    MILLRACE_ENGINE_TASK_FOLDERS: `${shared}:${programs}`,
    MILLRACE_ENGINE_ISOLATION: 'namespace',
    MILLRACE_ENGINE_SHARED_FOLDERS: `${everyone}:${FINANCE}=${finance}`,
  };
  const engine = spawn(command, rest, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(engine, 'exit');
  t.after(async () => {
    engine.kill('SIGTERM');
    // Do not wait for the runs of a failed test.
    const killTimer = setTimeout(() => engine.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(killTimer);
  });
  return { plane, folder, home, shared, everyone, finance, engine };
}

async function output(plane: ControlPlane, execution: TestExecution): Promise<string[]> {
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS', JSON.stringify(execution.lines));
  return messages(execution.lines, 'STDOUT');
}

for (const [by, bubblewrap] of [
  ['bubblewrap', true],
  ['unshare', false],
] as const) {
  test(`bundles.run.boundary: namespaces set up by ${by} hide the engine, its server and other runs`, async (t) => {
    if (!canMakeNamespaces()) return t.skip('this machine lets no ordinary user make namespaces');
    const programs = await pathWith(bubblewrap);
    if (programs === undefined) return t.skip('bubblewrap is not installed');
    const { plane, folder, home, shared, engine } = await ordinaryEngine(t, programs);
    const resident = plane.add(await shellBundle('echo "$PWD"; echo private > ../home/note; exec sleep 60'));
    await plane.until(() => messages(resident.lines, 'STDOUT').length === 1, 'the folder of another run');
    const [other = ''] = messages(resident.lines, 'STDOUT');
    const strays = ['/tmp', '/var/tmp', '/dev/shm'].map((parent) => join(parent, `millrace-stray-${crypto.randomUUID()}`));
    for (const stray of strays) await writeFile(stray, '');
    t.after(() => Promise.all(strays.map((stray) => rm(stray))));
    const script = `
      grep -E "^(CapEff|CapPrm|NoNewPrivs):" /proc/self/status
      cat ${home}/admin.token ${home}/user/ssh-key ${folder}/credential.json ${other}/../home/note ${other}/../../owner.json ../../owner.json 2>/dev/null
      ls ${home}/engine/runs
      ls ${strays.join(' ')} 2>/dev/null
      kill -9 ${engine.pid} 2>/dev/null && echo killed
      ls -d /proc/[0-9]*/root | grep -c .
      touch here ../home/here && echo written
      touch ${shared}/result && echo shared
      touch ${program}.changed ${home}/user/.profile 2>/dev/null && ls ${program}.changed
      unshare --user --map-root-user --mount sh -c "umount ${home}; cat ${home}/admin.token" 2>/dev/null
      true`;
    const execution = plane.add(await shellBundle(script));
    const lines = (await output(plane, execution)).map((line) => line.replaceAll(/\s+/g, ' '));
    const mark = `${execution.claim.executionId}-${execution.claim.fence}`;
    const processes = lines.find((line) => /^\d+$/.test(line)) ?? '';
    assert.deepEqual(
      lines.filter((line) => line !== processes && line !== ''),
      ['CapPrm: 0000000000000000', 'CapEff: 0000000000000000', 'NoNewPrivs: 1', mark, 'written', 'shared'],
    );
    assert.ok(Number(processes) < 10, `the task sees ${processes} processes`);
    assert.ok(messages(execution.lines, 'SYSTEM').some((line) => line.includes(`Isolation: namespace (namespaces, set up by ${by})`)));
    assert.equal(resident.finish, undefined);
    plane.stop(resident);
    await plane.ended(resident);
    assert.deepEqual(plane.faults, []);
  });

  test(`bundles.run.shared-folders: in namespaces set up by ${by}`, async (t) => {
    if (!canMakeNamespaces()) return t.skip('this machine lets no ordinary user make namespaces');
    const programs = await pathWith(bubblewrap);
    if (programs === undefined) return t.skip('bubblewrap is not installed');
    const { plane, everyone, finance } = await ordinaryEngine(t, programs);
    const run = async (script: string, workspaceId?: string) =>
      output(plane, plane.add(await shellBundle(script), { ...(workspaceId && { workspaceId }) }));
    const write = (text: string) =>
      `echo ${text} > ${everyone}/out; cat ${everyone}/out; echo ${text} > ${finance}/out; cat ${finance}/out; true`;
    assert.deepEqual(await run(write('one'), FINANCE), ['one', 'one']);
    assert.deepEqual(await run(write('two')), ['two'], 'the folder of the workspace is not there for others');
    assert.equal(await readFile(join(everyone, 'out'), 'utf8'), 'two\n');
    assert.equal((await stat(join(everyone, 'out'))).mode & 0o777, 0o664);
    assert.equal(await readFile(join(finance, 'out'), 'utf8'), 'one\n', 'a refusal leaves nothing behind');
  });

  test(`task-executions.end.signal: in namespaces set up by ${by} a task has time to end, and no process outlives it`, async (t) => {
    if (!canMakeNamespaces()) return t.skip('this machine lets no ordinary user make namespaces');
    const programs = await pathWith(bubblewrap);
    if (programs === undefined) return t.skip('bubblewrap is not installed');
    const { plane } = await ordinaryEngine(t, programs);
    const tidy = plane.add(await shellBundle('trap "echo tidied; exit 7" TERM; echo ready; while :; do sleep 0.05; done'));
    await plane.until(() => messages(tidy.lines, 'STDOUT').length === 1, 'the task');
    plane.stop(tidy);
    assert.equal((await plane.ended(tidy)).outcome, 'EXECUTION_TERMINATED');
    assert.deepEqual(messages(tidy.lines, 'STDOUT'), ['ready', 'tidied']);

    const gate = join(await temporaryFolder(), 'gate');
    await writeFile(gate, '');
    const marker = `escape-${crypto.randomUUID()}`;
    const escape = `import { spawn } from 'node:child_process';
      spawn('env', ['-i', '/bin/sh', '-c', '(setsid sh -c "echo escaped; exec tail -f /dev/null ${marker}" &) &'], { stdio: ['ignore', 'inherit', 'ignore'], detached: true });
      setInterval(() => {}, 1000);`;
    const escaped = plane.add(await nodeBundle(escape));
    await plane.until(() => messages(escaped.lines, 'STDOUT').includes('escaped'), 'the process');
    const pids = (): number[] => {
      const { stdout } = spawnSync('pgrep', ['-f', marker], { encoding: 'utf8' });
      return stdout
        .split('\n')
        .map(Number)
        .filter((pid) => pid > 0 && pid !== process.pid && isAlive(pid));
    };
    assert.ok(pids().length > 0);
    plane.stop(escaped);
    await plane.ended(escaped);
    await plane.until(() => pids().length === 0, 'the end of the process');
    await rm(gate);
  });
}
