/**
 * The helper that starts task processes. It holds nothing, because a process is forked with the page tables of its parent:
 * from a small one that is quick. When the agent dies its channel closes, and what it started ends with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { clearPlace, makePlace, noteGroup } from './run-place.ts';
import { spareFolder, SparePlaces } from './spare-places.ts';
import { type FromSpawner, gather, type StartMessage, type ToSpawner } from './spawner-messages.ts';

const UNTAKEN_BYTES = 2 ** 20;

type Task = { message: StartMessage; child: ChildProcess; untaken: number; streams: Readable[] };

function serve(spares: SparePlaces | undefined): void {
  const tasks = new Map<number, Task>();
  const resting = new Map<number, string>();
  const tell = gather<FromSpawner>((messages) => {
    if (process.connected) process.send?.(messages, undefined, {}, () => {});
  });

  function make({ place, run }: StartMessage): void {
    if (!place || !run || spares?.take(place)) return;
    makePlace(place, run.owner);
    spares?.made(place);
  }

  function start(message: StartMessage): void {
    const { id, run } = message;
    try {
      make(message);
    } catch (error) {
      return fail(message, error, true);
    }
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
      return fail(message, error);
    }
    const { stdout, stderr, pid } = child;
    if (pid === undefined || !stdout || !stderr) {
      child.on('error', (error) => fail(message, error));
      return;
    }
    child.on('error', () => {});
    try {
      if (run) noteGroup(run.root, run.owner, pid);
    } catch (error) {
      // What cannot be found after a crash must not run.
      killGroup(pid);
      return fail(message, error, true);
    }
    const task: Task = { message, child, untaken: 0, streams: [stdout, stderr] };
    tasks.set(id, task);
    tell({ kind: 'started', id, pid });
    forward(id, task, stdout, 'STDOUT');
    forward(id, task, stderr, 'STDERR');
    child.on('exit', (code, signal) => tell({ kind: 'exited', id, code, signal }));
    child.on('close', () => tell({ kind: 'closed', id }));
  }

  function fail({ id, place }: StartMessage, error: unknown, making = false): void {
    if (place) spares?.forget(place);
    const { code, message } = error as NodeJS.ErrnoException;
    tell({ kind: 'failed', id, code: code ?? 'UNKNOWN', message, making });
  }

  function end(id: number, { message: { place }, streams }: Task, keep: boolean): void {
    tasks.delete(id);
    for (const stream of streams) stream.destroy();
    if (!place) return tell({ kind: 'ended', id, cleared: false, kept: false });
    if (!keep) spares?.forget(place);
    const left = keep && spares ? spares.keep(place) : clearPlace(place);
    if (typeof left === 'string') resting.set(id, left);
    tell({ kind: 'ended', id, cleared: left !== false, kept: typeof left === 'string' });
  }

  function rested(id: number): void {
    const path = resting.get(id);
    resting.delete(id);
    if (path !== undefined) spares?.rested(path);
  }

  function forward(id: number, task: Task, stream: Readable, type: 'STDOUT' | 'STDERR'): void {
    stream.on('data', (bytes: Buffer) => {
      task.untaken += bytes.length;
      if (task.untaken > UNTAKEN_BYTES) for (const one of task.streams) one.pause();
      tell({ kind: 'output', id, type, bytes });
    });
    stream.on('error', () => {});
  }

  function hear(message: ToSpawner): void {
    if (message.kind === 'start') return start(message);
    if (message.kind === 'rested') return rested(message.id);
    const task = tasks.get(message.id);
    if (!task) return;
    if (message.kind === 'end') return end(message.id, task, message.keep);
    task.untaken -= message.bytes;
    if (task.untaken <= UNTAKEN_BYTES / 2) for (const stream of task.streams) stream.resume();
  }

  process.on('message', (messages: ToSpawner[]) => messages.forEach(hear));

  process.on('disconnect', () => {
    for (const { child } of tasks.values()) killGroup(child.pid);
    spares?.close();
    process.exit(0);
  });

  // Ctrl-C reaches the whole terminal group; the agent decides what ends and when.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

function killGroup(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const [folder] = process.argv.slice(2);
if (import.meta.main && process.channel) serve(folder === undefined ? undefined : new SparePlaces(spareFolder(folder)));
