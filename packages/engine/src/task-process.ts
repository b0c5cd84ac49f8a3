import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * A program to be run as the leader of a process group of its own, with this environment and no other. `user` is the number of the user and of the
 * group that it runs as, without capabilities and without a way to gain any; without it the program runs as this process does.
 */
export type Program = { command: string; arguments: string[]; folder: string; environment: Record<string, string>; user?: number };

/** What is told of a started process. `closed` comes when it has ended and all of its output was read. */
export type Listeners = { exited: (code: number | null, signal: NodeJS.Signals | null) => void; closed: () => void };

/**
 * A process that runs, and what it writes to its output and to its error output; `start` is when it started as the process table has it, where that is
 * known without a look there. `catchUp` hands over what was written to the output so far, where the system announces it late.
 */
export type TaskProcess = { pid: number; start?: string; stdout: Readable; stderr: Readable; catchUp?: () => void };

/** A way to start programs. */
export type Starter = {
  /** Rejects with the system's code, such as ENOENT. Nothing is told of the process before the next turn of the loop. */
  start: (program: Program, listeners: Listeners) => Promise<TaskProcess>;
  /** To be called when a child of this process may have ended. */
  reap: () => void;
  /** Kills every process of a user at once, so that none of them can start another one meanwhile. Absent where programs cannot run as other users. */
  killUser?: (user: number) => void;
};

/** Node's own way: it forks, so the cost grows with the memory of this process. It hears by itself when a child ends. */
export const forking: Starter = { start: fork, reap: () => {} };

async function fork(program: Program, { exited, closed }: Listeners): Promise<TaskProcess> {
  if (program.user !== undefined) throw Object.assign(new Error('Programs cannot be started as another user here'), { code: 'ENOTSUP' });
  const child = spawn(program.command, program.arguments, {
    cwd: program.folder,
    env: program.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
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
