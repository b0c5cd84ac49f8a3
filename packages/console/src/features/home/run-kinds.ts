/** The kinds of runs that the start page distinguishes, the reading of runs with problems, and the times up to which a person has seen these. */
import { serverNow } from '../../app/api.ts';
import { storedText, storeText } from '../../app/browser-storage.ts';
import type { RunFilters } from '../task-executions/run-filters.ts';
import { isLive, toneOfRun, useRecentRuns, type Run } from '../task-executions/run-status.tsx';

/** Runs that failed, that could not start, and that finished with rejected rows. */
export const PROBLEM_KINDS = ['failed', 'unstarted', 'rejected'] as const;

/** A kind of runs that needs attention. */
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** A kind of runs; `live`: they wait or run. */
export type RunKind = ProblemKind | 'succeeded' | 'live' | 'stopped';

/** All kinds, in the order in which the page names them. */
export const RUN_KINDS: readonly RunKind[] = ['succeeded', ...PROBLEM_KINDS, 'live', 'stopped'];

/** The kind of a run. A run that could not start has done nothing, so it does not count as failed. */
export function kindOfRun({ status }: Pick<Run, 'status'>): RunKind {
  if (status === 'DEPLOY_FAILED' || status === 'EXECUTION_MISFIRED') return 'unstarted';
  if (status === 'EXECUTION_REJECTED') return 'rejected';
  if (toneOfRun(status) === 'bad') return 'failed';
  if (isLive(status)) return 'live';
  return status === 'EXECUTION_SUCCESS' ? 'succeeded' : 'stopped';
}

/** The problems of tasks in the last seven days. Each query has its own limit, so that many runs of one kind do not displace those of another. */
const TASK_PROBLEMS: Readonly<Record<ProblemKind, RunFilters>> = {
  failed: { period: '7d', status: ['EXECUTION_FAILED', 'EXECUTION_TERMINATED_TIMEOUT'] },
  unstarted: { period: '7d', status: ['DEPLOY_FAILED'] },
  rejected: { period: '7d', status: ['EXECUTION_REJECTED'] },
};

/** Runs of plans that could not start in the last seven days: no task of them has a run. */
export const MISFIRED_PLANS: RunFilters = { period: '7d', plans: 'yes', status: ['EXECUTION_MISFIRED'] };

const DAY = 86_400_000;

const keyOf = (kind: ProblemKind): string => (kind === 'failed' ? 'millrace.seen' : `millrace.seen.${kind}`);

/** The time up to which a person has seen the problems of a kind on the start page, stored in this browser; without one, a day ago. */
export const lastVisit = (kind: ProblemKind): number => Number(storedText(keyOf(kind))) || serverNow() - DAY;

/** Stores a time, and returns it. */
export function markVisit(kind: ProblemKind, time: number): number {
  storeText(keyOf(kind), String(time));
  return time;
}

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
