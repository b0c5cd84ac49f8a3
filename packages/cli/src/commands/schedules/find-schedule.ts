import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';
import { readPages, type ListPage } from '../../pages.ts';

type Schedule = Schema<'Schedule'>;

/** Lists schedules. */
export const readSchedules = (
  client: Client,
  filter: { environmentId?: string; onlyBound?: boolean; descriptionFilter?: string } = {},
): Promise<ListPage<Schedule>> =>
  readPages(async (limit, offset) => (await client.call('GET /orchestration/schedules', { query: { ...filter, limit, offset } })).body);

/** Finds the id of a schedule by id or description. Schedules have no names. */
export async function findScheduleId(client: Client, idOrDescription: string): Promise<string> {
  if (isId(idOrDescription)) return idOrDescription;
  const { items } = await readSchedules(client);
  return pickOne('schedule', idOrDescription, items, ({ id, description }) => ({ id, names: [description ?? id] })).id;
}

/** Reads a schedule. */
export const readSchedule = async (client: Client, scheduleId: string): Promise<Schedule> =>
  (await client.call('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } })).body;
