/** Process trees on Windows, which has no process groups and no signals. */
import { spawnSync } from 'node:child_process';

/** Runs a program to its end, and returns its exit code; null if it could not be started. */
type RunProgram = (program: string, words: readonly string[]) => number | null;

const runProgram: RunProgram = (program, words) => spawnSync(program, words, { stdio: 'ignore', windowsHide: true }).status;

/**
 * Ends a process and its descendants by `taskkill`: SIGTERM asks them, which only programs with a window hear, any other signal kills them. 0 only asks
 * whether the process lives. Returns whether it lived. Descendants whose parent has ended before are not found.
 */
export function signalTree(pid: number, signal: NodeJS.Signals | 0, run: RunProgram = runProgram): boolean {
  if (signal !== 0) return run('taskkill', ['/PID', String(pid), '/T', ...(signal === 'SIGTERM' ? [] : ['/F'])]) === 0;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
