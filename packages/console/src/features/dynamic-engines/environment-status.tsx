/** The status of a dynamic-engine environment, as pages show it. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { assignmentMessages } from './assignment-messages.ts';

const TONES: Readonly<Record<Schema<'DEEnvironmentStatus'>, StatusTone>> = {
  NOT_ASSIGNED: 'off',
  SET_UP_REQUIRED: 'waits',
  READY: 'good',
  NOT_READY: 'bad',
};

/** The status with its mark. */
export function EnvironmentStatusMark({ status }: { status: Schema<'DEEnvironmentStatus'> }): ReactNode {
  const text = useText(assignmentMessages);
  return <StatusMark tone={TONES[status]}>{text(status)}</StatusMark>;
}
