import type { Noun } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { namePlans } from '../plan/lookup.ts';
import { nameTasks } from '../task/lookup.ts';

type Schedule = Schema<'Schedule'>;

/** Lists schedules. */
export const readSchedules = (
  client: Client,
  filter: { environmentId?: string; onlyBound?: boolean; descriptionFilter?: string } = {},
): Promise<ListPage<Schedule>> => readPages(client, 'GET /orchestration/schedules', { query: filter });

/** Finds the id of a schedule by id or description. Schedules have no names. */
export async function findScheduleId(client: Client, idOrDescription: string): Promise<string> {
  if (isId(idOrDescription)) return idOrDescription;
  const { items } = await readSchedules(client);
  return pickOne('schedule', idOrDescription, items, ({ id, description }) => ({ id, names: [description ?? id] })).id;
}

/** How a command names a schedule. */
export const scheduleNoun: Noun = { what: 'schedule', argument: '<description or id>', find: findScheduleId };

/** Reads a schedule. */
export const readSchedule = async (client: Client, scheduleId: string): Promise<Schedule> =>
  (await client.call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } })).body;

type Bound = Pick<Schema<'Schedule'>, 'executableId' | 'executableType'>;

/** Reads what schedules start: the kind and the name of a task or plan; an empty text where a schedule is not bound. */
export async function nameBindings(client: Client, schedules: readonly Bound[]): Promise<(schedule: Bound) => string> {
  const idsOf = (type: 'TASK' | 'PLAN'): string[] =>
    schedules.flatMap(({ executableId, executableType }) => (executableId !== undefined && executableType === type ? [executableId] : []));
  const [taskOf, planOf] = [await nameTasks(client, idsOf('TASK')), await namePlans(client, idsOf('PLAN'))];
  return ({ executableId, executableType }) => {
    if (executableId === undefined) return '';
    return executableType === 'PLAN' ? `plan ${planOf(executableId)}` : `task ${taskOf(executableId)}`;
  };
}
