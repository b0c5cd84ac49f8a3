import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Command } from '../bundles/command.ts';
import type { RunFiles, RunOwner } from '../folders/run-files.ts';
import type { Boundary } from '../isolation/boundary.ts';
import { groupLives } from '../program/process-table.ts';
import type { ProcessExit, Spawner } from '../processes/spawner.ts';
import { sleepUnlessAborted } from '../program/waiting.ts';

/** A task to run as a process. */
export type ProcessTask = {
  command: Command;
  environment: Record<string, string>;
  runFiles?: RunFiles;
  run: { root: string; owner: RunOwner };
  spawner: Spawner;
  boundary: Omit<Boundary, 'wrap' | 'close'>;
  /** Ends the task: SIGTERM first, SIGKILL after `graceMilliseconds`. */
  stop: AbortSignal;
  /** Kills the task at once. */
  abandon: AbortSignal;
  graceMilliseconds: number;
  /** Tests shorten them. */
  lastOutputBounds?: typeof LAST_OUTPUT_BOUNDS;
  /** By default that of this machine. */
  platform?: NodeJS.Platform;
  onStarted: (pid: number) => void;
  /** The process has ended, by itself or by a signal; its last output may still arrive. */
  onExited: () => void;
  onOutput: (type: 'STDOUT' | 'STDERR', bytes: Uint8Array) => Promise<void> | void;
};

/** A process that has ended. `clear` removes its folder, or keeps it for another run; it resolves to false if something is left there. */
export type EndedProcess = { exit: ProcessExit; clear: () => Promise<boolean> };

/** After the process has ended, other processes may hold its pipes open. Reading ends after this time without output, or after this time in total. */
const LAST_OUTPUT_BOUNDS = { silenceMilliseconds: 2000, totalMilliseconds: 8000 };

/** The numbers of the pieces of output that have arrived, and of those that wait until the log can accept them. */
type Flow = { pieces: number; waiting: number };

/**
 * Runs a task in its own process group and kills all processes that it leaves behind. On Windows nothing is signalled once the process has ended: its id
 * may already be that of a stranger, and the processes that it has left cannot be found by it.
 * @rule task-executions.end.signal
 */
export async function runProcess(task: ProcessTask): Promise<EndedProcess> {
  const { boundary, platform = process.platform } = task;
  let ignoresOutput = false;
  const flow: Flow = { pieces: 0, waiting: 0 };
  reachFaultPoint('engine.before-spawn');
  const spawned = await task.spawner.start({
    command: task.command.command,
    arguments: task.command.arguments,
    folder: task.command.folder,
    environment: task.environment,
    ...(boundary.user !== undefined &&
      !task.command.dropsRights && { user: boundary.user, ...(boundary.groups && { groups: boundary.groups }) }),
    ...(task.runFiles && { runFiles: task.runFiles }),
    run: task.run,
    onOutput: (type, bytes) => {
      if (ignoresOutput) return undefined;
      flow.pieces += 1;
      flow.waiting += 1;
      return Promise.resolve(task.onOutput(type, bytes)).finally(() => (flow.waiting -= 1));
    },
  });
  reachFaultPoint('engine.after-spawn');
  const group = spawned.pid;
  const grace = { until: Infinity };
  let timer: NodeJS.Timeout | undefined;
  let hasExited = false;
  const mayBeSignalled = () => !hasExited || platform !== 'win32';
  const killAll = async () => {
    if (mayBeSignalled()) await boundary.kill(group);
  };
  const kill = () => void killAll();
  const end = () => {
    if (!mayBeSignalled()) return;
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
    hasExited = true;
    task.onExited();
    reachFaultPoint('engine.after-exit');
    // Other processes of the group may still be cleaning up after the first one has ended.
    const mayCleanUp = () => mayBeSignalled() && task.stop.aborted && !task.abandon.aborted && performance.now() < grace.until;
    while (mayCleanUp() && (await groupLives(group))) await sleepUnlessAborted(50);
    let noneLeft: Promise<boolean> | true | undefined;
    if (task.stop.aborted || task.abandon.aborted) await killAll();
    else if (mayBeSignalled()) noneLeft = boundary.clear(group);
    await awaitLastOutput(spawned.closed, flow, killAll, task.lastOutputBounds);
    ignoresOutput = true;
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
 * Waits for the last output. Processes that still hold the pipes after a moment are killed. Time does not count while the engine itself holds output back:
 * everything that the task wrote before it ended belongs to its log.
 */
async function awaitLastOutput(
  closed: Promise<void>,
  flow: Flow,
  killHolders: () => Promise<unknown>,
  bounds = LAST_OUTPUT_BOUNDS,
): Promise<void> {
  const waiting = new AbortController();
  void closed.then(() => waiting.abort());
  await sleepUnlessAborted(200, waiting.signal);
  if (waiting.signal.aborted) return;
  await killHolders();
  let [silence, spent, seen] = [0, 0, flow.pieces];
  const isOver = (): boolean => silence >= bounds.silenceMilliseconds || spent >= bounds.totalMilliseconds;
  for (let last = performance.now(); !waiting.signal.aborted && !isOver();) {
    await sleepUnlessAborted(50, waiting.signal);
    const now = performance.now();
    const passed = flow.waiting > 0 ? 0 : now - last;
    last = now;
    spent += passed;
    silence = flow.pieces === seen ? silence + passed : 0;
    seen = flow.pieces;
  }
}
