import type { Schema } from '@millrace/contract';
import type { StopReason } from './outcome.ts';

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
