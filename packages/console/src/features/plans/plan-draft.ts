/** A plan while a person edits it: its steps in order, and functions that return a changed list of them. */
import type { BodyOf, Schema } from '@millrace/contract';

/** A task or plan by its id; without a name if the person may not see it. */
export type PlanEntry = { id: string; kind: 'TASK' | 'PLAN'; name?: string | undefined; isPaused?: boolean };

/** A step. `key` identifies it in the editor; `id` is that of the saved step. */
export type DraftStep = {
  key: string;
  id?: string;
  name: string;
  condition: Schema<'StepCondition'>;
  tasks: PlanEntry[];
  /** Tasks and plans that run when the step fails. */
  handler: PlanEntry[];
  note: string;
};

/** The position of an entry: its step, and the tasks or the error handler of the step. */
export type EntryPosition = { step: string; part: 'tasks' | 'handler'; id: string };

const CONDITIONS = {
  SUCCESS: 'ALL_SUCCEEDED',
  PARTIAL_SUCCESS: 'AT_LEAST_ONE_SUCCEEDED',
  PROCEED: 'ALWAYS_PROCEED_ON',
  FAIL: 'ALL_SUCCEEDED',
} as const;

const toEntry = ({ id, name, abstractPlanId, taskPauseDetails }: Schema<'PlanTask'>): PlanEntry => ({
  id,
  kind: abstractPlanId === undefined ? 'TASK' : 'PLAN',
  name,
  isPaused: taskPauseDetails?.pause === true,
});

/** The steps of a chart, in which each step holds the next one. */
export function stepsOfChart(chart: Schema<'PlanStep'> | undefined): DraftStep[] {
  const steps: DraftStep[] = [];
  for (let step = chart; step; step = step.nextStep) {
    const { id = '', name = '', status = 'SUCCESS', flows = [], stepOnException, note = '' } = step;
    steps.push({
      key: id,
      id,
      name,
      condition: CONDITIONS[status],
      tasks: flows.map(toEntry),
      handler: stepOnException?.flows?.map(toEntry) ?? [],
      note,
    });
  }
  return steps;
}

/** Converts the steps for a request. */
export const toStepRequests = (
  steps: readonly DraftStep[],
): NonNullable<BodyOf<'PUT /orchestration/executables/plans/{planId}'>['steps']> =>
  steps.map(({ id, name, condition, tasks, handler, note }) => ({
    ...(id !== undefined && { id }),
    name,
    condition,
    taskIds: tasks.map((task) => task.id),
    ...(handler.length > 0 && {
      handlerOnFailure: {
        taskIds: handler.filter(({ kind }) => kind === 'TASK').map((entry) => entry.id),
        planIds: handler.filter(({ kind }) => kind === 'PLAN').map((entry) => entry.id),
      },
    }),
    ...(note !== '' && { note }),
  }));

/** Adds an empty step at a position. */
export function withStep(steps: readonly DraftStep[], position: number, name: string): DraftStep[] {
  const key = `new-${Math.max(0, ...steps.map((step) => Number(/^new-(\d+)$/.exec(step.key)?.[1] ?? 0))) + 1}`;
  return steps.toSpliced(position, 0, { key, name, condition: 'ALL_SUCCEEDED', tasks: [], handler: [], note: '' });
}

/** Changes fields of a step. */
export const withChangedStep = (steps: readonly DraftStep[], key: string, changed: Partial<DraftStep>): DraftStep[] =>
  steps.map((step) => (step.key === key ? { ...step, ...changed } : step));

/** Removes a step with its tasks. */
export const withoutStep = (steps: readonly DraftStep[], key: string): DraftStep[] => steps.filter((step) => step.key !== key);

/** Moves a step to a position among all steps. */
export function withMovedStep(steps: readonly DraftStep[], key: string, position: number): DraftStep[] {
  const step = steps.find((candidate) => candidate.key === key);
  if (!step) return [...steps];
  const others = withoutStep(steps, key);
  return others.toSpliced(Math.min(Math.max(position, 0), others.length), 0, step);
}

/** Adds a task or plan to a step that does not contain it yet. Steps run tasks; only their error handlers run plans. */
export function withEntry(steps: readonly DraftStep[], { step, part }: Omit<EntryPosition, 'id'>, entry: PlanEntry): DraftStep[] {
  const target = steps.find(({ key }) => key === step);
  if (!target || (part === 'tasks' && entry.kind === 'PLAN') || target[part].some(({ id }) => id === entry.id)) return [...steps];
  return withChangedStep(steps, step, { [part]: [...target[part], entry] });
}

/** Removes a task or plan from a step. */
export function withoutEntry(steps: readonly DraftStep[], { step, part, id }: EntryPosition): DraftStep[] {
  const source = steps.find(({ key }) => key === step);
  return source ? withChangedStep(steps, step, { [part]: source[part].filter((entry) => entry.id !== id) }) : [...steps];
}

/** Moves a task or plan to another step, or between a step and its error handler. It stays where it is if the target does not accept it. */
export function withMovedEntry(steps: readonly DraftStep[], from: EntryPosition, to: Omit<EntryPosition, 'id'>): DraftStep[] {
  const entry = steps.find(({ key }) => key === from.step)?.[from.part].find(({ id }) => id === from.id);
  if (!entry || (from.step === to.step && from.part === to.part)) return [...steps];
  const added = withEntry(steps, to, entry);
  const isThere = added.find(({ key }) => key === to.step)?.[to.part].some((candidate) => candidate === entry);
  return isThere ? withoutEntry(added, from) : [...steps];
}
