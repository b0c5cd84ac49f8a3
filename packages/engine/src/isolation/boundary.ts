import type { Command } from '../bundles/command.ts';
import { killTree, type ProcessInfo, signalGroup, type Sweeper, treeOf } from '../program/process-table.ts';
import type { RunFolder } from '../folders/run-folder.ts';

/** The kind of isolation of tasks: by a user for each run, by kernel namespaces for each run, or none. */
export type IsolationKind = 'user' | 'namespace' | 'none';

/** A user of the machine. `groups` has its primary group first. */
export type Account = { name: string; user: number; groups: readonly number[] };

/** What one run may reach outside of its own folder. */
export type RunAccess = {
  /** The shared folders that it may write, and those of other workspaces, which it may not. */
  folders: readonly string[];
  closed: readonly string[];
  /** The groups of its shared folders, for a run with a user of its own. */
  groups: readonly number[];
  /** The file mode mask, by which its group or everybody may write the new files in shared folders. */
  umask?: string;
  /** The user of the machine that it runs as. */
  account?: Account;
  /** A warning for the log of the run. */
  note?: string;
};

/** No folder of its own, no user of the machine: the access of runs of an engine without these settings. */
export const NO_ACCESS: RunAccess = { folders: [], closed: [], groups: [] };

/**
 * The boundary around the processes of one run. `group` is the process group of its first process.
 * @rule bundles.run.boundary
 */
export type Boundary = {
  /** The id of the user that owns the work folder and runs the task; by default that of the engine. */
  user?: number;
  /** The groups of that user, its primary one first; by default one with the same number. */
  groups?: readonly number[];
  /** The name of that user, if the machine has an account for it; then other processes may have it, too. */
  account?: string;
  /** Returns a command that starts the task within the boundary. */
  wrap: (command: Command) => Command;
  /** Whether the wrapped command first starts programs outside of the boundary. These must not get the environment of the task. */
  startsOutside: boolean;
  /** Asks the processes to end, by SIGTERM. */
  terminate: (group: number) => Promise<void>;
  /** Kills all processes. */
  kill: (group: number) => Promise<void>;
  /**
   * Kills the processes that the first process has left behind. Resolves to whether none of them is alive any more. It is `true` at once where the spawner
   * kills them all before it removes or keeps the folder of the run.
   */
  clear: (group: number) => Promise<boolean> | true;
  /** Releases the boundary; the run is over. */
  close: () => void;
};

/** A command whose new files are open to the group of a shared folder; unchanged for a run without such folders. */
export const withUmask = (command: Command, { umask }: RunAccess): Command =>
  umask === undefined
    ? command
    : { ...command, command: '/bin/sh', arguments: ['-c', `umask ${umask}; exec "$@"`, 'sh', command.command, ...command.arguments] };

/** The way in which an engine isolates its tasks. */
export type Isolation = {
  kind: IsolationKind;
  /** The way in which the tasks are isolated, or the reason why they are not; a text for people. */
  note: string;
  /** The folder of the runs, and the folder of spare run folders. A task can reach only its own run in the first. */
  runs: string;
  spare: string;
  /** The Node program that tasks can reach. */
  node: string;
  /** Whether tasks can enter a folder of the machine. */
  canReach: (folder: string) => Promise<boolean>;
  /** Opens the boundary of a run. */
  open: (run: RunFolder, access?: RunAccess) => Boundary;
  /** Called when the engine ends: removes empty folders outside of the engine's folder. */
  close?: () => Promise<void>;
};

/**
 * A boundary that finds the processes of a run in the process table: its process group, their descendants, and processes that carry its mark. It does not
 * find a process that has left the group and cleared its environment; with namespaces the kernel kills that one.
 */
export function tableBoundary(
  run: RunFolder,
  sweeper: Sweeper,
  outer: Partial<Pick<Boundary, 'wrap'>> & { members?: MembersOf } = {},
): Boundary {
  const marks = new Set([run.mark]);
  let remembered: ProcessInfo[] = [];
  return {
    wrap: outer.wrap ?? ((command) => command),
    startsOutside: outer.wrap !== undefined,
    async terminate(group) {
      // Read the tree now: when a process has ended, its descendants can no longer be found.
      remembered = await treeOf(group, marks);
      const members = outer.members?.(group, remembered);
      if (!members) return void signalGroup(group, 'SIGTERM');
      for (const { pid } of members) signalProcess(pid, 'SIGTERM');
    },
    async kill(group) {
      await killTree(group, marks, remembered);
    },
    clear(group) {
      signalGroup(group, 'SIGKILL');
      return sweeper.add(run.mark);
    },
    close: () => {},
  };
}

/** Selects the processes of a tree that get SIGTERM. */
type MembersOf = (group: number, tree: readonly ProcessInfo[]) => readonly ProcessInfo[];

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
