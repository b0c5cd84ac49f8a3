import { addressLabel, type EstateAddress } from '../model/address.ts';
import { STEP_CONDITIONS } from '../../commands/plan/chart-steps.ts';
import type { EstateFields } from '../model/kind.ts';
import { forEachOf } from '../model/site.ts';
import { hasFields } from '../model/places.ts';
import { idIn, listAt, objectAt, textAt, textEntries } from './answer-fields.ts';
import { addImportedObject, idOrReport, type ImportRun, reportFields, workspaceOfEntry } from './import-run.ts';
import { readOfEnvironments } from './read-tasks.ts';
import { importedPause, reportStart, runConfigOf } from './run-settings.ts';

/** By any status, because services may answer with others. */
const CONDITIONS: Readonly<Record<string, string>> = STEP_CONDITIONS;
const MAX_STEPS = 100;
const KNOWN = [
  'id',
  'executable',
  'name',
  'description',
  'workspace',
  'chart',
  'steps',
  'status',
  'planPauseDetails',
  'createDate',
  'updateDate',
  'author',
  'authorType',
];

/** Adds the plans of all environments to the import, with their steps and run configurations. */
export async function readPlansOfAccount(run: ImportRun): Promise<void> {
  const listed = await readOfEnvironments(run, 'GET /orchestration/executables/plans', 'plans');
  const found = await forEachOf(listed, async (entry) => {
    const id = idOrReport(run, 'plan', entry);
    if (id === undefined) return [];
    const label = `plan ${textAt(entry, 'name') ?? id}`;
    const path = { planId: id };
    const details = objectAt(entry, 'chart')
      ? entry
      : await run.source.read('GET /orchestration/executables/plans/{planId}', { path }, label);
    const config = await run.source.read('GET /orchestration/executables/plans/{planId}/run-config', { path }, label);
    if (textAt(hasFields(config) ? config['trigger'] : undefined, 'type') === 'MULTIPLE') run.scheduled.add(id);
    return [{ id, plan: { ...entry, ...(hasFields(details) && details) } as EstateFields, config }];
  });
  const plans = found.flat().flatMap(({ id, plan, config }) => {
    const workspace = workspaceOfEntry(run, 'plan', plan);
    return workspace ? [{ id, plan, config, address: run.names.takeAddress('plan', workspace.names, textAt(plan, 'name'), id) }] : [];
  });
  for (const { id, plan, config, address } of plans) {
    reportFields(run, address, plan, KNOWN);
    addImportedObject(run, address, id, {
      name: address.names.at(-1),
      description: plan['description'],
      steps: stepsIn(run, address, plan),
      runConfig: runConfigOf(run, address, config),
      pause: importedPause(plan['planPauseDetails']),
    });
  }
}

/** The steps of the chart, in the form of requests. */
function stepsIn(run: ImportRun, address: EstateAddress, plan: EstateFields): EstateFields[] {
  const steps: EstateFields[] = [];
  for (let step = objectAt(plan, 'chart'); step && steps.length < MAX_STEPS; step = objectAt(step, 'nextStep')) {
    const status = textAt(step, 'status');
    const condition = CONDITIONS[status ?? 'SUCCESS'];
    if (condition === undefined)
      run.report.add(
        'fields',
        addressLabel(address),
        `A step continues on the status ${status ?? ''}, which files do not support. The file says: when all its tasks have succeeded.`,
        'Check the conditions of the steps in the file.',
      );
    const handler = objectAt(step, 'stepOnException');
    const note = textAt(step, 'note');
    steps.push({
      name: textAt(step, 'name') ?? `step ${steps.length + 1}`,
      condition: condition ?? 'ALL_SUCCEEDED',
      taskIds: taskIdsOf(step),
      ...(handler && { handlerOnFailure: { taskIds: taskIdsOf(handler), planIds: planIdsOf(handler) } }),
      ...(note !== undefined && { note }),
    });
  }
  if (steps.length === 0)
    run.report.add(
      'answers',
      addressLabel(address),
      'The answer has no steps.',
      'Write the file by hand (docs/estate.md), or import again later.',
    );
  return steps;
}

/** The ids of the tasks of a step. Some answers have them only as flows. */
function taskIdsOf(step: EstateFields): string[] {
  const ids = textEntries(listAt(step, 'taskIds'));
  if (ids.length > 0) return ids;
  return listAt(step, 'flows').flatMap((flow) => (textAt(flow, 'abstractPlanId') === undefined ? (idIn(flow) ?? []) : []));
}

const planIdsOf = (handler: EstateFields): string[] => {
  const ids = textEntries(listAt(handler, 'planIds'));
  return ids.length > 0 ? ids : listAt(handler, 'flows').flatMap((flow) => textAt(flow, 'abstractPlanId') ?? []);
};

/** Adds the schedules of tasks and plans to the import, and reports those that nothing uses. */
export async function readSchedulesOfAccount(run: ImportRun): Promise<void> {
  const listed = await readOfEnvironments(run, 'GET /orchestration/schedules', 'schedules');
  const bound = new Set<string>();
  for (const schedule of listed) {
    const executableId = textAt(schedule, 'executableId');
    if (executableId !== undefined) bound.add(executableId);
    if (executableId !== undefined) addSchedule(run, executableId, schedule);
  }
  const missing = [...run.scheduled].filter((id) => !bound.has(id));
  const found = await forEachOf(missing, async (id) => ({ id, schedule: await scheduleOf(run, id) }));
  const idsReadLater = new Set(found.map(({ schedule }) => idIn(schedule)));
  for (const { id, schedule } of found) if (hasFields(schedule)) addSchedule(run, id, schedule);
  for (const schedule of listed)
    if (textAt(schedule, 'executableId') === undefined && !idsReadLater.has(idIn(schedule)))
      run.report.add(
        'leftOut',
        `schedule ${textAt(schedule, 'description') ?? ''} (${idIn(schedule) ?? 'without an id'})`,
        'No task and no plan uses it.',
        'Create it with `millrace schedule create`, if you need it.',
      );
}

async function scheduleOf(run: ImportRun, id: string): Promise<unknown> {
  const address = run.addresses.get(id);
  if (!address) return undefined;
  const schedule =
    address.noun === 'task'
      ? await run.source.read('GET /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: id } }, addressLabel(address))
      : await run.source.read('GET /orchestration/executables/plans/{planId}/schedule', { path: { planId: id } }, addressLabel(address));
  if (!hasFields(schedule))
    run.report.add(
      'leftOut',
      `schedule of ${addressLabel(address)}`,
      'It starts by a schedule that could not be read.',
      'Write the schedule by hand (docs/estate.md), or import again.',
    );
  return schedule;
}

function addSchedule(run: ImportRun, executableId: string, schedule: EstateFields): void {
  const executable = run.addresses.get(executableId);
  if (!executable || (executable.noun !== 'task' && executable.noun !== 'plan')) {
    run.report.add(
      'leftOut',
      `schedule ${textAt(schedule, 'description') ?? ''} (${idIn(schedule) ?? 'without an id'})`,
      'Its task or plan has no file.',
      'See the lines about that task or plan.',
    );
    return;
  }
  const [environment = '', workspace = '', name = ''] = executable.names;
  const address: EstateAddress = { noun: 'schedule', names: [environment, workspace, executable.noun, name] };
  reportFields(run, address, schedule, ['id', 'description', 'triggers', 'environmentId', 'executableId', 'executableType']);
  const triggers = listAt(schedule, 'triggers').filter(hasFields);
  if (triggers.length === 0) {
    run.report.add('leftOut', addressLabel(address), 'It has no triggers, so it starts nothing.', 'Nothing.');
    return;
  }
  reportStart(run, executable);
  addImportedObject(run, address, idIn(schedule) ?? `schedule of ${executableId}`, {
    [executable.noun]: name,
    description: schedule['description'],
    triggers,
  });
}
