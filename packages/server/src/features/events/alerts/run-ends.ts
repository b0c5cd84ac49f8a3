/** Ends of runs, in the form that alerts need. */
import type { MessageEntry } from '../notifications/index.ts';

/** The end of a run: of a task or a plan, as a failure or not. */
export type RunEnd = { entry: MessageEntry; tenant: string; failed: boolean; count: number; inPlan: boolean };

/**
 * Divides ends of runs into steps. Within a step each target has one end, so that a step can be done at once. Consecutive equal ends of a target become
 * one, with a count. The order of the ends of each target stays.
 */
export function stepsOfRunEnds(ends: readonly RunEnd[]): RunEnd[][] {
  const steps: Map<string, RunEnd>[] = [];
  const lastStep = new Map<string, number>();
  for (const end of ends) {
    const target = end.entry.resourceId;
    const stepIndex = lastStep.get(target);
    const before = stepIndex === undefined ? undefined : steps[stepIndex]?.get(target);
    if (stepIndex !== undefined && before && before.failed === end.failed && before.inPlan === end.inPlan) {
      steps[stepIndex]?.set(target, { ...end, count: before.count + 1 });
      continue;
    }
    const next = stepIndex === undefined ? 0 : stepIndex + 1;
    (steps[next] ??= new Map()).set(target, end);
    lastStep.set(target, next);
  }
  return steps.map((step) => [...step.values()]);
}
