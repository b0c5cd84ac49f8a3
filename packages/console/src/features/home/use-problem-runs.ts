/** Reads the runs that need attention. */
import { useRecentRuns, type Run } from '../task-executions/use-runs.ts';
import { MISFIRED_PLANS, TASK_PROBLEMS, type ProblemKind } from './run-kinds.ts';

/** The runs of each kind in the last seven days, the newest first; undefined until all were read. */
export function useProblemRuns(environmentId: string): Readonly<Record<ProblemKind, readonly Run[]>> | undefined {
  const { data: failed } = useRecentRuns(environmentId, TASK_PROBLEMS.failed);
  const { data: unstarted } = useRecentRuns(environmentId, TASK_PROBLEMS.unstarted);
  const { data: rejected } = useRecentRuns(environmentId, TASK_PROBLEMS.rejected);
  const { data: plans } = useRecentRuns(environmentId, MISFIRED_PLANS);
  if (!failed || !unstarted || !rejected || !plans) return undefined;
  return { failed, unstarted: [...unstarted, ...plans].toSorted((a, b) => endOf(b) - endOf(a)), rejected };
}

/** The time at which a run ended, or else was triggered, in epoch milliseconds. */
export const endOf = ({ runEndTime, triggerTime }: Run): number => runEndTime ?? triggerTime ?? 0;
