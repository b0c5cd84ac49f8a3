/** Computes the bars of a timeline: the runs of a period, grouped by task. */
import type { Schema } from '@millrace/contract';

type Run = Schema<'HistoricExecution'>;

/** A run with its positions in the period, from 0 to 1: it waits from `from`, runs from `start`, and ends at `end`. */
export type PlacedRun = { run: Run; from: number; start: number; end: number };

/** The runs of one task. */
export type TaskRuns = { taskId: string; name: string; runs: PlacedRun[] };

/** Groups the runs of a period; the task whose run was triggered last comes first. */
export function tasksOf(runs: readonly Run[], begin: number, end: number): TaskRuns[] {
  const position = (time: number): number => Math.min(Math.max((time - begin) / (end - begin), 0), 1);
  const byTask = new Map<string, TaskRuns>();
  for (const run of runs.toSorted((a, b) => (b.triggerTime ?? 0) - (a.triggerTime ?? 0))) {
    if (run.taskId === undefined) continue;
    const task = byTask.get(run.taskId) ?? { taskId: run.taskId, name: run.name, runs: [] };
    byTask.set(run.taskId, task);
    const from = run.triggerTime ?? begin;
    const until = run.runEndTime ?? end;
    task.runs.push({ run, from: position(from), start: position(run.runStartTime ?? until), end: position(until) });
  }
  return [...byTask.values()];
}
