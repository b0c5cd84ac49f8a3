/** One run of a plan: its state and actions, the explanation of the state, its graph, and its steps and tasks on a scale of time. */
import { Suspense, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { STATE_OF_STATUS } from '@millrace/contract/run-states';
import { lazyPart } from '../../ui/lazy-parts.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { GraphCard } from '../plans/graph-editor.tsx';
import { planMessages } from '../plans/messages.ts';
import { stepsOfChart, type DraftStep } from '../plans/plan-draft.ts';
import { errorText } from '../task-executions/error-text.ts';
import { RunNoticeBox } from '../task-executions/run-head.tsx';
import type { Run } from '../task-executions/read-runs.ts';
import { toneOfRun } from '../task-executions/run-status.tsx';
import { stateMessages } from '../task-executions/state-messages.ts';
import { PlanGantt } from './plan-gantt.tsx';
import { periodOfRun, statesOf, usePlanRun, type StepRun } from './plan-run-state.ts';
import { PlanRunStrip } from './plan-run-strip.tsx';
import styles from './plan-run-page.module.css';
import '../plans/plan.css';

/** All sentences about runs are loaded only when a task failed or waits. */
const RunExplanation = lazyPart(async () => (await import('../explanations/run-explanation.tsx')).RunExplanation);

const route = getRouteApi('/plans/runs/$planExecutionId');

/** The page. */
export function PlanRunPage(): ReactNode {
  const text = useText(planMessages);
  const stateText = useText(stateMessages);
  const { planExecutionId } = route.useParams();
  const { run, plan, historic, isLive, isRead, steps: startedSteps, tasks, error } = usePlanRun(planExecutionId);
  if (!run) return <ErrorNote error={error} />;
  const steps = stepsOfChart(plan?.chart);
  const states = statesOf(steps, startedSteps, tasks, stateText);
  const removedSteps = removedFrom(steps, startedSteps, tasks, text('removedStep'));
  const tone = toneOfRun(run.status);
  return (
    <>
      <PlanRunStrip
        run={run}
        name={plan?.name ?? historic?.name}
        historic={historic}
        steps={steps}
        startedSteps={startedSteps}
        isLive={isLive}
      />
      {/* The parts below appear together: none of them moves when another is read. */}
      {isRead && (
        <div className={styles['why']}>
          <RunNoticeBox isBad={tone === 'bad' || tone === 'missed'}>
            <PlanExplanation run={run} steps={steps} startedSteps={startedSteps} />
            <ExplainedTasks tasks={tasks} />
          </RunNoticeBox>
        </div>
      )}
      {isRead && plan && removedSteps.length > 0 && (
        <div className="note">
          <p>{text('changedSince', { count: removedSteps.length })}</p>
        </div>
      )}
      {isRead && plan && <GraphCard steps={steps} states={states} />}
      {isRead && plan && <PlanGantt steps={[...removedSteps, ...steps]} states={states} period={periodOfRun(run)} />}
    </>
  );
}

/** The steps of the run that are no longer in the plan, with the tasks that they ran. */
const removedFrom = (steps: readonly DraftStep[], started: readonly StepRun[], tasks: readonly Run[], name: string): DraftStep[] =>
  started
    .filter(({ step }) => steps.every(({ id }) => id !== step.id))
    .map(({ step: { id, doneTaskExecutableDetails: done } }) => ({
      key: id,
      name,
      condition: 'ALL_SUCCEEDED',
      tasks: done.map(({ jobId, executionId }) => ({ id: jobId, kind: 'TASK', name: tasks.find((task) => task.id === executionId)?.name })),
      handler: [],
      note: '',
    }));

type PlanExplanationProps = { run: Schema<'PlanExecutionStatus'>; steps: readonly DraftStep[]; startedSteps: readonly StepRun[] };

/** Explains the state of the run, from its status and its steps. */
function PlanExplanation({ run, steps, startedSteps }: PlanExplanationProps): ReactNode {
  const text = useText(planMessages);
  const stateText = useText(stateMessages);
  const language = useLanguage();
  const nameOf = (id: string): string => steps.find((step) => step.id === id)?.name ?? id;
  const last = startedSteps.at(-1);
  const failed = startedSteps.findLast(({ step }) => step.executionStatus === 'EXECUTION_FAILED');
  const stopper = run.endRequest?.accountName;
  const terminated = stopper === undefined ? text('wasTerminated') : text('wasTerminatedBy', { name: stopper });
  const lines: (string | undefined)[] = [
    run.misfiredExecutionReason && text(run.misfiredExecutionReason),
    run.status === 'execution_successful' ? text('succeeded') : undefined,
    run.status === 'terminated' ? terminated : undefined,
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
          {errorText(run.errorMessage, language)}
        </p>
      )}
    </>
  );
}

const MAX_EXPLAINED = 5;

/** The tasks that failed or wait, each with the explanation of the server. */
function ExplainedTasks({ tasks }: { tasks: readonly Run[] }): ReactNode {
  const named = tasks.filter(({ status }) => ['bad', 'missed', 'waits'].includes(toneOfRun(status))).slice(0, MAX_EXPLAINED);
  return (
    <ul className={`ruled ${styles['tasks']}`}>
      {named.map((run) => (
        <li key={run.id}>
          <TextLink to="/runs/$executionId" params={{ executionId: run.id }} name={run.name} />{' '}
          <Suspense fallback={<span data-waits />}>
            <RunExplanation executionId={run.id} />
          </Suspense>
        </li>
      ))}
    </ul>
  );
}
