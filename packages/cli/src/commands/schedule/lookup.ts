import { nounOf } from '../../command-builders.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { type ListPage, readPages } from '../../pages.ts';
import { namePlans } from '../plan/lookup.ts';
import { nameTasks } from '../task/lookup.ts';

type Schedule = Schema<'Schedule'>;

/** Lists schedules. */
export const readSchedules = (
  client: Client,
  filter: { environmentId?: string; onlyBound?: boolean; descriptionFilter?: string } = {},
): Promise<ListPage<Schedule>> => readPages(client, 'GET /orchestration/schedules', { query: filter });

/** A schedule is found by its description: it has no name. */
export const scheduleNoun = nounOf(
  'schedule',
  async (client) => (await readSchedules(client)).items,
  ({ id, description }) => ({ id, names: [description ?? id] }),
  '<description or id>',
);

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
