import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { Failure } from '../../failure.ts';
import { parseJsonText } from '../../json-text.ts';
import { readUsedFile } from '../../parameters.ts';
import { readStdin, type Shell } from '../../shell.ts';
import { findTaskId } from '../tasks/find-task.ts';
import type { FoundWorkspace } from '../workspaces/resolve-workspace.ts';
import { findPlanId } from './find-plan.ts';

type StepRequest = Schema<'StepRequest'>;

/** The options that name the steps of a plan. */
export type StepOptions = { step?: StepRequest[]; stepsFile?: string };

/** Adds the options. */
export const withSteps = (command: Command): Command =>
  command
    .option('--step <name=tasks>', 'a step with its tasks, separated by commas; repeated in the order of the steps', addStep)
    .option('--steps-file <file>', 'all steps as a JSON list, as `plan show --steps` prints it, - for stdin; names in place of ids');

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

/** Reads the text of a steps file. Checks only the fields with names of tasks and plans; the server checks the others. */
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
