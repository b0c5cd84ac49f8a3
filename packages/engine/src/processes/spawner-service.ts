/** Creates the folders of runs and starts their processes, in the thread of the spawner or in that of the program. */
import { closeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { clearRunFiles, makeRunFiles, noteGroup, openOwnerFile, type RunFiles, type RunOwner } from '../folders/run-files.ts';
import { spareFolder, SpareFolders } from '../folders/spare-folders.ts';
import { signalGroup } from '../program/process-table.ts';
import type { Starter, TaskProcess, TaskProgram } from './task-process.ts';

const MAX_UNACKNOWLEDGED_BYTES = 2 ** 20;

type Task = { message: StartMessage; pid: number; hasExited: () => boolean; unacknowledged: number; streams: Readable[] };

/** The port of a spawner on the side that serves it. */
type SpawnerPort = Pick<MessagePort, 'postMessage'> & {
  on: (event: 'message', listener: (messages: ToThread[]) => void) => unknown;
};

/**
 * Serves a spawner by synchronous system calls; `closed` is called when it was closed and all processes were killed. On Windows those that have ended are
 * not signalled, because their ids may already be those of strangers.
 */
export function serveSpawner(port: SpawnerPort, starter: Starter, closed: () => void, platform = process.platform): void {
  let spares: SpareFolders | undefined;
  const tasks = new Map<number, Task>();
  const awaitingReuse = new Map<number, string>();
  let batch: FromThread[] = [];

  /** Sends all messages of one turn of the event loop together: waking the other thread costs more than a message itself. */
  function post(message: FromThread): void {
    if (batch.push(message) > 1) return;
    setImmediate(() => {
      const messages = batch;
      batch = [];
      port.postMessage(messages);
    });
  }

  function makeFolder({ runFiles, run }: StartMessage): void {
    if (!runFiles || !run || spares?.take(runFiles)) return;
    makeRunFiles(runFiles, run.owner);
    spares?.register(runFiles);
  }

  async function start(message: StartMessage): Promise<void> {
    const { id, run } = message;
    let ownerFile: number | undefined;
    try {
      makeFolder(message);
      // Opened before the process starts: a disk that accepts no writes then fails a start that can be repeated, and no running process.
      if (run) ownerFile = openOwnerFile(run.root);
    } catch (error) {
      return fail(message, error, true);
    }
    let child: TaskProcess;
    let hasExited = false;
    try {
      child = await starter.start(message, {
        exited(code, signal) {
          hasExited = true;
          post({ kind: 'exited', id, code, signal });
        },
        closed: () => post({ kind: 'closed', id }),
      });
    } catch (error) {
      if (ownerFile !== undefined) closeSync(ownerFile);
      return fail(message, error);
    }
    const { stdout, stderr, pid, start: startTime, catchUp } = child;
    try {
      if (run && ownerFile !== undefined) noteGroup(ownerFile, run.owner, pid, startTime);
    } catch (error) {
      // Without its owner file a run could not be found after a crash, so it must not run.
      signalGroup(pid, 'SIGKILL');
      killUserOf(message);
      for (const stream of [stdout, stderr]) stream.destroy();
      return fail(message, error, true, true);
    }
    const task: Task = { message, pid, hasExited: () => hasExited, unacknowledged: 0, streams: [stdout, stderr] };
    tasks.set(id, task);
    post({ kind: 'started', id, pid });
    forward(id, task, stdout, 'STDOUT');
    // Emit stdout before stderr, so that output that the task wrote before an error also precedes it in the log.
    forward(id, task, stderr, 'STDERR', catchUp);
  }

  function fail({ id, runFiles }: StartMessage, error: unknown, making = false, begun = false): void {
    if (runFiles) spares?.forget(runFiles);
    const { code, message } = error as NodeJS.ErrnoException;
    post({ kind: 'failed', id, code: code ?? 'UNKNOWN', message, making, ...(begun && { begun }) });
  }

  function killUserOf({ run }: StartMessage): void {
    if (run?.owner.user !== undefined) starter.killUser?.(run.owner.user);
  }

  function end(id: number, { message, streams }: Task, { keep, reusable }: { keep: boolean; reusable: boolean }): void {
    const { runFiles } = message;
    tasks.delete(id);
    for (const stream of streams) stream.destroy();
    killUserOf(message);
    if (!runFiles) return post({ kind: 'cleared', id, cleared: false, kept: false });
    if (!keep) spares?.forget(runFiles);
    /** The new path of the folder if it is kept, else whether it is removed. */
    const result = keep && spares ? spares.keep(runFiles) : clearRunFiles(runFiles);
    if (typeof result === 'string' && reusable) spares?.markReusable(result);
    else if (typeof result === 'string') awaitingReuse.set(id, result);
    post({ kind: 'cleared', id, cleared: result !== false, kept: typeof result === 'string' });
  }

  function markReusable(id: number): void {
    const path = awaitingReuse.get(id);
    awaitingReuse.delete(id);
    if (path !== undefined) spares?.markReusable(path);
  }

  function killUser(id: number, user: number): void {
    starter.killUser?.(user);
    post({ kind: 'killed', id });
  }

  function close(): void {
    for (const { pid, hasExited, message, streams } of tasks.values()) {
      if (!hasExited() || platform !== 'win32') signalGroup(pid, 'SIGKILL');
      killUserOf(message);
      for (const stream of streams) stream.destroy();
    }
    spares?.close();
    closed();
  }

  function forward(id: number, task: Task, stream: Readable, type: 'STDOUT' | 'STDERR', beforeChunk?: () => void): void {
    stream.on('data', (bytes: Buffer<ArrayBuffer>) => {
      beforeChunk?.();
      task.unacknowledged += bytes.length;
      if (task.unacknowledged > MAX_UNACKNOWLEDGED_BYTES) for (const paused of task.streams) paused.pause();
      post({ kind: 'output', id, type, bytes });
    });
    stream.on('error', () => {});
  }

  function acknowledged(task: Task, bytes: number): void {
    task.unacknowledged -= bytes;
    if (task.unacknowledged <= MAX_UNACKNOWLEDGED_BYTES / 2) for (const stream of task.streams) stream.resume();
  }

  function receive(message: ToThread): unknown {
    if (message.kind === 'start') return start(message);
    if (message.kind === 'ended') return starter.reap();
    if (message.kind === 'close') return close();
    if (message.kind === 'keep folders') return (spares = new SpareFolders(spareFolder(message.folder)));
    if (message.kind === 'kill user') return killUser(message.id, message.user);
    if (message.kind === 'reusable') return markReusable(message.id);
    const task = tasks.get(message.id);
    if (!task) return undefined;
    return message.kind === 'end' ? end(message.id, task, message) : acknowledged(task, message.bytes);
  }

  port.on('message', (messages) => messages.forEach(receive));
}

/** A program to start. The thread first creates `runFiles`, and then writes the process group into the owner file of `run`. */
export type StartMessage = TaskProgram & { kind: 'start'; id: number; runFiles?: RunFiles; run?: { root: string; owner: RunOwner } };

/**
 * Messages from the agent to the spawner's thread.
 * - `acknowledged`: the agent has handled this many bytes of output.
 * - `end`: stop reading the output, kill the processes of the run's own user if it has one, and remove the folder or keep it for another run.
 * - `reusable`: no process of the run is alive, so another run may use its kept folder.
 * - `ended`: a child of this process has ended. Only the main thread receives SIGCHLD.
 * - `keep folders`: the parent of the folders that are reused.
 * - `kill user`: kill all processes of a user.
 * - `close`: kill all processes and end the thread.
 */
export type ToThread =
  | StartMessage
  | { kind: 'acknowledged'; id: number; bytes: number }
  | { kind: 'end'; id: number; keep: boolean; reusable: boolean }
  | { kind: 'reusable'; id: number }
  | { kind: 'ended' }
  | { kind: 'keep folders'; folder: string }
  | { kind: 'kill user'; id: number; user: number }
  | { kind: 'close' };

/**
 * Messages from the spawner's thread to the agent. `closed` follows the last output; `cleared` says whether the folder is removed or kept; `killed`
 * answers `kill user`. After `failed` the program did not run, or, if `begun` is set, was killed at once. `making`: the folder could not be
 * created.
 */
export type FromThread =
  | { kind: 'started'; id: number; pid: number }
  | { kind: 'failed'; id: number; code: string; message: string; making: boolean; begun?: true }
  | { kind: 'output'; id: number; type: 'STDOUT' | 'STDERR'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'exited'; id: number; code: number | null; signal: NodeJS.Signals | null }
  | { kind: 'closed'; id: number }
  | { kind: 'cleared'; id: number; cleared: boolean; kept: boolean }
  | { kind: 'killed'; id: number };
