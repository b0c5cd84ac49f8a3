import type { Owner, RunPlace } from './run-place.ts';
import type { Program } from './task-process.ts';

/** What is to be started: its place is made before, and the process group noted down in the folder of its run. */
export type StartMessage = Program & { kind: 'start'; id: number; place?: RunPlace; run?: { root: string; owner: Owner } };

/**
 * What the agent tells the thread.
 * - `taken` acknowledges output.
 * - `end` stops reading it, kills the user of the run where it has one of its own, and takes the place away or keeps it for another run, which may have it
 *   once it is `rested`: no process of this run is alive.
 * - `ended` says that some child of this process has ended, which only the first thread hears.
 * - `keep places` names the folder for places that serve again.
 * - `kill user` kills all processes of a user.
 * - `close` ends all.
 */
export type ToThread =
  | StartMessage
  | { kind: 'taken'; id: number; bytes: number }
  | { kind: 'end'; id: number; keep: boolean; rested: boolean }
  | { kind: 'rested'; id: number }
  | { kind: 'ended' }
  | { kind: 'keep places'; folder: string }
  | { kind: 'kill user'; id: number; user: number }
  | { kind: 'close' };

/**
 * What the thread tells the agent. `closed` comes after the last output; `cleared` says whether the place is gone; `killed` answers `kill user`. What
 * `failed` has not run, unless it had `begun` and was killed.
 */
export type FromThread =
  | { kind: 'started'; id: number; pid: number }
  | { kind: 'failed'; id: number; code: string; message: string; making: boolean; begun?: true }
  | { kind: 'output'; id: number; type: 'STDOUT' | 'STDERR'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'exited'; id: number; code: number | null; signal: NodeJS.Signals | null }
  | { kind: 'closed'; id: number }
  | { kind: 'cleared'; id: number; cleared: boolean; kept: boolean }
  | { kind: 'killed'; id: number };
