/**
 * The helper that starts task processes. It holds nothing, because a process is forked with the page tables of its parent:
 * from a small one that is quick. When the agent dies its channel closes, and what it started ends with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { FromSpawner, ToSpawner } from './spawner-messages.ts';

const UNTAKEN_BYTES = 2 ** 20;

type Task = { child: ChildProcess; untaken: number; streams: Readable[] };

function serve(): void {
  const tasks = new Map<number, Task>();
  const tell = (message: FromSpawner) => {
    if (process.connected) process.send?.(message, undefined, {}, () => {});
  };

  function start(message: ToSpawner & { kind: 'start' }): void {
    const { id } = message;
    let child: ChildProcess;
    try {
      child = spawn(message.command, message.arguments, {
        cwd: message.folder,
        env: message.environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
    } catch (error) {
      // Arguments that the system cannot take are thrown, not emitted.
      return fail(id, error);
    }
    const { stdout, stderr, pid } = child;
    if (pid === undefined || !stdout || !stderr) {
      child.on('error', (error) => fail(id, error));
      return;
    }
    const task: Task = { child, untaken: 0, streams: [stdout, stderr] };
    tasks.set(id, task);
    tell({ kind: 'started', id, pid });
    child.on('error', () => {});
    forward(id, task, stdout, 'STDOUT');
    forward(id, task, stderr, 'STDERR');
    child.on('exit', (code, signal) => tell({ kind: 'exited', id, code, signal }));
    child.on('close', () => {
      tasks.delete(id);
      tell({ kind: 'closed', id });
    });
  }

  function fail(id: number, error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    tell({ kind: 'failed', id, code: code ?? 'UNKNOWN', message });
  }

  function forward(id: number, task: Task, stream: Readable, type: 'STDOUT' | 'STDERR'): void {
    stream.on('data', (bytes: Buffer) => {
      task.untaken += bytes.length;
      if (task.untaken > UNTAKEN_BYTES) for (const one of task.streams) one.pause();
      tell({ kind: 'output', id, type, bytes });
    });
    stream.on('error', () => {});
  }

  process.on('message', (message: ToSpawner) => {
    if (message.kind === 'start') return start(message);
    const task = tasks.get(message.id);
    if (!task) return;
    if (message.kind === 'drop') for (const stream of task.streams) stream.destroy();
    if (message.kind === 'taken') {
      task.untaken -= message.bytes;
      if (task.untaken <= UNTAKEN_BYTES / 2) for (const stream of task.streams) stream.resume();
    }
  });

  process.on('disconnect', () => {
    for (const { child } of tasks.values()) {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
    process.exit(0);
  });

  // Ctrl-C reaches the whole terminal group; the agent decides what ends and when.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

if (import.meta.main && process.channel) serve();
