// run: own process, waiting because it listens for the signal of ended processes
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { openPosixSpawn } from './posix-spawn.ts';
import { forkStarter, type Starter, type TaskProcess, type TaskProgram } from './task-process.ts';

const posixSpawn = await openPosixSpawn();
const isSupported = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

test('uses posix_spawn on the supported systems', { skip: !isSupported && 'another system' }, () => {
  assert.ok(posixSpawn);
});

type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

async function run(starter: Starter, program: TaskProgram, onStarted?: (child: TaskProcess) => void): Promise<Ended> {
  const exit = Promise.withResolvers<Pick<Ended, 'code' | 'signal'>>();
  const closed = Promise.withResolvers<void>();
  process.on('SIGCHLD', starter.reap);
  // A started program does not keep this process alive; the timer does.
  const keepAlive = setInterval(() => {}, 1000);
  try {
    const child = await starter.start(program, { exited: (code, signal) => exit.resolve({ code, signal }), closed: closed.resolve });
    onStarted?.(child);
    const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
    await closed.promise;
    return { ...(await exit.promise), stdout: stdout(), stderr: stderr() };
  } finally {
    process.off('SIGCHLD', starter.reap);
    clearInterval(keepAlive);
  }
}

/** Collects the data of a stream; the returned function returns them as text. */
function gather(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

for (const [name, starter] of Object.entries({ forking: forkStarter, ...(posixSpawn && { posixSpawn }) })) {
  const environment = { PATH: process.env['PATH'] ?? '', CHEESE: 'süß' };
  const shell = (script: string, folder: string): TaskProgram => ({
    command: '/bin/sh',
    arguments: ['-c', script, 'sh', 'a b', ''],
    folder,
    environment,
  });

  test(`${name}: a program gets its arguments, folder, environment and an empty input, and both outputs are read`, async () => {
    const folder = await temporaryFolder();
    const script = 'pwd; echo "$#:$1:$2"; cat; env | sort | grep -v "^\\(PWD\\|_\\|SHLVL\\|OLDPWD\\)="; echo bad >&2; exit 3';
    const ended = await run(starter, shell(script, folder));
    const lines = [folder, '2:a b:', 'CHEESE=süß', `PATH=${environment.PATH}`];
    assert.deepEqual(ended, { code: 3, signal: null, stdout: `${lines.join('\n')}\n`, stderr: 'bad\n' });
  });

  test(`${name}: the start time of a program is that of the process table, or not stated`, async () => {
    const stated = new Set<boolean>();
    // On a busy machine most programs start too slowly for it to be stated.
    const isProven = (): boolean => starter !== posixSpawn || stated.has(true);
    for (let index = 0; index < 20 || !isProven(); index += 1) {
      let start: string | undefined;
      const { stdout } = await run(starter, shell('read -r line < /proc/self/stat; echo "$line"', '/'), (child) => (start = child.start));
      stated.add(start !== undefined);
      if (start !== undefined) assert.equal(start, stdout.slice(stdout.lastIndexOf(')') + 2).split(' ')[19]);
    }
    assert.equal(stated.has(true), starter === posixSpawn);
  });

  test(`${name}: a program leads its own session, with no signal ignored or blocked`, async () => {
    // Only shell builtins: while the shell starts another program, it blocks all signals.
    const script = `read -r line < /proc/self/stat; echo "$$ $line"
      while read -r what mask; do case $what in SigBlk:|SigIgn:) echo "$what $mask" ;; esac; done < /proc/self/status`;
    const { stdout } = await run(starter, shell(script, '/'));
    const [first = '', ...masks] = stdout.trim().split('\n');
    const [pid, , , , , group, session] = first.split(' ');
    assert.deepEqual([group, session], [pid, pid]);
    // Signals 32 and 33 belong to the C library, which starts programs with them ignored.
    const left = masks.map((line) => BigInt(`0x${line.split(/\s+/)[1]}`) & ~(3n << 31n));
    assert.deepEqual(left, [0n, 0n]);
  });

  test(`${name}: reports the signal that killed a program`, async () => {
    for (const signal of ['SIGTERM', 'SIGABRT'] as const) {
      const ended = await run(starter, shell(`kill -${signal.slice(3)} $$`, '/'));
      assert.deepEqual([ended.code, ended.signal], [null, signal]);
    }
  });

  test(`${name}: a script without an interpreter line is run by the shell`, async () => {
    const command = join(await temporaryFolder(), 'script');
    await writeFile(command, 'echo "$1"\n', { mode: 0o700 });
    assert.equal((await run(starter, { command, arguments: ['hello'], folder: '/', environment })).stdout, 'hello\n');
  });

  test(`${name}: fails with the error code of the system when a program cannot be started, and leaves no file open`, async () => {
    const countOpenFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
    const base = { arguments: [] as string[], folder: '/', environment };
    const before = await countOpenFiles();
    for (const [program, code] of [
      [{ ...base, command: '/no/such/program' }, 'ENOENT'],
      [{ ...base, command: '/bin/true', folder: '/no/such/folder' }, 'ENOENT'],
      [{ ...base, command: '/etc/passwd' }, 'EACCES'],
      [{ ...base, command: '/bin/true', arguments: ['x'.repeat(300_000)] }, 'E2BIG'],
      [{ ...base, command: '/bin/true', arguments: ['a\0b'] }, 'ERR_INVALID_ARG_VALUE'],
      [{ ...base, command: '/bin/true', environment: { A: 'a\0b' } }, 'ERR_INVALID_ARG_VALUE'],
    ] as const)
      await assert.rejects(run(starter, program as TaskProgram), { code }, `${code} ${program.command}`);
    assert.equal(await countOpenFiles(), before);
  });
}

test('a program can open its outputs by name', { skip: !posixSpawn && 'Node gives sockets, which cannot be opened' }, async () => {
  const program = { command: '/bin/sh', arguments: ['-c', 'echo out > /dev/stdout; echo err > /dev/stderr'], folder: '/', environment: {} };
  const { stdout, stderr } = await run(posixSpawn ?? forkStarter, program);
  assert.deepEqual([stdout, stderr], ['out\n', 'err\n']);
});

test('a program that is killed by an unnamed signal does not end with code 0', { skip: !posixSpawn && 'Node reports code 0' }, async () => {
  const program = { command: '/bin/sh', arguments: ['-c', 'kill -34 $$'], folder: '/', environment: {} };
  const { code, signal } = await run(posixSpawn ?? forkStarter, program);
  assert.deepEqual([code, signal], [128 + 34, null]);
});
