import { addressLabel, type EstateAddress, type EstateFields, forEachOf } from '../model/kind.ts';
import { hasFields } from '../model/places.ts';
import { idIn, listAt, textAt } from './answer-fields.ts';
import { addImportedObject, type ImportRun, reportFields } from './import-run.ts';
import { readOfEnvironments } from './read-tasks.ts';
import { reportStart } from './run-settings.ts';

/** Reads the schedules of tasks and plans. */
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
