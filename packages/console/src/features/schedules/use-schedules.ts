/** Reads the schedules of an environment, page by page. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import type { FiltersOf } from '../../app/filters.ts';

const LIST = 'GET /orchestration/schedules';
const PAGE_SIZE = 100;

/** Characters to escape: the filter of the operation is a regular expression. */
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/** The list. */
export function useSchedules(environmentId: string | undefined, { text, used }: FiltersOf<'/schedules'>) {
  const query = useInfiniteQuery({
    queryKey: [LIST, environmentId, text, used],
    enabled: environmentId !== undefined,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const filters = {
        ...(text !== undefined && { descriptionFilter: `(?i)${text.replaceAll(SPECIAL, String.raw`\$&`)}` }),
        ...(used && { onlyBound: true }),
      };
      return (await api.call(LIST, { query: { environmentId, ...filters, limit: PAGE_SIZE, offset: pageParam }, signal })).body;
    },
    getNextPageParam: ({ offset, items, total }) => (offset + items.length < total ? offset + items.length : undefined),
    placeholderData: keepPreviousData,
  });
  return { ...query, schedules: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}
