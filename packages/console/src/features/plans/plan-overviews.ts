/** What the list of plans shows of each plan besides its name: its last runs and its next start. */
import { useQueries } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { readQuery } from '../../app/api.ts';
import { pagesOfIds } from '../../app/list-pages.ts';

const OVERVIEW = 'POST /orchestration/executables/plans/overview';
/** The largest number of plans in a call. */
const MOST_PLANS = 100;

/**
 * The overviews of the plans of a list by their ids: one call for each page of the list. Like the list, they are read again each `every` milliseconds as
 * long as it has one page.
 */
export function usePlanOverviews(ids: readonly string[], every: number): ReadonlyMap<string, Schema<'PlanOverview'>> {
  const pages = pagesOfIds(ids, MOST_PLANS);
  return useQueries({
    queries: pages.map((planIds) => ({ ...readQuery(OVERVIEW, { body: { planIds } }), refetchInterval: pages.length === 1 && every })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => data?.items ?? []).map((overview) => [overview.planId, overview])),
  });
}
