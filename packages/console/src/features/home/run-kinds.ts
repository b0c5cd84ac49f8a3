/** The kinds of runs that the start page distinguishes, and the queries that find runs with problems. */
import { isLive, toneOfRun } from '../task-executions/run-status.tsx';
import type { RunFilters } from '../task-executions/run-filters.ts';
import type { Run } from '../task-executions/use-runs.ts';

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
export const TASK_PROBLEMS: Readonly<Record<ProblemKind, RunFilters>> = {
  failed: { period: '7d', status: ['EXECUTION_FAILED', 'EXECUTION_TERMINATED_TIMEOUT'] },
  unstarted: { period: '7d', status: ['DEPLOY_FAILED'] },
  rejected: { period: '7d', status: ['EXECUTION_REJECTED'] },
};

/** Runs of plans that could not start in the last seven days: no task of them has a run. */
export const MISFIRED_PLANS: RunFilters = { period: '7d', plans: 'yes', status: ['EXECUTION_MISFIRED'] };
