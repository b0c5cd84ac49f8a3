/** Reads the instants of automatic starts: what became of the past ones, and when the next ones are. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { BodyOf, Schema } from '@millrace/contract';
import { api, serverNow } from '../../app/api.ts';
import { isLive } from '../task-executions/run-status.tsx';

/** The record of a past start. */
export type PastStart = Schema<'AutomaticStart'>;

/**
 * An instant. A past one has the record of its start, a later one the name of its trigger, and, in a list for several tasks and plans, the task or plan
 * that starts.
 */
export type DueInstant = { at: number; start?: PastStart; trigger?: string; executable?: Pick<Schema<'ExecutableEvent'>, 'id' | 'type'> };

/** Epoch milliseconds: from inclusive, to exclusive. */
export type DuePeriod = { from: number; to: number };

/**
 * The instants of a period in their order. If there are more than are read, those around now are read: from `readFrom` on, and to `readTo`. Otherwise
 * these are undefined.
 */
export type DueInstants = { instants: DueInstant[]; readFrom?: number | undefined; readTo?: number | undefined };

const PAGE_SIZE = 100;
const PAST_PAGE_SIZE = 1000;
/** Instants that are read for the past and for the future of one period, at most. */
const MAX_READ = 3000;
const REFRESH_INTERVAL = 30_000;

const PAST = 'POST /monitoring/observability/starts/search';
type PastQuery = Pick<BodyOf<typeof PAST>, 'environmentId' | 'scheduleId'>;

/** Reads the starts of a period from their records. The server answers the newest ones first. */
async function readPast({ from, to }: DuePeriod, query: PastQuery, signal: AbortSignal): Promise<DueInstants> {
  const instants: DueInstant[] = [];
  let cursor: string | undefined;
  do {
    const body = { ...query, from, to, limit: PAST_PAGE_SIZE, cursor };
    const { items, nextCursor } = (await api.call(PAST, { body, signal })).body;
    instants.push(...items.map((start) => ({ at: Date.parse(start.date), start })));
    cursor = nextCursor;
  } while (cursor !== undefined && instants.length < MAX_READ);
  return { instants: instants.toReversed(), readFrom: cursor === undefined ? undefined : instants.at(-1)?.at };
}

/** Reads the instants that triggers will have, the next ones first. */
async function readNext(readPage: (offset: number) => Promise<DueInstant[]>): Promise<DueInstants> {
  const instants: DueInstant[] = [];
  while (instants.length < MAX_READ) {
    const found = await readPage(instants.length);
    instants.push(...found);
    if (found.length < PAGE_SIZE) return { instants };
  }
  return { instants, readTo: instants.at(-1)?.at };
}

/** Reads the period: starts before now from their records, as triggers change; later ones from the triggers. */
async function readInstants(
  { from, to }: DuePeriod,
  past: PastQuery,
  readPage: (next: DuePeriod, offset: number) => Promise<DueInstant[]>,
  signal: AbortSignal,
): Promise<DueInstants> {
  const now = Math.min(Math.max(Math.floor(serverNow()), from), to);
  const next = { from: now, to };
  const [before, after] = await Promise.all([
    from < now ? readPast({ from, to: now }, past, signal) : undefined,
    now < to ? readNext((offset) => readPage(next, offset)) : undefined,
  ]);
  return { instants: [...(before?.instants ?? []), ...(after?.instants ?? [])], readFrom: before?.readFrom, readTo: after?.readTo };
}

/** A period that contains now is read again, and one with starts that have not ended. */
const refreshInterval = ({ from, to }: DuePeriod, data: DueInstants | undefined): number | false => {
  const now = serverNow();
  const isCurrent = (from <= now && now < to) || data?.instants.some(({ start }) => start !== undefined && isLive(start.status));
  return isCurrent ? REFRESH_INTERVAL : false;
};

const OF_SCHEDULE = 'GET /orchestration/schedules/{scheduleId}/events';

/** The instants of a schedule. */
export const useScheduleInstants = (schedule: Pick<Schema<'Schedule'>, 'id' | 'environmentId'> | undefined, period: DuePeriod) =>
  useQuery({
    queryKey: [OF_SCHEDULE, schedule?.id, period.from, period.to],
    enabled: schedule !== undefined,
    queryFn: ({ signal }): Promise<DueInstants> => {
      const { id: scheduleId = '', environmentId = '' } = schedule ?? {};
      const readPage = async ({ from, to }: DuePeriod, offset: number): Promise<DueInstant[]> => {
        const { body } = await api.call(OF_SCHEDULE, { path: { scheduleId }, query: { from, to, limit: PAGE_SIZE, offset }, signal });
        return body.map(({ datetime, sourceTriggerName }) => ({ at: Date.parse(datetime), trigger: sourceTriggerName }));
      };
      return readInstants(period, { environmentId, scheduleId }, readPage, signal);
    },
    refetchInterval: ({ state: { data } }) => refreshInterval(period, data),
  });

const OF_ENVIRONMENT = 'POST /orchestration/executables/events/search';

/** The instants of all tasks and plans of an environment. */
export const useEnvironmentInstants = (environmentId: string | undefined, period: DuePeriod): UseQueryResult<DueInstants> =>
  useQuery({
    queryKey: [OF_ENVIRONMENT, environmentId, period.from, period.to],
    enabled: environmentId !== undefined,
    queryFn: ({ signal }) => {
      const environment = { environmentId: environmentId ?? '' };
      const readPage = async (next: DuePeriod, offset: number): Promise<DueInstant[]> => {
        const { items } = (await api.call(OF_ENVIRONMENT, { body: { ...environment, ...next, limit: PAGE_SIZE, offset }, signal })).body;
        return items.map(({ id, type, date, sourceTriggerName }) => ({
          at: Date.parse(date),
          trigger: sourceTriggerName,
          executable: { id, type },
        }));
      };
      return readInstants(period, environment, readPage, signal);
    },
    refetchInterval: ({ state: { data } }) => refreshInterval(period, data),
  });
