/** Reads the due instants of automatic starts. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';

/** An instant with the trigger that fires. In a list for several tasks and plans, it also has the task or plan that starts. */
export type DueInstant = { at: number; trigger: string; executable?: Pick<Schema<'ExecutableEvent'>, 'id' | 'type'> };

/** The instants of a period. `isTruncated`: the period has more instants than were read. */
export type DueInstants = { instants: DueInstant[]; isTruncated: boolean };

const PAGE_SIZE = 100;
/** Pages that are read for one period, at most. */
const MAX_PAGES = 30;

/** Epoch milliseconds: from inclusive, to exclusive. */
export type DuePeriod = { from: number; to: number };

async function readPages(read: (offset: number) => Promise<DueInstant[]>): Promise<DueInstants> {
  const instants: DueInstant[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await read(page * PAGE_SIZE);
    instants.push(...found);
    if (found.length < PAGE_SIZE) return { instants, isTruncated: false };
  }
  return { instants, isTruncated: true };
}

const OF_SCHEDULE = 'GET /orchestration/schedules/{scheduleId}/events';

/** The instants of a schedule. */
export const useScheduleInstants = (scheduleId: string, { from, to }: DuePeriod): UseQueryResult<DueInstants> =>
  useQuery({
    queryKey: [OF_SCHEDULE, scheduleId, from, to],
    queryFn: ({ signal }) =>
      readPages(async (offset) => {
        const { body } = await api.call(OF_SCHEDULE, { path: { scheduleId }, query: { from, to, limit: PAGE_SIZE, offset }, signal });
        return body.map(({ datetime, sourceTriggerName }) => ({ at: Date.parse(datetime), trigger: sourceTriggerName }));
      }),
  });

const OF_ENVIRONMENT = 'POST /orchestration/executables/events/search';

/** The instants of all tasks and plans of an environment. */
export const useEnvironmentInstants = (environmentId: string | undefined, { from, to }: DuePeriod): UseQueryResult<DueInstants> =>
  useQuery({
    queryKey: [OF_ENVIRONMENT, environmentId, from, to],
    enabled: environmentId !== undefined,
    queryFn: ({ signal }) =>
      readPages(async (offset) => {
        const body = { environmentId: environmentId ?? '', from, to, limit: PAGE_SIZE, offset };
        const { items } = (await api.call(OF_ENVIRONMENT, { body, signal })).body;
        return items.map(({ id, type, date, sourceTriggerName }) => ({
          at: Date.parse(date),
          trigger: sourceTriggerName,
          executable: { id, type },
        }));
      }),
  });

/** The next instant of a schedule within a year; null if there is none. */
export const useNextInstant = (scheduleId: string, from: number): UseQueryResult<number | null> =>
  useQuery({
    queryKey: [OF_SCHEDULE, scheduleId, 'next', Math.floor(from / 60_000)],
    queryFn: async ({ signal }): Promise<number | null> => {
      const query = { from: Math.floor(from), to: Math.floor(from) + 366 * 86_400_000, limit: 1 };
      const [first] = (await api.call(OF_SCHEDULE, { path: { scheduleId }, query, signal })).body;
      return first ? Date.parse(first.datetime) : null;
    },
  });
