/** The causes of failures that a person has muted in this browser: until the next day, or until a task with this cause has succeeded. */
import { useQueries } from '@tanstack/react-query';
import { api, serverNow } from '../../app/api.ts';
import { storedValue, storeText } from '../../app/browser-storage.ts';
import { createSharedState } from '../../ui/shared-state.ts';

/** A mute: it ends at a time, or when one of the tasks has succeeded after `since`. */
export type Mute = { until: number } | { since: number; tasks: readonly string[] };

const STORAGE_KEY = 'millrace.muted-causes';
const REFRESH_INTERVAL = 30_000;
/** How long ago a mute is new, in milliseconds. */
const MOMENT = 10_000;
const SUCCEEDED = ['EXECUTION_SUCCESS', 'EXECUTION_REJECTED'];

const mutes = createSharedState(readStored());

function readStored(): Readonly<Record<string, Mute>> {
  const stored = storedValue(STORAGE_KEY);
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, Mute>) : {};
}

function store(next: Readonly<Record<string, Mute>>): void {
  mutes.set(next);
  storeText(STORAGE_KEY, JSON.stringify(next));
}

/** Mutes a cause. */
export const muteCause = (cause: string, mute: Mute): void => store({ ...mutes.get(), [cause]: mute });

/** Shows a cause again. */
export const unmuteCause = (cause: string): void => store(Object.fromEntries(Object.entries(mutes.get()).filter(([id]) => id !== cause)));

/** The muted causes; undefined until it is known whether their tasks have succeeded meanwhile. */
export function useMutedCauses(environmentId: string): ReadonlySet<string> | undefined {
  const all = mutes.useValue();
  const waiting = Object.entries(all).flatMap(([cause, mute]) => ('since' in mute ? [{ cause, ...mute }] : []));
  const successes = useQueries({
    queries: waiting.map(({ cause, since, tasks }) => ({
      queryKey: ['POST /monitoring/observability/executions/counts', environmentId, 'since', cause, since],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const filters = [
          { field: 'taskId' as const, operator: 'in' as const, value: [...tasks] },
          { field: 'status' as const, operator: 'in' as const, value: SUCCEEDED },
        ];
        const body = {
          environmentId,
          from: since,
          to: Math.max(Math.floor(serverNow()), since),
          exclude: 'PLAN_EXECUTIONS' as const,
          filters,
        };
        return Object.keys((await api.call('POST /monitoring/observability/executions/counts', { body, signal })).body.totals).length > 0;
      },
      // A new mute holds while this is read, so that the list does not disappear meanwhile.
      initialData: () => (serverNow() - since < MOMENT ? false : undefined),
      initialDataUpdatedAt: 0,
      refetchInterval: REFRESH_INTERVAL,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  if (successes.includes(undefined)) return undefined;
  const over = new Set(waiting.filter((_, index) => successes[index]).map(({ cause }) => cause));
  const isMuted = ([cause, mute]: [string, Mute]): boolean => !over.has(cause) && !('until' in mute && mute.until <= serverNow());
  return new Set(
    Object.entries(all)
      .filter(isMuted)
      .map(([cause]) => cause),
  );
}
