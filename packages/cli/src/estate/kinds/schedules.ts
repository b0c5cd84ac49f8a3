import { isDeepStrictEqual } from 'node:util';

import type { BodyOf, Schema } from '@millrace/contract';

import { readPages } from '../../pages.ts';
import type { EstateAddress } from '../model/address.ts';
import type { EstateKind } from '../model/kind.ts';
import { forEachOf, type Site } from '../model/site.ts';

type Trigger = Schema<'ScheduleTrigger'>;

/** Schedules of tasks and plans. The API gives them no names, so each is identified by its task or plan. */
export const SCHEDULE_FILES: EstateKind = {
  noun: 'schedule',
  path: 'environments/*/workspaces/*/schedules/*.yaml',
  shape: {
    component: 'CreateScheduleRequest',
    fields: {
      task: { type: 'string', minLength: 1, maxLength: 255, description: 'Name of the task that it starts.' },
      plan: { type: 'string', minLength: 1, maxLength: 255, description: 'Name of the plan that it starts, in place of a task.' },
      triggers: {
        type: 'array',
        minItems: 1,
        maxItems: 15,
        items: { $ref: '#/components/schemas/ScheduleTrigger' },
        description: 'The time rules.',
      },
    },
    omit: ['environmentId', 'trigger'],
    required: ['triggers'],
    either: ['task', 'plan'],
  },
  kept: ['triggers.*.startDate', 'triggers.*.startTime', 'triggers.*.timeZone'],
  ownNames: ({ task, plan }) => (task === undefined ? ['plan', String(plan)] : ['task', String(task)]),
  pathNames: ([environment = '', workspace = '', , name = '']) => [environment, workspace, name],
  needs: (_fields, address) => [executableOf(address)],
  normalize: ({ triggers, ...rest }) => ({ ...rest, triggers: (triggers as Trigger[]).toSorted(byName) }),

  async read(site) {
    const schedules = await readSchedules(site, true, ...site.known('environment'));
    return schedules.flatMap(({ id, description, triggers = [], executableId = '' }) => {
      const executable = site.addressOf(executableId);
      if (!executable) return [];
      const [environment = '', workspace = '', name = ''] = executable.names;
      const address: EstateAddress = { noun: 'schedule', names: [environment, workspace, executable.noun, name] };
      if (triggers.length === 0) {
        site.notes.push(`The schedule of ${executable.noun} ${environment}/${workspace}/${name} is left out: it has no triggers.`);
        return [];
      }
      return [{ address, id, fields: { [executable.noun]: name, description, triggers } }];
    });
  },

  async create(site, { address, body }) {
    const { description } = body;
    const triggers = body['triggers'] as Trigger[];
    const environment: EstateAddress = { noun: 'environment', names: address.names.slice(0, 1) };
    const environmentId = site.idOf(environment);
    // An earlier apply may have been killed after it created the schedule and before it bound it.
    const unbound = (await readSchedules(site, false, environment)).find((schedule) =>
      isLeftByKilledApply(schedule, environmentId, description, triggers),
    );
    const [trigger] = triggers as [Trigger];
    const first = { environmentId, trigger, ...(description !== undefined && { description }) } as BodyOf<'POST /orchestration/schedules'>;
    const id = unbound?.id ?? (await site.client.call('POST /orchestration/schedules', { body: first })).body.id;
    await bind(site, address, id);
    await setTriggers(site, id, unbound?.triggers ?? [trigger], triggers);
    return id;
  },

  async change(site, { id }, { body, changed }) {
    const path = { scheduleId: id };
    const description = (body['description'] as string | undefined) ?? null;
    if (changed.has('description')) await site.client.call('PATCH /orchestration/schedules/{scheduleId}', { path, body: { description } });
    if (!changed.has('triggers')) return;
    const { body: before } = await site.client.call('GET /orchestration/schedules/{scheduleId}', { path });
    await setTriggers(site, id, before.triggers ?? [], body['triggers'] as Trigger[]);
  },

  async remove(site, { address, id }) {
    const executable = executableOf(address);
    const executableId = site.idOf(executable);
    if (executable.noun === 'task')
      await site.client.call('DELETE /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: executableId } });
    else await site.client.call('DELETE /orchestration/executables/plans/{planId}/schedule', { path: { planId: executableId } });
    await site.client.call('DELETE /orchestration/schedules/{scheduleId}', { path: { scheduleId: id } });
  },
};

const byName = (first: Trigger, second: Trigger): number => (first.name < second.name ? -1 : 1);

const executableOf = ({ names: [environment = '', workspace = '', noun, name = ''] }: EstateAddress): EstateAddress => ({
  noun: noun === 'plan' ? 'plan' : 'task',
  names: [environment, workspace, name],
});

async function readSchedules(site: Site, onlyBound: boolean, ...environments: EstateAddress[]): Promise<Schema<'Schedule'>[]> {
  const pages = await forEachOf(environments, (environment) => {
    const environmentId = site.idOf(environment);
    return readPages(site.client, 'GET /orchestration/schedules', { query: { environmentId, onlyBound } });
  });
  return pages.flatMap(({ items }) => items);
}

function isLeftByKilledApply(
  schedule: Schema<'Schedule'>,
  environmentId: string,
  description: unknown,
  triggers: readonly Trigger[],
): boolean {
  const { triggers: present = [] } = schedule;
  const isFree = schedule.executableId === undefined && schedule.environmentId === environmentId;
  return (
    isFree &&
    schedule.description === description &&
    present.length === 1 &&
    triggers.some((trigger) => isDeepStrictEqual(trigger, present[0]))
  );
}

async function bind(site: Site, address: EstateAddress, scheduleId: string): Promise<void> {
  const executable = executableOf(address);
  const id = site.idOf(executable);
  const body = { scheduleId };
  if (executable.noun === 'task')
    await site.client.call('PUT /orchestration/executables/tasks/{taskId}/schedule', { path: { taskId: id }, body });
  else await site.client.call('PUT /orchestration/executables/plans/{planId}/schedule', { path: { planId: id }, body });
}

/** Changes the triggers of a schedule. Removals come first, because triggers of a schedule must not fire close to each other. */
async function setTriggers(site: Site, scheduleId: string, before: readonly Trigger[], after: readonly Trigger[]): Promise<void> {
  const path = { scheduleId };
  for (const { name } of before.filter((trigger) => !after.some(({ name: kept }) => kept === trigger.name)))
    await site.client.call('DELETE /orchestration/schedules/{scheduleId}/triggers', { path, query: { name } });
  for (const trigger of after) {
    const old = before.find(({ name }) => name === trigger.name);
    if (!old) await site.client.call('POST /orchestration/schedules/{scheduleId}/triggers', { path, body: trigger });
    else if (!isDeepStrictEqual(old, trigger))
      await site.client.call('PUT /orchestration/schedules/{scheduleId}/triggers', { path, body: trigger });
  }
}
