/** Computes the bars of a timeline: the runs of a period, grouped by task or plan. */
import type { Schema } from '@millrace/contract';

type Run = Schema<'HistoricExecution'>;

/** A run with its positions in the period, from 0 to 1: it waits from `from`, runs from `start`, and ends at `end`. */
export type RunBar = { run: Run; from: number; start: number; end: number };

/** A row of the timeline: the runs of one task, or of one plan that could not start. */
export type RunBarRow = { id: string; isPlan: boolean; name: string; runs: RunBar[] };

/** Groups the runs of a period; the task or plan whose run was triggered last comes first. */
export function rowsOf(runs: readonly Run[], begin: number, end: number): RunBarRow[] {
  const position = (time: number): number => Math.min(Math.max((time - begin) / (end - begin), 0), 1);
  const byId = new Map<string, RunBarRow>();
  for (const run of runs.toSorted((a, b) => (b.triggerTime ?? 0) - (a.triggerTime ?? 0))) {
    const id = run.taskId ?? run.planId;
    if (id === undefined) continue;
    const row = byId.get(id) ?? { id, isPlan: run.taskId === undefined, name: run.name, runs: [] };
    byId.set(id, row);
    const from = run.triggerTime ?? begin;
    const until = run.runEndTime ?? end;
    row.runs.push({ run, from: position(from), start: position(run.runStartTime ?? until), end: position(until) });
  }
  return [...byId.values()];
}
