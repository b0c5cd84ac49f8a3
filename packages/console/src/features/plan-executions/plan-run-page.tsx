/** One run of a plan: its state in the graph, the explanation of the state, and buttons to stop it and run it again. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { STATE_OF_STATUS } from '@millrace/contract/run-states';
import { serverNow, useChange, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ConfirmDialog, FormDialog } from '../../ui/dialogs.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote, FactList, PageHead } from '../../ui/page-parts.tsx';
import { DurationText, TimeText } from '../../ui/time-text.tsx';
import { GraphCard } from '../plans/graph-editor.tsx';
import { planMessages } from '../plans/messages.ts';
import { stepsOfChart, type DraftStep } from '../plans/plan-draft.ts';
import { PlanStatusMark } from '../plans/plan-status.tsx';
import { StepList } from '../plans/step-list.tsx';
import { isLive as isLiveRun, toneOfRun, type Run } from '../task-executions/run-status.tsx';
import { stateMessages } from '../task-executions/states.ts';
import { statesOf, usePlanRun, type StepRun } from './plan-run-state.ts';
import '../plans/plan.css';

const route = getRouteApi('/plans/runs/$planExecutionId');

/** The page. */
export function PlanRunPage(): ReactNode {
  const text = useText(planMessages);
  const stateText = useText(stateMessages);
  const { planExecutionId } = route.useParams();
  const { run, plan, isLive, steps: startedSteps, tasks, error } = usePlanRun(planExecutionId);
  if (!run) return <ErrorNote error={error} />;
  const steps = stepsOfChart(plan?.chart);
  const states = statesOf(startedSteps, tasks, stateText);
  const removedSteps = startedSteps.filter(({ step }) => steps.every(({ id }) => id !== step.id)).length;
  const end = run.finishTimestamp === null ? serverNow() : Date.parse(run.finishTimestamp);
  return (
    <>
      <PageHead title={plan?.name ?? run.planId} aside={<PlanStatusMark status={run.status} />}>
        <ButtonLink to="/plans/$planId" params={{ planId: run.planId }} name={text('toPlan')} />
        <PlanRunActions run={run} steps={steps} startedSteps={startedSteps} isLive={isLive} />
      </PageHead>
      <Card title={text('timeline')}>
        <PlanExplanation run={run} steps={steps} startedSteps={startedSteps} />
        <ExplainedTasks tasks={tasks} />
        <FactList
          facts={[
            [text('started'), <TimeText key="start" at={run.startTimestamp} />],
            [text('duration'), <DurationText key="duration" milliseconds={Math.max(end - Date.parse(run.startTimestamp), 0)} />],
            [text('progress'), text('progressOf', { done: run.doneExecutableCount, planned: run.plannedExecutableCount })],
            [text('trigger'), text(run.executionType)],
            [text('id'), <code key="id">{run.executionId}</code>],
          ]}
        />
      </Card>
      {plan && removedSteps > 0 && (
        <div className="note">
          <p>{text('changedSince', { count: removedSteps })}</p>
        </div>
      )}
      {plan && <GraphCard steps={steps} states={states} />}
      {plan && <StepList steps={steps} states={states} />}
    </>
  );
}

type PlanExplanationProps = { run: Schema<'PlanExecutionStatus'>; steps: readonly DraftStep[]; startedSteps: readonly StepRun[] };

/** Explains the state of the run, from its status and its steps. */
function PlanExplanation({ run, steps, startedSteps }: PlanExplanationProps): ReactNode {
  const text = useText(planMessages);
  const stateText = useText(stateMessages);
  const nameOf = (id: string): string => steps.find((step) => step.id === id)?.name ?? id;
  const last = startedSteps.at(-1);
  const failed = startedSteps.findLast(({ step }) => step.executionStatus === 'EXECUTION_FAILED');
  const lines: (string | undefined)[] = [
    run.misfiredExecutionReason && text(run.misfiredExecutionReason),
    run.status === 'execution_successful' ? text('succeeded') : undefined,
    run.status === 'terminated' ? text('wasTerminated') : undefined,
    failed && text('failedIn', { step: nameOf(failed.step.id) }),
    failed?.handler && text('handlerRan', { status: stateText(STATE_OF_STATUS[failed.handler.executionStatus]) }),
    run.status === 'executing' && last && !failed ? text('goesOn', { step: nameOf(last.step.id) }) : undefined,
    run.status === 'executing' ? text('runningNow', { count: run.doneExecutableCount, planned: run.plannedExecutableCount }) : undefined,
  ];
  return (
    <>
      <p>{lines.filter(Boolean).join(' ')}</p>
      {run.errorMessage && (
        <p className="hint" dir="auto">
          {run.errorMessage}
        </p>
      )}
    </>
  );
}

const MAX_EXPLAINED = 5;
const REFRESH_INTERVAL = 3000;

/** The tasks that failed or wait, each with the explanation of the server. */
function ExplainedTasks({ tasks }: { tasks: readonly Run[] }): ReactNode {
  const named = tasks.filter(({ status }) => ['bad', 'missed', 'waits'].includes(toneOfRun(status))).slice(0, MAX_EXPLAINED);
  return (
    <ul className="plain-list">
      {named.map((run) => (
        <li key={run.id}>
          <TextLink to="/runs/$executionId" params={{ executionId: run.id }} name={run.name} /> <TaskExplanation executionId={run.id} />
        </li>
      ))}
    </ul>
  );
}

function TaskExplanation({ executionId }: { executionId: string }): ReactNode {
  const { data } = useRead(
    'GET /processing/executions/{executionId}/explanation',
    { path: { executionId } },
    { every: (body) => body !== undefined && isLiveRun(body.executionStatus) && REFRESH_INTERVAL },
  );
  return <bdi className="hint">{data?.summary}</bdi>;
}

type PlanRunActionsProps = {
  run: Schema<'PlanExecutionStatus'>;
  steps: readonly DraftStep[];
  startedSteps: readonly StepRun[];
  isLive: boolean;
};

/** The buttons that stop the run, or run the plan again from a step. */
function PlanRunActions({ run: { executionId, planId, status }, steps, startedSteps, isLive }: PlanRunActionsProps): ReactNode {
  const text = useText(planMessages);
  const navigate = useNavigate();
  const mayChange = useMay('SVC_OPERATOR');
  const [openDialog, setOpenDialog] = useState<'stop' | 'again'>();
  const [chosen, setChosen] = useState<string>();
  const [onlyFailed, setOnlyFailed] = useState(true);
  const stop = useChange('DELETE /processing/executions/plans/{planExecutionId}', {
    refreshes: ['GET /processing/executions/plans/{planExecutionId}', 'GET /processing/executions/plans/{planExecutionId}/steps'],
    notice: text('runStopped'),
    onDone: () => setOpenDialog(undefined),
  });
  const rerun = useChange('POST /processing/executions/plans', {
    refreshes: ['GET /processing/executables/plans/{planId}/executions'],
    notice: text('runAccepted'),
    onDone: (started) => {
      setOpenDialog(undefined);
      void navigate({ to: '/plans/runs/$planExecutionId', params: { planExecutionId: started.executionId } });
    },
  });
  if (!mayChange) return undefined;
  const failed = startedSteps.filter(
    ({ step }) => step.executionStatus === 'EXECUTION_FAILED' || step.executionStatus === 'EXECUTION_TERMINATED',
  );
  const from = chosen ?? failed.at(-1)?.step.executionId;
  const nameOf = (id: string): string => steps.find((step) => step.id === id)?.name ?? id;
  return (
    <>
      {isLive && (
        <ActionButton icon="stop" onPress={() => setOpenDialog('stop')}>
          {text('stop')}
        </ActionButton>
      )}
      {status === 'execution_failed' && from !== undefined && (
        <ActionButton icon="play" onPress={() => setOpenDialog('again')}>
          {text('again')}
        </ActionButton>
      )}
      <ConfirmDialog
        title={text('stopTitle')}
        action={text('stop')}
        isOpen={openDialog === 'stop'}
        change={stop}
        onConfirm={() => stop.mutate({ path: { planExecutionId: executionId } })}
        onClose={() => setOpenDialog(undefined)}
      >
        <p>{text('stopHint')}</p>
      </ConfirmDialog>
      <FormDialog
        title={text('againTitle')}
        isOpen={openDialog === 'again'}
        hint={text('againHint')}
        action={text('runAgain')}
        change={rerun}
        onSubmit={() =>
          rerun.mutate({
            body: { executable: planId, executionPlanId: executionId, stepId: from ?? '', rerunOnlyFailedTasks: onlyFailed },
          })
        }
        onClose={() => setOpenDialog(undefined)}
      >
        <ChoiceField
          label={text('fromStep')}
          value={from}
          options={startedSteps.map(({ step }) => ({ id: step.executionId, name: nameOf(step.id) }))}
          onChange={setChosen}
        />
        <CheckField isSelected={onlyFailed} onChange={setOnlyFailed}>
          {text('onlyFailed')}
        </CheckField>
      </FormDialog>
    </>
  );
}
