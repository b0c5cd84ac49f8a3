/** Reads the progress of a run of a plan. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { RUN_STATES, stateOfRun, type RunStatus } from '@millrace/contract/run-states';
import { api, useRead } from '../../app/api.ts';
import type { TextOf } from '../../text/language.tsx';
import { entryKey, stepKey, type NodeState } from '../plans/plan-status.tsx';
import type { Run } from '../task-executions/run-status.tsx';
import type { stateMessages } from '../task-executions/states.ts';

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
  const { data: plan } = useRead(
    'GET /orchestration/executables/plans/{planId}',
    { path: { planId: run?.planId ?? '' } },
    { enabled: run !== undefined },
  );
  const { data: tasks = [] } = useTaskRuns(planExecutionId, plan, every);
  return { ...result, run, plan, isLive, steps, tasks };
}

const SEARCH = 'POST /monitoring/observability/executions/search';
const MAX_TASKS = 200;

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

/** The states of the steps, tasks and plans of a run, for the graph and the list. */
export function statesOf(steps: readonly StepRun[], tasks: readonly Run[], text: TextOf<typeof stateMessages>): Map<string, NodeState> {
  const states = new Map<string, NodeState>();
  const shown = (status: RunStatus, misfiredReason?: string): Pick<NodeState, 'tone' | 'label'> => {
    const state = stateOfRun(status, misfiredReason);
    return { tone: RUN_STATES[state].tone, label: text(state) };
  };
  const parts = steps.flatMap(({ step, handler }) => [
    { details: step, part: 'tasks' as const, step: step.id },
    ...(handler ? [{ details: handler, part: 'handler' as const, step: step.id }] : []),
  ]);
  for (const { details, part, step } of parts) {
    states.set(stepKey(step, part), shown(details.executionStatus));
    for (const { executionId, jobId, executionStatus, misfiredExecutionReason } of details.doneTaskExecutableDetails)
      states.set(entryKey({ step, part, id: jobId }), {
        ...shown(executionStatus, misfiredExecutionReason),
        run: { kind: 'TASK', executionId },
      });
    for (const { executionId, planId, status } of details.donePlanExecutableDetails)
      states.set(entryKey({ step, part, id: planId }), { ...shown(status), run: { kind: 'PLAN', executionId } });
  }
  // Tasks that have not ended belong to the newest step or error handler that is running.
  const current = parts.findLast(({ details }) => details.executionStatus === 'STARTED');
  if (current)
    for (const { id, taskId = '', status, misfiredReason } of tasks) {
      const key = entryKey({ step: current.step, part: current.part, id: taskId });
      if (!states.has(key)) states.set(key, { ...shown(status, misfiredReason), run: { kind: 'TASK', executionId: id } });
    }
  return states;
}
