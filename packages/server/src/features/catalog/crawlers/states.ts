/** The states of a crawl and the moves between them; `run-queries.ts` writes them. */

/** The state of a crawl. */
export type CrawlState = 'RetrievingProperties' | 'PropertiesRetrievalFailed' | 'CreatingDatasets' | 'Finished';

/** The states to which each state may move. A crawler that runs again gets a new run. */
export const CRAWL_MOVES: Readonly<Record<CrawlState, readonly CrawlState[]>> = {
  RetrievingProperties: ['CreatingDatasets', 'PropertiesRetrievalFailed', 'Finished'],
  PropertiesRetrievalFailed: [],
  CreatingDatasets: ['Finished'],
  Finished: [],
};

/** The end of the execution of a crawl. */
export type ExecutionEnding = { outcome: string | null; message: string | null };

/**
 * The state in which a crawl ends, and the failure. An end on request is no failure. An execution that succeeded although its listing did not end has
 * failed as a crawl.
 * @rule crawlers.run.ends
 */
export function endOfCrawl(
  state: CrawlState,
  isRequested: boolean,
  { outcome, message }: ExecutionEnding,
): { state: CrawlState; failure: string | null } {
  if (isRequested) return { state: 'Finished', failure: null };
  const succeeded = outcome === 'EXECUTION_SUCCESS' || outcome === 'EXECUTION_REJECTED';
  const reason = message ?? `The execution of the crawl ended as ${outcome ?? 'lost'}: its log tells more.`;
  if (state === 'CreatingDatasets') return { state: 'Finished', failure: succeeded ? null : reason };
  return {
    state: 'PropertiesRetrievalFailed',
    failure: succeeded ? 'The program of the crawl ended before the listing of the tables did: its log tells more.' : reason,
  };
}
