/** The status of a run of a plan, as pages show it. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { planMessages } from './messages.ts';

const TONES: Readonly<Record<Schema<'PlanStatus'>, StatusTone>> = {
  executing: 'runs',
  execution_successful: 'good',
  execution_failed: 'bad',
  execution_misfired: 'bad',
  terminated: 'off',
};

/** The status with its mark; without one, the plan has never run. */
export function PlanStatusMark({ status }: { status: Schema<'PlanStatus'> | undefined }): ReactNode {
  const text = useText(planMessages);
  return status === undefined ? (
    <span className="hint">{text('neverRun')}</span>
  ) : (
    <StatusMark tone={TONES[status]}>{text(status)}</StatusMark>
  );
}
