import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * A program to run as the leader of its own process group, with exactly this environment. `user` is the id of the user that it runs as, without
 * capabilities and unable to gain any; by default it runs as the user of this process. `groups` are the groups of that user, the primary one first; by
 * default one with the same number.
 */
export type TaskProgram = {
  command: string;
  arguments: string[];
  folder: string;
  environment: Record<string, string>;
  user?: number;
  groups?: readonly number[];
};

/** Callbacks of a started process. `closed` is called when it has ended and all its output was read. */
export type Listeners = { exited: (code: number | null, signal: NodeJS.Signals | null) => void; closed: () => void };

/**
 * A running process with its output streams. `start` is its start time as in the process table, if known without reading the table. `catchUp`, if present,
 * emits at once everything written to stdout so far.
 */
export type TaskProcess = { pid: number; start?: string; stdout: Readable; stderr: Readable; catchUp?: () => void };

/** A way to start programs. */
export type Starter = {
  /** Rejects with the code of the system error, such as ENOENT. No listener is called before the next turn of the event loop. */
  start: (program: TaskProgram, listeners: Listeners) => Promise<TaskProcess>;
  /** Collects the exit codes of ended processes. Call it when a child of this process may have ended. */
  reap: () => void;
  /** Kills all processes of a user at once, so that none can start another one meanwhile. Undefined if programs cannot run as other users. */
  killUser?: (user: number) => void;
};

/** Starts programs by Node, which forks, so the cost grows with the memory of this process. Node waits for the children itself. */
export const forkStarter: Starter = { start: fork, reap: () => {} };

async function fork(program: TaskProgram, { exited, closed }: Listeners): Promise<TaskProcess> {
  if (program.user !== undefined) throw Object.assign(new Error('Programs cannot be started as another user here'), { code: 'ENOTSUP' });
  const child = spawn(program.command, program.arguments, {
    cwd: program.folder,
    env: program.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  const { stdout, stderr, pid } = child;
  if (pid === undefined || !stdout || !stderr) {
    const [error] = (await once(child, 'error')) as [Error];
    stdout?.destroy();
    stderr?.destroy();
    throw error;
  }
  child.on('error', () => {});
  child.on('exit', exited);
  child.on('close', closed);
  return { pid, stdout, stderr };
}
