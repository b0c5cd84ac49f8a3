/** The status of a run, as pages show it. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { runMessages } from './messages.ts';
import type { RunStatus } from './run-filters.ts';

type AnyStatus = RunStatus | Schema<'DetailedExecutionStatus'>;

const TONES: Readonly<Record<AnyStatus, StatusTone>> = {
  EXECUTION_EVENT_RECEIVED: 'waits',
  DISPATCHING_FLOW: 'waits',
  STARTING_FLOW_EXECUTION: 'runs',
  STOPPING_FLOW_EXECUTION: 'runs',
  EXECUTION_SUCCESS: 'good',
  EXECUTION_REJECTED: 'partly',
  EXECUTION_FAILED: 'bad',
  DEPLOY_FAILED: 'bad',
  EXECUTION_MISFIRED: 'bad',
  EXECUTION_TERMINATED_TIMEOUT: 'bad',
  EXECUTION_TERMINATED: 'off',
  EXECUTION_TERMINATED_SHUTDOWN: 'off',
  UNKNOWN: 'off',
};

/** Statuses of runs that have not ended. */
const LIVE: ReadonlySet<AnyStatus> = new Set([
  'EXECUTION_EVENT_RECEIVED',
  'DISPATCHING_FLOW',
  'STARTING_FLOW_EXECUTION',
  'STOPPING_FLOW_EXECUTION',
]);

/** Whether a run with this status has not ended. */
export const isLive = (status: AnyStatus): boolean => LIVE.has(status);

/** The tone of a status, which gives its mark a colour and a shape. */
export const toneOfRun = (status: AnyStatus): StatusTone => TONES[status];

/** The status with its mark. */
export function RunStatusMark({ status }: { status: AnyStatus }): ReactNode {
  const text = useText(runMessages);
  return <StatusMark tone={TONES[status]}>{text(status)}</StatusMark>;
}
