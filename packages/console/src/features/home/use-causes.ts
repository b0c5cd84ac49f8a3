import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, serverNow } from '../../app/api.ts';
import { rangeAt, type RangeName } from './home-ranges.ts';

const CAUSES = 'POST /monitoring/observability/executions/causes';
const MAX_CAUSES = 50;
const REFRESH_INTERVAL = 15_000;

/** The causes of a range, with the range that they were read for. */
export const useCauses = (environmentId: string, range: RangeName, zone: string) =>
  useQuery({
    queryKey: [CAUSES, environmentId, range, zone],
    queryFn: async ({ signal }) => {
      const times = rangeAt(range, Math.floor(serverNow()), zone);
      return { ...(await api.call(CAUSES, { body: { environmentId, ...times, limit: MAX_CAUSES }, signal })).body, times };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL,
  });
