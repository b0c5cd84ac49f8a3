/** What all executions of one engine share. */
import type { Tracing } from '@millrace/wire/tracing';
import type { Health } from './health.ts';
import type { OwnLog } from './own-log.ts';
import type { Reporter } from './reporter.ts';

/** The objects and settings that all executions of one engine share, wherever they run. */
export type RunServices = {
  name: string;
  /** The address of the control plane; a run without one has none. */
  url?: string;
  health: Pick<Health, 'began' | 'failed'>;
  reporter: Pick<Reporter, 'open' | 'waitForBacklog'>;
  log: OwnLog;
  tracing: Tracing;
  killAfterMilliseconds: number;
  timeoutUnitMilliseconds: number;
  /** Called when the task has ended, before its report has arrived. */
  ended: () => void;
};
