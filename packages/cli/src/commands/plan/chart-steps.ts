import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { given } from '../../given.ts';
import { Failure } from '../../failure.ts';
import { parseJsonText, readUsedFile } from '../../input.ts';
import { readStdin, type Shell } from '../../shell.ts';
import type { Cell } from '../../table.ts';
import { findTaskId } from '../task/lookup.ts';
import type { FoundWorkspace } from '../workspace/lookup.ts';
import { findPlanId, readPlan } from './lookup.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';

/** A step as the chart of a plan shows it. */
export type ChartStep = Schema<'PlanStep'>;
type StepRequest = Schema<'StepRequest'>;

/** The conditions of requests, by the statuses in charts: when the next step starts. */
export const STEP_CONDITIONS = {
  SUCCESS: 'ALL_SUCCEEDED',
  PARTIAL_SUCCESS: 'AT_LEAST_ONE_SUCCEEDED',
  PROCEED: 'ALWAYS_PROCEED_ON',
} as const;

/** Returns the steps of a chart as a list. */
export function chartSteps(chart: ChartStep | undefined): ChartStep[] {
  const steps: ChartStep[] = [];
  for (let step = chart; step; step = step.nextStep) steps.push(step);
  return steps;
}

/** Converts a step of a chart to a step of a request. */
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

/** Gives each step without an id the id of the present step with the same name, so that earlier executions still refer to it. */
export function withKnownIds(steps: readonly StepRequest[], present: readonly ChartStep[]): StepRequest[] {
  const ids = new Map(present.map(({ name, id }) => [name, id]));
  return steps.map((step) => {
    const id = step.id ?? ids.get(step.name);
    // Two steps may have one name, but not one id.
    ids.delete(step.name);
    return { ...step, ...given({ id }) };
  });
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
  STEP_CONDITIONS[status === undefined || status === 'FAIL' ? 'SUCCESS' : status];

const namesOf = (flows: ChartStep['flows'] = []): string =>
  flows.map(({ id, name = id, abstractPlanId }) => (abstractPlanId === undefined ? name : `plan ${name}`)).join(', ');

/** The options that name the steps of a plan. */
export const STEP_OPTIONS = {
  '--step <name=tasks>': { text: 'a step with its tasks, separated by commas; repeated in the order of the steps', parse: addStep },
  '--steps-file <file>': 'all steps as a JSON list, as `plan show --steps` prints it, - for stdin; names in place of ids',
} as const satisfies OptionTable;

/** The values of these options. */
type StepOptions = OptionsOf<typeof STEP_OPTIONS>;

/** Adds a `name=task,task` of the command line to the earlier ones. */
export function addStep(text: string, before: StepRequest[] = []): StepRequest[] {
  const equals = text.indexOf('=');
  const taskIds = text
    .slice(equals + 1)
    .split(',')
    .map((name) => name.trim());
  if (equals < 1 || taskIds.includes('')) throw new Failure('usage', '--step takes name=task,task, as in --step "Load=orders,rates".');
  return [...before, { name: text.slice(0, equals), taskIds }];
}

/** Reads the steps that the options name, with ids in place of names; undefined if there are none. */
export async function readSteps(
  client: Client,
  { step, stepsFile }: StepOptions,
  workspace: FoundWorkspace,
  shell: Pick<Shell, 'stdin' | 'signal' | 'workingFolder'>,
): Promise<StepRequest[] | undefined> {
  if (step !== undefined && stepsFile !== undefined) throw new Failure('usage', 'Give either --step or --steps-file.');
  const requested = stepsFile === undefined ? step : await readStepsFile(stepsFile, shell);
  if (!requested) return undefined;
  const taskIdsOf = (names: readonly string[]) => Promise.all(names.map((name) => findTaskId(client, name, workspace)));
  const steps: StepRequest[] = [];
  for (const request of requested) {
    const { taskIds, planIds } = request.handlerOnFailure ?? {};
    const handlerOnFailure = {
      taskIds: await taskIdsOf(taskIds ?? []),
      planIds: await Promise.all((planIds ?? []).map((plan) => findPlanId(client, plan, workspace))),
    };
    steps.push({ ...request, taskIds: await taskIdsOf(request.taskIds), ...(request.handlerOnFailure && { handlerOnFailure }) });
  }
  return steps;
}

async function readStepsFile(path: string, shell: Pick<Shell, 'stdin' | 'signal' | 'workingFolder'>): Promise<StepRequest[]> {
  return path === '-' ? parseSteps(await readStdin(shell), 'The list on stdin') : parseSteps(await readUsedFile(path, shell), path);
}

/** Reads the text of a steps file. Checks only the fields with names of tasks and plans; the server checks the others. Throws a `Failure`. */
export function parseSteps(json: string, name: string): StepRequest[] {
  const steps = parseJsonText(json, name, 'It must contain a list such as [{"name": "Load", "taskIds": ["load-orders"]}].');
  if (Array.isArray(steps) && steps.every(isStep)) return steps;
  throw new Failure('usage', `${name} must contain a list such as [{"name": "Load", "taskIds": ["load-orders"]}].`);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
const isHandler = (value: unknown): boolean =>
  (value ?? null) === null || (isObject(value) && areTexts(value['taskIds'] ?? []) && areTexts(value['planIds'] ?? []));
const isStep = (value: unknown): value is StepRequest =>
  isObject(value) && areTexts(value['taskIds']) && isHandler(value['handlerOnFailure']);

/** Reads the names of the steps of a plan. A step that the plan no longer has is shown by its id. */
export async function nameSteps(client: Client, planId: string): Promise<(stepId: string) => string> {
  const plan = await readPlan(client, planId).catch((error: unknown) => {
    if (error instanceof MillraceError && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  });
  const names = new Map(chartSteps(plan?.chart).map(({ id, name }) => [id, name]));
  return (stepId) => names.get(stepId) ?? stepId;
}
