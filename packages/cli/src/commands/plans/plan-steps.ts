import type { Schema } from '@millrace/contract';

import type { Cell } from '../../table.ts';

/** A step as the chart of a plan shows it. */
export type ChartStep = Schema<'PlanStep'>;
type StepRequest = Schema<'StepRequest'>;

const CONDITIONS = { SUCCESS: 'ALL_SUCCEEDED', PARTIAL_SUCCESS: 'AT_LEAST_ONE_SUCCEEDED', PROCEED: 'ALWAYS_PROCEED_ON' } as const;

/** Returns the steps of a chart as a list. */
export function chartSteps(chart: ChartStep | undefined): ChartStep[] {
  const steps: ChartStep[] = [];
  for (let step = chart; step; step = step.nextStep) steps.push(step);
  return steps;
}

/** Converts a step of a chart to one that a request can have. */
export function toStepRequest({ id, name = '', status, taskIds = [], stepOnException, note }: ChartStep): StepRequest {
  const planIds = (stepOnException?.flows ?? []).flatMap(({ abstractPlanId }) => abstractPlanId ?? []);
  return {
    ...(id !== undefined && { id }),
    name,
    condition: conditionOf(status),
    taskIds,
    ...(stepOnException && { handlerOnFailure: { taskIds: stepOnException.taskIds ?? [], planIds } }),
    ...(note !== undefined && { note }),
  };
}

/** The titles of the table of steps. */
export const STEP_TITLES = ['STEP', 'NAME', 'RUNS', 'SUCCEEDS', 'ON FAILURE', 'NOTE'];

/** The row of a step in that table. */
export const stepRow = ({ name, flows, status, stepOnException, note }: ChartStep, index: number): Cell[] => [
  index + 1,
  name,
  namesOf(flows),
  conditionOf(status),
  namesOf(stepOnException?.flows),
  note,
];

const conditionOf = (status: ChartStep['status']): StepRequest['condition'] & string =>
  CONDITIONS[status === undefined || status === 'FAIL' ? 'SUCCESS' : status];

const namesOf = (flows: ChartStep['flows'] = []): string =>
  flows.map(({ id, name = id, abstractPlanId }) => (abstractPlanId === undefined ? name : `plan ${name}`)).join(', ');
