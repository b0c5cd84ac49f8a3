import type { Command } from '../bundles/command.ts';
import { killTree, type ProcessInfo, signalGroup, type Sweeper, treeOf } from '../kill-tree.ts';
import type { RunFolder } from '../run-folder.ts';

/** By what tasks are kept apart: a user of its own for each run, kernel namespaces for each run, or nothing. */
export type IsolationKind = 'user' | 'namespace' | 'none';

/**
 * The boundary around the processes of one run. `group` is the process group of its first process.
 * @rule bundles.run.boundary
 */
export type Boundary = {
  /** The user that owns the work folder and runs the task; without it that is the user of the engine. */
  user?: number;
  /** Turns the command of the task into one that starts it within the boundary. */
  wrap: (command: Command) => Command;
  /** Whether the wrapped command starts programs outside of the boundary first: the environment of the task must not reach those. */
  startsOutside: boolean;
  /** Asks the processes to end. */
  terminate: (group: number) => Promise<void>;
  /** Kills all processes. */
  kill: (group: number) => Promise<void>;
  /** Kills what the first process has left behind; true when the last step of the run, taking its place away, leaves none of it alive. */
  clear: (group: number) => Promise<boolean> | true;
  /** The run is over. */
  close: () => void;
};

/** How an engine isolates its tasks. */
export type Isolation = {
  kind: IsolationKind;
  /** What holds the tasks apart, or why nothing does; for people. */
  note: string;
  /** The folder of the runs, and the folder of places that are kept for later runs. Tasks can reach their own part of the first. */
  runs: string;
  spare: string;
  /** The Node program that tasks can reach. */
  node: string;
  /** Whether tasks can enter a folder of the machine. */
  canReach: (folder: string) => Promise<boolean>;
  /** Begins the boundary of a run. */
  open: (run: RunFolder) => Boundary;
  /** The engine ends: takes away empty folders outside of its own. */
  close?: () => Promise<void>;
};

/**
 * The boundary of a run whose processes are found in the process table: those of its group, their descendants, and those that carry its mark. A process
 * that has left its group and cleared its environment is found only where the kernel ends it.
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
      // The descendants of a process can be seen only before it has ended.
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

/** Which processes of a tree are asked to end. */
export type MembersOf = (group: number, tree: readonly ProcessInfo[]) => readonly ProcessInfo[];

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
