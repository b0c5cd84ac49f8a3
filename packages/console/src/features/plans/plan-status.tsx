/** The status of a run of a plan, and the states of its steps, tasks and plans, as pages show them. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { executableTarget, runTarget, type LinkTarget } from '../../app/link-targets.ts';
import { useText } from '../../text/language.tsx';
import type { StatusTone } from '../../ui/status-mark.tsx';
import { DurationText, RunningDuration } from '../../ui/time-text.tsx';
import { RunStatusMark } from '../task-executions/run-status.tsx';
import { planMessages } from './messages.ts';
import type { EntryPosition, PlanEntry } from './plan-draft.ts';

/** The status with its mark; without one, the plan has never run. */
export function PlanStatusMark({ status }: { status: Schema<'PlanStatus'> | undefined }): ReactNode {
  const text = useText(planMessages);
  return status === undefined ? <span className="hint">{text('neverRun')}</span> : <RunStatusMark status={status} />;
}

/** The time of a run in epoch milliseconds; without an end it is still running. */
export type RunPeriod = { from: number; to: number | undefined };

/** A state: its mark, its name, its time if it has started, and the id of the run that has it. */
export type NodeState = {
  tone: StatusTone;
  label: string;
  period?: RunPeriod | undefined;
  run?: { kind: 'TASK' | 'PLAN'; executionId: string };
};

/** How long a run took, or has taken until now. */
export const PeriodText = ({ period: { from, to } }: { period: RunPeriod }): ReactNode =>
  to === undefined ? <RunningDuration since={from} /> : <DurationText milliseconds={Math.max(to - from, 0)} />;

/** The states of the steps, tasks and plans of a plan in one of its runs, by `stepKey` and `entryKey`; one without a state has no run. */
export type RunStates = ReadonlyMap<string, NodeState>;

/** The key of the state of a step, or of its error handler. */
export const stepKey = (step: string, part: EntryPosition['part'] = 'tasks'): string => `${part} ${step}`;

/** The key of the state of a task or plan in a step. */
export const entryKey = ({ step, part, id }: EntryPosition): string => `${part} ${step} ${id}`;

/** Where a task or plan of a step leads: to its run, or to its own page; undefined for one that the person may not see. */
export const entryTarget = ({ id, kind, name }: PlanEntry, state: NodeState | undefined): LinkTarget | undefined => {
  if (state?.run) return runTarget(state.run.kind, state.run.executionId);
  return name === undefined ? undefined : executableTarget(kind, id);
};
