import { reach } from '@millrace/contract/fault-points';
import type { Command } from '../bundles/command.ts';
import type { Boundary } from '../isolation/boundary.ts';
import { groupLives } from '../kill-tree.ts';
import type { Owner, RunPlace } from '../run-place.ts';
import type { ProcessExit, Spawner } from '../spawner.ts';
import { pause } from '../waiting.ts';

/** One task to run as a process. */
export type ProcessTask = {
  command: Command;
  environment: Record<string, string>;
  place?: RunPlace;
  run: { root: string; owner: Owner };
  spawner: Spawner;
  boundary: Omit<Boundary, 'wrap' | 'close'>;
  /** Ends the task with a grace. */
  stop: AbortSignal;
  /** Kills the task at once. */
  abandon: AbortSignal;
  graceMilliseconds: number;
  onStarted: (pid: number) => void;
  /** The process has ended by itself or by force; its last output may still be on its way. */
  onExited: () => void;
  onOutput: (type: 'STDOUT' | 'STDERR', bytes: Uint8Array) => Promise<void> | void;
};

/** A process that has ended, and how its place is taken away once nothing of it is needed any more; false where something is left there. */
export type EndedProcess = { exit: ProcessExit; clear: () => Promise<boolean> };

/** How long nothing may come out of pipes that somebody still holds after the process has ended, and how long they are read at most. */
const QUIET_MILLISECONDS = 2000;
const DRAIN_MILLISECONDS = 8000;

/** The output as it comes in: how many pieces have come, and how many of them are held back because the log cannot take them yet. */
type Flow = { pieces: number; held: number };

/**
 * Runs a task in its own process group and leaves nothing of it behind.
 * @rule task-executions.end.signal
 */
export async function runProcess(task: ProcessTask): Promise<EndedProcess> {
  const { boundary } = task;
  let dropped = false;
  const flow: Flow = { pieces: 0, held: 0 };
  reach('engine.before-spawn');
  const spawned = await task.spawner.start({
    command: task.command.command,
    arguments: task.command.arguments,
    folder: task.command.folder,
    environment: task.environment,
    ...(boundary.user !== undefined && !task.command.dropsRights && { user: boundary.user }),
    ...(task.place && { place: task.place }),
    run: task.run,
    onOutput: (type, bytes) => {
      if (dropped) return undefined;
      flow.pieces += 1;
      flow.held += 1;
      return Promise.resolve(task.onOutput(type, bytes)).finally(() => (flow.held -= 1));
    },
  });
  reach('engine.after-spawn');
  const group = spawned.pid;
  const grace = { until: Infinity };
  let timer: NodeJS.Timeout | undefined;
  const killAll = () => boundary.kill(group);
  const kill = () => void killAll();
  const end = () => {
    grace.until = performance.now() + task.graceMilliseconds;
    timer = setTimeout(kill, task.graceMilliseconds);
    void boundary.terminate(group);
  };
  if (task.abandon.aborted) kill();
  else if (task.stop.aborted) end();
  task.abandon.addEventListener('abort', kill, { once: true });
  task.stop.addEventListener('abort', end, { once: true });
  try {
    task.onStarted(group);
    const exit = await spawned.exited;
    task.onExited();
    reach('engine.after-exit');
    // The first process of the group may end before those that it started and that are still tidying up.
    while (task.stop.aborted && !task.abandon.aborted && performance.now() < grace.until && (await groupLives(group))) await pause(50);
    let noneLeft: Promise<boolean> | true | undefined;
    if (task.stop.aborted || task.abandon.aborted) await killAll();
    else noneLeft = boundary.clear(group);
    await drain(spawned.closed, flow, killAll);
    dropped = true;
    return { exit, clear: () => spawned.end(noneLeft) };
  } catch (error) {
    await killAll();
    await spawned.end();
    throw error;
  } finally {
    clearTimeout(timer);
    task.abandon.removeEventListener('abort', kill);
    task.stop.removeEventListener('abort', end);
  }
}

/**
 * Waits for the last output; whoever still holds the pipes after a moment is killed. As long as we ourselves hold output back no time passes: what the
 * task wrote before it ended belongs to its log.
 */
async function drain(closed: Promise<void>, flow: Flow, killHolders: () => Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  void closed.then(() => waiting.abort());
  await pause(200, waiting.signal);
  if (waiting.signal.aborted) return;
  await killHolders();
  let [quiet, spent, seen] = [0, 0, flow.pieces];
  for (let last = performance.now(); !waiting.signal.aborted && quiet < QUIET_MILLISECONDS && spent < DRAIN_MILLISECONDS;) {
    await pause(50, waiting.signal);
    const now = performance.now();
    const passed = flow.held > 0 ? 0 : now - last;
    last = now;
    spent += passed;
    quiet = flow.pieces === seen ? quiet + passed : 0;
    seen = flow.pieces;
  }
}
