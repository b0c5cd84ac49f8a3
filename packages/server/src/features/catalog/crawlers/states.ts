/** The states of a crawl and the moves between them; `run-rows.ts` writes them. */
import { UNUSABLE_EXIT_CODE } from '@millrace/crawler';

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
export type ExecutionEnding = { outcome: string | null; message: string | null; exit_code: number | null; claimed_at: Date | null };

/**
 * The state in which a crawl ends, and the failure. An end on request is no failure. An execution that succeeded although its listing did not end has
 * failed as a crawl.
 * @rule crawlers.run.ends
 */
export function endOfCrawl(
  state: CrawlState,
  isRequested: boolean,
  { outcome, message }: Pick<ExecutionEnding, 'outcome' | 'message'>,
): { state: CrawlState; failure: string | null } {
  if (isRequested) return { state: 'Finished', failure: null };
  const succeeded = outcome === 'EXECUTION_SUCCESS' || outcome === 'EXECUTION_REJECTED';
  const reason = message ?? `The execution of the crawl ended as ${outcome ?? 'lost'}: its log says why.`;
  if (state === 'CreatingDatasets') return { state: 'Finished', failure: succeeded ? null : reason };
  return {
    state: 'PropertiesRetrievalFailed',
    failure: succeeded ? 'The program of the crawl ended before the listing of the tables did: its log says why.' : reason,
  };
}

/**
 * Whether a run shows that its connection works or fails, with the reason; undefined if it shows neither, for example because its engine was lost.
 * The program ends with an exit code of its own when it cannot open the connection. Otherwise a listing that ended proves that it could.
 * @rule crawlers.run.check
 */
export function checkOfCrawl(
  state: CrawlState,
  { exit_code: exitCode, message }: Pick<ExecutionEnding, 'exit_code' | 'message'>,
): { success: boolean; message: string } | undefined {
  if (exitCode === UNUSABLE_EXIT_CODE) return { success: false, message: message ?? 'The log of the crawl has the reason.' };
  if (state === 'CreatingDatasets') return { success: true, message: 'The tables were listed.' };
  return undefined;
}
