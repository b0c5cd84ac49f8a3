/** How an engine runs the executions that it has claimed: as processes of its machine, or as pods of a cluster. */
import type { Schema } from '@millrace/contract';
import type { BundleCache } from '../bundles/cache.ts';
import type { IsolationKind } from '../isolation/boundary.ts';
import type { MachineOptions } from '../machine.ts';
import type { HeldExecution } from '../held-execution.ts';
import type { Illness } from '../run-faults.ts';
import type { RunServices } from '../run-services.ts';

/** A run that an earlier program of this engine has left and that still runs. */
export type LeftRun = {
  lease: Schema<'ExecutionLease'>;
  continue: () => HeldExecution;
  /** Removes it: the engine does not hold its execution any more. */
  remove: () => Promise<void>;
};

/** Starts the executions of an engine. */
export type OpenRuns = {
  start: (claim: Schema<'ClaimedExecution'>) => HeldExecution;
  /** The runs that outlive a program of the engine; undefined if none does. */
  left?: () => Promise<LeftRun[]>;
};

/** The runner of an engine. */
export type Runner = {
  isolation: IsolationKind;
  cache: BundleCache;
  /** Tests whether a run can begin; answers what does not work. */
  test: () => Promise<Illness | undefined>;
  open: (services: RunServices) => OpenRuns;
  close: () => Promise<void>;
};

/** Opens a runner. */
export type OpenRunner = (options: MachineOptions & { name: string }) => Promise<Runner>;
