/** The status of a run, as pages show it. */
import type { ReactNode } from 'react';
import { RUN_STATES, STATE_OF_STATUS, stateOfRun, type RunStatus } from '@millrace/contract/run-states';
import { useText } from '../../text/language.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { stateMessages } from './state-messages.ts';

/** Whether a run with this status has not ended. */
export const isLive = (status: RunStatus): boolean => RUN_STATES[STATE_OF_STATUS[status]].group === 'live';

/** The tone of a status, which gives its mark a colour and a shape. */
export const toneOfRun = (status: RunStatus): StatusTone => RUN_STATES[STATE_OF_STATUS[status]].tone;

/** The status of a run, a plan run or a step with its mark; a run with the reason of a misfire did not start. */
export function RunStatusMark({ status, misfiredReason }: { status: RunStatus; misfiredReason?: string | undefined }): ReactNode {
  const text = useText(stateMessages);
  const state = stateOfRun(status, misfiredReason);
  return <StatusMark tone={RUN_STATES[state].tone}>{text(state)}</StatusMark>;
}
