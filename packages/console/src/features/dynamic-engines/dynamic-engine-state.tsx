/** The state of a dynamic engine, and the status of an environment on one, as pages show them. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { assignmentMessages, dynamicEngineMessages } from './messages.ts';

const TONES: Readonly<Record<Schema<'DynamicEngineState'>, StatusTone>> = {
  CREATING: 'waits',
  CONNECTED: 'good',
  DISCONNECTED: 'bad',
  ERROR: 'bad',
  DELETED: 'off',
};

/** The state with its mark. */
export function DynamicEngineStateMark({ state }: { state: Schema<'DynamicEngineState'> }): ReactNode {
  const text = useText(dynamicEngineMessages);
  return <StatusMark tone={TONES[state]}>{text(state)}</StatusMark>;
}

const ENVIRONMENT_TONES: Readonly<Record<Schema<'DEEnvironmentStatus'>, StatusTone>> = {
  NOT_ASSIGNED: 'off',
  SET_UP_REQUIRED: 'waits',
  READY: 'good',
  NOT_READY: 'bad',
};

/** The status of a dynamic-engine environment with its mark. */
export function EnvironmentStatusMark({ status }: { status: Schema<'DEEnvironmentStatus'> }): ReactNode {
  const text = useText(assignmentMessages);
  return <StatusMark tone={ENVIRONMENT_TONES[status]}>{text(status)}</StatusMark>;
}
