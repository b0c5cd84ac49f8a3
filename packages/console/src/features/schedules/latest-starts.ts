/** Reads the next and the latest starts of the schedules of a list, and pauses what they start. */
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, useChange } from '../../app/api.ts';
import { pagesOfIds } from '../../app/list-pages.ts';
import { useText } from '../../text/language.tsx';
import { errorSentence } from '../../ui/page-parts.tsx';
import { toast } from '../../ui/toast.tsx';

/** What is known of the starts of a schedule. */
export type ScheduleStarts = Schema<'ScheduleStarts'>;

const LATEST = 'POST /monitoring/observability/starts/latest';
/** Schedules of one call, at most: those of one page of the list. */
const PAGE_SIZE = 100;
const REFRESH_INTERVAL = 10_000;

/** The starts of schedules by their ids: one call for each page of the list. */
export function useLatestStarts(scheduleIds: readonly string[]): ReadonlyMap<string, ScheduleStarts> {
  const pages = pagesOfIds(scheduleIds, PAGE_SIZE);
  return useQueries({
    queries: pages.map((ids) => ({
      queryKey: [LATEST, ids],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.call(LATEST, { body: { scheduleIds: ids }, signal })).body.items,
      // Like the list, they are refreshed as long as it has one page.
      refetchInterval: pages.length === 1 && REFRESH_INTERVAL,
      placeholderData: keepPreviousData,
    })),
    combine: (results) => new Map(results.flatMap(({ data = [] }) => data.map((item) => [item.scheduleId, item]))),
  });
}

/** Returns the change that pauses or resumes the task or plan of a schedule. It shows a refusal as a notice. */
export function usePause(notice: string): {
  isPending: boolean;
  run: (executable: NonNullable<ScheduleStarts['executable']>, pause: boolean) => void;
} {
  const changeOptions = { refreshes: [LATEST] as const, notice };
  const task = useChange('PUT /orchestration/executables/tasks/{taskId}/pause', changeOptions);
  const plan = useChange('PUT /orchestration/executables/plans/{planId}/pause', changeOptions);
  const shared = useText();
  const onError = (error: Error): void => toast(errorSentence(error, shared));
  return {
    isPending: task.isPending || plan.isPending,
    run: ({ id, type }, pause) => {
      if (type === 'TASK') task.mutate({ path: { taskId: id }, body: { pause } }, { onError });
      else plan.mutate({ path: { planId: id }, body: { pause } }, { onError });
    },
  };
}
