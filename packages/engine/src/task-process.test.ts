// isolation: own process because its engine starts processes
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { temporaryFolder } from '../test/engine.ts';
import { openPosixSpawn } from './posix-spawn.ts';
import { forkStarter, type TaskProgram, type Starter, type TaskProcess } from './task-process.ts';

const posixSpawn = await openPosixSpawn();
const isKnown = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

test('starts by posix_spawn where its numbers are known', { skip: !isKnown && 'another system' }, () => {
  assert.ok(posixSpawn);
});

type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

async function run(starter: Starter, program: TaskProgram, onStarted?: (child: TaskProcess) => void): Promise<Ended> {
  const exit = Promise.withResolvers<Pick<Ended, 'code' | 'signal'>>();
  const closed = Promise.withResolvers<void>();
  process.on('SIGCHLD', starter.reap);
  // What is started is no reason for this process to stay: the agent has others.
  const stay = setInterval(() => {}, 1000);
  try {
    const child = await starter.start(program, { exited: (code, signal) => exit.resolve({ code, signal }), closed: closed.resolve });
    onStarted?.(child);
    const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
    await closed.promise;
    return { ...(await exit.promise), stdout: stdout(), stderr: stderr() };
  } finally {
    process.off('SIGCHLD', starter.reap);
    clearInterval(stay);
  }
}

/** Keeps what comes out of a stream; the function that it returns gives it as text. */
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

  test(`${name}: a program gets its words, its folder, its environment and nothing to read, and is heard on both outputs`, async () => {
    const folder = await temporaryFolder();
    const script = 'pwd; echo "$#:$1:$2"; cat; env | sort | grep -v "^\\(PWD\\|_\\|SHLVL\\|OLDPWD\\)="; echo bad >&2; exit 3';
    const ended = await run(starter, shell(script, folder));
    const lines = [folder, '2:a b:', 'CHEESE=süß', `PATH=${environment.PATH}`];
    assert.deepEqual(ended, { code: 3, signal: null, stdout: `${lines.join('\n')}\n`, stderr: 'bad\n' });
  });

  test(`${name}: when a program began is told as the process table has it, or not at all`, async () => {
    const told = new Set<boolean>();
    for (let index = 0; index < 20; index += 1) {
      let start: string | undefined;
      const { stdout } = await run(starter, shell('read -r line < /proc/self/stat; echo "$line"', '/'), (child) => (start = child.start));
      told.add(start !== undefined);
      if (start !== undefined) assert.equal(start, stdout.slice(stdout.lastIndexOf(')') + 2).split(' ')[19]);
    }
    assert.equal(told.has(true), starter === posixSpawn);
  });

  test(`${name}: a program leads a session of its own, with no signal ignored or held back`, async () => {
    // By the shell's own means: while it starts another program it holds all signals back.
    const script = `read -r line < /proc/self/stat; echo "$$ $line"
      while read -r what mask; do case $what in SigBlk:|SigIgn:) echo "$what $mask" ;; esac; done < /proc/self/status`;
    const { stdout } = await run(starter, shell(script, '/'));
    const [first = '', ...masks] = stdout.trim().split('\n');
    const [pid, , , , , group, session] = first.split(' ');
    assert.deepEqual([group, session], [pid, pid]);
    // Signals 32 and 33 are for the C library itself, which has programs begin with them ignored.
    const left = masks.map((line) => BigInt(`0x${line.split(/\s+/)[1]}`) & ~(3n << 31n));
    assert.deepEqual(left, [0n, 0n]);
  });

  test(`${name}: says by which signal a program was killed`, async () => {
    for (const signal of ['SIGTERM', 'SIGABRT'] as const) {
      const ended = await run(starter, shell(`kill -${signal.slice(3)} $$`, '/'));
      assert.deepEqual([ended.code, ended.signal], [null, signal]);
    }
  });

  test(`${name}: a script that does not say what runs it is run by the shell`, async () => {
    const command = join(await temporaryFolder(), 'script');
    await writeFile(command, 'echo "$1"\n', { mode: 0o700 });
    assert.equal((await run(starter, { command, arguments: ['hello'], folder: '/', environment })).stdout, 'hello\n');
  });

  test(`${name}: says what the system says when a program cannot be started, and leaves no file open`, async () => {
    const open = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
    const one = { arguments: [] as string[], folder: '/', environment };
    const before = await open();
    for (const [program, code] of [
      [{ ...one, command: '/no/such/program' }, 'ENOENT'],
      [{ ...one, command: '/bin/true', folder: '/no/such/folder' }, 'ENOENT'],
      [{ ...one, command: '/etc/passwd' }, 'EACCES'],
      [{ ...one, command: '/bin/true', arguments: ['x'.repeat(300_000)] }, 'E2BIG'],
      [{ ...one, command: '/bin/true', arguments: ['a\0b'] }, 'ERR_INVALID_ARG_VALUE'],
      [{ ...one, command: '/bin/true', environment: { A: 'a\0b' } }, 'ERR_INVALID_ARG_VALUE'],
    ] as const)
      await assert.rejects(run(starter, program as TaskProgram), { code }, `${code} ${program.command}`);
    assert.equal(await open(), before);
  });
}

test('a program can open its outputs by name', { skip: !posixSpawn && 'Node gives sockets, which cannot be opened' }, async () => {
  const program = { command: '/bin/sh', arguments: ['-c', 'echo out > /dev/stdout; echo err > /dev/stderr'], folder: '/', environment: {} };
  const { stdout, stderr } = await run(posixSpawn ?? forkStarter, program);
  assert.deepEqual([stdout, stderr], ['out\n', 'err\n']);
});

test('a program that was killed by a signal without a name has not succeeded', { skip: !posixSpawn && 'Node says 0 of it' }, async () => {
  const program = { command: '/bin/sh', arguments: ['-c', 'kill -34 $$'], folder: '/', environment: {} };
  const { code, signal } = await run(posixSpawn ?? forkStarter, program);
  assert.deepEqual([code, signal], [128 + 34, null]);
});
