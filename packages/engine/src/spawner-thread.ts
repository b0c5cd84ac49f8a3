/** The thread that makes the places of runs and starts their processes: each with plain system calls, one after the other. */
import type { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { signalGroup } from './kill-tree.ts';
import { openPosixSpawn } from './posix-spawn.ts';
import { clearPlace, makePlace, noteGroup } from './run-place.ts';
import { spareFolder, SparePlaces } from './spare-places.ts';
import type { FromThread, StartMessage, ToThread } from './spawner-messages.ts';
import { forking, type Starter, type TaskProcess } from './task-process.ts';

const UNTAKEN_BYTES = 2 ** 20;

type Task = { message: StartMessage; pid: number; untaken: number; streams: Readable[] };

function serve(port: NonNullable<typeof parentPort>, starter: Starter): void {
  let spares: SparePlaces | undefined;
  const tasks = new Map<number, Task>();
  const resting = new Map<number, string>();
  let gathered: FromThread[] = [];

  /** What is said in one turn of the loop goes together: to wake the other thread costs more than what a message holds. */
  function tell(message: FromThread): void {
    if (gathered.push(message) > 1) return;
    setImmediate(() => {
      const messages = gathered;
      gathered = [];
      port.postMessage(messages);
    });
  }

  function make({ place, run }: StartMessage): void {
    if (!place || !run || spares?.take(place)) return;
    makePlace(place, run.owner);
    spares?.made(place);
  }

  async function start(message: StartMessage): Promise<void> {
    const { id, run } = message;
    try {
      make(message);
    } catch (error) {
      return fail(message, error, true);
    }
    let child: TaskProcess;
    try {
      child = await starter.start(message, {
        exited: (code, signal) => tell({ kind: 'exited', id, code, signal }),
        closed: () => tell({ kind: 'closed', id }),
      });
    } catch (error) {
      return fail(message, error);
    }
    const { stdout, stderr, pid, start: begun, catchUp } = child;
    try {
      if (run) noteGroup(run.root, run.owner, pid, begun);
    } catch (error) {
      // What cannot be found after a crash must not run.
      signalGroup(pid, 'SIGKILL');
      killUserOf(message);
      for (const stream of [stdout, stderr]) stream.destroy();
      return fail(message, error, true, true);
    }
    const task: Task = { message, pid, untaken: 0, streams: [stdout, stderr] };
    tasks.set(id, task);
    tell({ kind: 'started', id, pid });
    forward(id, task, stdout, 'STDOUT');
    // What the task wrote to its output before an error comes before it.
    forward(id, task, stderr, 'STDERR', catchUp);
  }

  function fail({ id, place }: StartMessage, error: unknown, making = false, begun = false): void {
    if (place) spares?.forget(place);
    const { code, message } = error as NodeJS.ErrnoException;
    tell({ kind: 'failed', id, code: code ?? 'UNKNOWN', message, making, ...(begun && { begun }) });
  }

  function killUserOf({ run }: StartMessage): void {
    if (run?.owner.user !== undefined) starter.killUser?.(run.owner.user);
  }

  function end(id: number, { message, streams }: Task, { keep, rested }: { keep: boolean; rested: boolean }): void {
    const { place } = message;
    tasks.delete(id);
    for (const stream of streams) stream.destroy();
    killUserOf(message);
    if (!place) return tell({ kind: 'cleared', id, cleared: false, kept: false });
    if (!keep) spares?.forget(place);
    const left = keep && spares ? spares.keep(place) : clearPlace(place);
    if (typeof left === 'string' && rested) spares?.rested(left);
    else if (typeof left === 'string') resting.set(id, left);
    tell({ kind: 'cleared', id, cleared: left !== false, kept: typeof left === 'string' });
  }

  function rested(id: number): void {
    const path = resting.get(id);
    resting.delete(id);
    if (path !== undefined) spares?.rested(path);
  }

  function killUser(id: number, user: number): void {
    starter.killUser?.(user);
    tell({ kind: 'killed', id });
  }

  function close(): void {
    for (const { pid, message } of tasks.values()) {
      signalGroup(pid, 'SIGKILL');
      killUserOf(message);
    }
    spares?.close();
    process.exit();
  }

  function forward(id: number, task: Task, stream: Readable, type: 'STDOUT' | 'STDERR', before?: () => void): void {
    stream.on('data', (bytes: Buffer<ArrayBuffer>) => {
      before?.();
      task.untaken += bytes.length;
      if (task.untaken > UNTAKEN_BYTES) for (const one of task.streams) one.pause();
      tell({ kind: 'output', id, type, bytes });
    });
    stream.on('error', () => {});
  }

  function taken(task: Task, bytes: number): void {
    task.untaken -= bytes;
    if (task.untaken <= UNTAKEN_BYTES / 2) for (const stream of task.streams) stream.resume();
  }

  function hear(message: ToThread): unknown {
    if (message.kind === 'start') return start(message);
    if (message.kind === 'ended') return starter.reap();
    if (message.kind === 'close') return close();
    if (message.kind === 'keep places') return (spares = new SparePlaces(spareFolder(message.folder)));
    if (message.kind === 'kill user') return killUser(message.id, message.user);
    if (message.kind === 'rested') return rested(message.id);
    const task = tasks.get(message.id);
    if (!task) return undefined;
    return message.kind === 'end' ? end(message.id, task, message) : taken(task, message.bytes);
  }

  port.on('message', (messages: ToThread[]) => messages.forEach(hear));
}

if (import.meta.main && parentPort) {
  serve(parentPort, (await openPosixSpawn()) ?? forking);
}
