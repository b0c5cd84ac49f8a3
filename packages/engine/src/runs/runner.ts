/** The runner of an engine: it runs the claimed executions as processes of the machine, or as pods of a cluster. */
import type { Schema } from '@millrace/contract';
import type { Tracing } from '@millrace/wire/tracing';
import type { BundleCache } from '../bundles/cache.ts';
import type { ExecutionReports, Receipt } from '../control-plane/execution-reports.ts';
import type { Reporter } from '../control-plane/reporter.ts';
import type { IsolationKind } from '../isolation/boundary.ts';
import type { StopReason } from '../outcomes/outcome.ts';
import type { OwnLog } from '../program/own-log.ts';
import { steadyNow } from '../program/steady-clock.ts';
import type { Health } from './health.ts';
import type { MachineOptions } from './machine.ts';
import type { Illness } from './run-faults.ts';

/** The time that a task has to end itself after SIGTERM, before it is killed. */
export const TASK_GRACE_MILLISECONDS = 10_000;

/** The objects and settings that all executions of one engine share, wherever they run. */
export type RunServices = {
  name: string;
  /** Returns the address of the control plane that serves now, which tasks get; undefined for runs without a control plane. */
  url?: () => string;
  health: Pick<Health, 'began' | 'failed'>;
  reporter: Pick<Reporter, 'open' | 'waitForBacklog'>;
  log: OwnLog;
  tracing: Tracing;
  graceMilliseconds: number;
  /** The length of a minute of a timeout; only tests shorten it. */
  timeoutUnitMilliseconds: number;
  /** Called when the task has ended, before its report has arrived. */
  ended: () => void;
};

/** An execution that the engine holds, from its claim until its end is reported. */
export type HeldExecution = {
  readonly lease: Schema<'ExecutionLease'>;
  readonly done: Promise<void>;
  /** Whether its task still runs. Afterwards only the report is pending. */
  readonly active: boolean;
  /** Whether its task is still to be started. */
  readonly preparing: boolean;
  readonly stopReason: StopReason | undefined;
  /** Ends the task after a grace period. The reason determines the outcome. */
  stop(reason: StopReason): void;
  /** Kills the task and reports nothing: this engine no longer holds the execution. */
  abandon(): void;
};

/** A run that an earlier program of this engine has left and that still runs. */
export type LeftRun = {
  lease: Schema<'ExecutionLease'>;
  continue: () => HeldExecution;
  /** Removes it: the engine does not hold its execution any more. */
  remove: () => Promise<void>;
};

/** Starts the executions of an engine. */
export type RunStarter = {
  start: (claim: Schema<'ClaimedExecution'>) => HeldExecution;
  /** Returns the runs that an earlier program of the engine has left; undefined for a runner whose runs end with the program. */
  left?: () => Promise<LeftRun[]>;
};

/** The runner of an engine. */
export type Runner = {
  isolation: IsolationKind;
  /** The versions of Java that its tasks can use; undefined for a runner that does not know them. */
  javas?: readonly number[];
  cache: BundleCache;
  /** Tests whether a run can begin; returns the reason if none can. */
  test: () => Promise<Illness | undefined>;
  open: (services: RunServices) => RunStarter;
  close: () => Promise<void>;
};

/** Opens a runner. `secret` returns a secret of the engine that later programs of the engine have too. */
export type OpenRunner = (options: MachineOptions & { name: string; secret: () => string }) => Promise<Runner>;

/** Ends an execution successfully at once, without a process, to measure the cost of the control plane alone. */
export function runInline(reports: ExecutionReports, traced: { traceparent?: string }): Promise<Receipt> {
  const now = steadyNow();
  return reports.finished({ outcome: 'EXECUTION_SUCCESS', startedAt: now, finishedAt: now, ...traced });
}

/** Creates an execution that ends as `runInline` does, for a runner that has no processes. */
export function inlineExecution({ executionId, fence }: Schema<'ClaimedExecution'>, { reporter }: RunServices): HeldExecution {
  const lease = { executionId, fence };
  const reports = reporter.open(lease, '', () => {});
  const done = runInline(reports, {}).then(() => {});
  return { lease, done, active: false, preparing: false, stopReason: undefined, stop: () => {}, abandon: () => reports.discard() };
}
