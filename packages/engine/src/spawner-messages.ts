import type { RunOwner, RunFiles } from './run-files.ts';
import type { TaskProgram } from './task-process.ts';

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
