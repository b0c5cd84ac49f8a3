/** Reads a run of a plan with its steps and tasks, and gives the states of the parts of the plan in it. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { RUN_STATES, stateOfRun, type RunStatus } from '@millrace/contract/run-states';
import { api, useRead } from '../../app/api.ts';
import type { TextOf } from '../../text/texts.ts';
import type { DraftStep } from '../plans/plan-draft.ts';
import { entryKey, stepKey, type NodeState, type RunPeriod } from '../plans/plan-status.tsx';
import type { Run } from '../task-executions/read-runs.ts';
import type { stateMessages } from '../task-executions/state-messages.ts';

const REFRESH_INTERVAL = 1500;

type Details = Schema<'StepExecutionDetails'>;

/** A step that has started, with its error handler if that has started. */
export type StepRun = { step: Details; handler: Details | undefined };

const STEPS = 'GET /processing/executions/plans/{planExecutionId}/steps';
const STEP = 'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}';
const HANDLER = 'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler';

/** The run with the steps that have started. It is refreshed until it has ended. */
export function usePlanRun(planExecutionId: string) {
  const path = { planExecutionId };
  const result = useRead(
    'GET /processing/executions/plans/{planExecutionId}',
    { path },
    { every: (body) => body?.status === 'executing' && REFRESH_INTERVAL },
  );
  const run = result.data;
  const isLive = run?.status === 'executing';
  const every = isLive ? REFRESH_INTERVAL : false;
  const { data: startedSteps } = useQuery({
    // The last answer may be older than the end of the run, so the steps are read once more.
    queryKey: [STEPS, { path }, isLive],
    queryFn: async ({ signal }) => (await api.call(STEPS, { path, signal })).body,
    enabled: run !== undefined,
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });
  const steps = useQueries({
    queries: (startedSteps ?? []).map(({ executionId, executionStatus }) => ({
      // The status is part of the key, so that the steps are read at once when the run ends.
      queryKey: [STEP, planExecutionId, executionId, executionStatus, isLive],
      queryFn: ({ signal }: { signal: AbortSignal }) => readStep(planExecutionId, executionId, executionStatus, signal),
      refetchInterval: every,
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
  const planRead = useRead(
    'GET /orchestration/executables/plans/{planId}',
    { path: { planId: run?.planId ?? '' } },
    { enabled: run !== undefined },
  );
  const { data: plan } = planRead;
  const environmentId = plan?.workspace?.environment?.id;
  const { data: tasks } = useTaskRuns(planExecutionId, plan, every);
  const { data: historic } = useHistoricPlanRun(environmentId, planExecutionId);
  const areStepsRead = startedSteps !== undefined && steps.length === startedSteps.length;
  // A plan that was deleted has no further parts.
  const isRead = planRead.isError || (plan !== undefined && areStepsRead && tasks !== undefined && historic !== undefined);
  return { ...result, run, plan, isLive, steps, tasks: tasks ?? [], historic, isRead };
}

const SEARCH = 'POST /monitoring/observability/executions/search';
const MAX_TASKS = 200;

/** The run in the history, with the name of who has started it; null if the history does not contain it. */
const useHistoricPlanRun = (environmentId: string | undefined, planExecutionId: string) =>
  useQuery({
    queryKey: [SEARCH, environmentId, 'plan run', planExecutionId],
    enabled: environmentId !== undefined,
    queryFn: async ({ signal }): Promise<Run | null> => {
      const filters = [{ field: 'id' as const, operator: 'in' as const, value: [planExecutionId] }];
      const body = { environmentId: environmentId ?? '', category: 'ETL' as const, filters, limit: 1 };
      return (await api.call(SEARCH, { body, signal })).body.items[0] ?? null;
    },
  });

/** The task runs of a plan run, including unfinished ones, as far as they are among the newest runs of the plan. */
const useTaskRuns = (planExecutionId: string, plan: Schema<'PlanExecutableDetails'> | undefined, every: number | false) =>
  useQuery({
    queryKey: [SEARCH, 'of plan', planExecutionId, every],
    enabled: plan?.workspace?.environment !== undefined,
    queryFn: async ({ signal }): Promise<Run[]> => {
      const filters = [{ field: 'planId' as const, operator: 'in' as const, value: [plan?.executable] }];
      const environmentId = plan?.workspace?.environment?.id ?? '';
      const body = { environmentId, category: 'ETL' as const, exclude: 'PLAN_EXECUTIONS' as const, filters, limit: MAX_TASKS };
      const { items } = (await api.call(SEARCH, { body, signal })).body;
      return items.filter((run) => run.planExecutionId === planExecutionId);
    },
    refetchInterval: every,
  });

async function readStep(
  planExecutionId: string,
  stepExecutionId: string,
  status: Schema<'StepStatus'>,
  signal: AbortSignal,
): Promise<StepRun> {
  const path = { planExecutionId, stepExecutionId };
  const step = (await api.call(STEP, { path, signal })).body;
  if (status !== 'EXECUTION_FAILED') return { step, handler: undefined };
  try {
    return { step, handler: (await api.call(HANDLER, { path, signal })).body };
  } catch (error) {
    // The step has no error handler, or the handler has not started.
    if (error instanceof ApiError && error.status === 404) return { step, handler: undefined };
    throw error;
  }
}

const timeOf = (time: string | null | undefined): number | undefined =>
  time === null || time === undefined ? undefined : Date.parse(time);

type Timed = { startTimestamp: string; finishTimestamp?: string | null };

/** The period of a run or a step. */
export const periodOfRun = ({ startTimestamp, finishTimestamp }: Timed): RunPeriod => ({
  from: Date.parse(startTimestamp),
  to: timeOf(finishTimestamp),
});

/**
 * The states of the steps, tasks and plans of a plan in a run of it, for the graph and the timeline, by their keys. The run has not reached the others:
 * they are shown as not run, even if they were added to the plan after the run.
 */
export function statesOf(
  steps: readonly DraftStep[],
  started: readonly StepRun[],
  tasks: readonly Run[],
  text: TextOf<typeof stateMessages>,
): Map<string, NodeState> {
  const states = new Map<string, NodeState>();
  const shown = (status: RunStatus, misfiredReason?: string): Pick<NodeState, 'tone' | 'label'> => {
    const state = stateOfRun(status, misfiredReason);
    return { tone: RUN_STATES[state].tone, label: text(state) };
  };
  const parts = started.flatMap(({ step, handler }) => [
    { details: step, part: 'tasks' as const, step: step.id },
    ...(handler ? [{ details: handler, part: 'handler' as const, step: step.id }] : []),
  ]);
  for (const { details, part, step } of parts) {
    states.set(stepKey(step, part), { ...shown(details.executionStatus), period: periodOfRun(details) });
    for (const done of details.doneTaskExecutableDetails)
      states.set(entryKey({ step, part, id: done.jobId }), {
        ...shown(done.executionStatus, done.misfiredExecutionReason),
        ...(done.misfiredExecutionReason === undefined && { period: periodOfRun(done) }),
        run: { kind: 'TASK', executionId: done.executionId },
      });
    for (const done of details.donePlanExecutableDetails)
      states.set(entryKey({ step, part, id: done.planId }), {
        ...shown(done.status, done.misfiredExecutionReason),
        ...(done.misfiredExecutionReason === undefined && { period: periodOfRun(done) }),
        run: { kind: 'PLAN', executionId: done.executionId },
      });
  }
  // Tasks that have not ended belong to the newest step or error handler that is running.
  const current = parts.findLast(({ details }) => details.executionStatus === 'STARTED');
  if (current)
    for (const { id, taskId = '', status, misfiredReason, runStartTime, runEndTime } of tasks) {
      const key = entryKey({ step: current.step, part: current.part, id: taskId });
      if (!states.has(key))
        states.set(key, {
          ...shown(status, misfiredReason),
          ...(runStartTime !== undefined && { period: { from: runStartTime, to: runEndTime } }),
          run: { kind: 'TASK', executionId: id },
        });
    }
  const unrun: NodeState = { tone: RUN_STATES.unrun.tone, label: text('unrun') };
  for (const step of steps)
    for (const part of PARTS) {
      const keys = [
        ...(part === 'tasks' || step.handler.length > 0 ? [stepKey(step.key, part)] : []),
        ...step[part].map(({ id }) => entryKey({ step: step.key, part, id })),
      ];
      for (const key of keys) if (!states.has(key)) states.set(key, unrun);
    }
  return states;
}

const PARTS = ['tasks', 'handler'] as const;
