/** A task or plan of a step, in a list. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useText } from '../../text/language.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { planMessages } from './messages.ts';
import type { PlanEntry } from './plan-draft.ts';
import type { NodeState } from './run-states.ts';

/** The name and the state of the entry. The name links to its run, if it has one. */
export function EntryLink({ entry, state }: { entry: PlanEntry; state?: NodeState | undefined }): ReactNode {
  const text = useText(planMessages);
  const name = entry.name ?? text('hidden');
  const run = state?.run;
  const link =
    run?.kind === 'TASK' ? (
      <Link to="/runs/$executionId" params={{ executionId: run.executionId }} dir="auto">
        {name}
      </Link>
    ) : run ? (
      <Link to="/plans/runs/$planExecutionId" params={{ planExecutionId: run.executionId }} dir="auto">
        {name}
      </Link>
    ) : entry.name === undefined ? (
      <span className="hint">{name}</span>
    ) : entry.kind === 'TASK' ? (
      <Link to="/tasks/$taskId" params={{ taskId: entry.id }} dir="auto">
        {name}
      </Link>
    ) : (
      <Link to="/plans/$planId" params={{ planId: entry.id }} dir="auto">
        {name}
      </Link>
    );
  return (
    <>
      {link}
      {entry.kind === 'PLAN' && <span className="hint">{text('plan')}</span>}
      {entry.isPaused && !state && <StatusMark tone="off">{text('paused')}</StatusMark>}
      {state && <StatusMark tone={state.tone}>{state.label}</StatusMark>}
    </>
  );
}
