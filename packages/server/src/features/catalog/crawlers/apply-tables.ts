/** Writes the datasets of tables that a crawl has read. */
import type { Tx } from '../../../core/database/db.ts';
import { tryItem } from '../../../core/database/savepoint.ts';
import { sql, storable } from '../../../core/database/sql.ts';
import type { GivenLevel } from '../../sharing/sharing/index.ts';
import { noteUnchanged, observeTables, type CrawlContext, type ObservedTable, type ProfiledSample } from '../datasets/index.ts';
import { noteProgress, selectStaged, type CrawlKey, type StagedTable, type TableFailure, type TableProgress } from './portion-queries.ts';
import type { CrawlRun } from './run-queries.ts';

/** The samples of a portion by the technical names of their tables, with their quality. */
export type ProfiledSamples = ReadonlyMap<string, ProfiledSample>;

type Item = { table: StagedTable; observed: ObservedTable; failure: string | null };

/**
 * Writes the datasets whose rows were read: new ones, and those that exist with their new samples.
 * @rule crawlers.run.refresh
 */
export async function applySamples(tx: Tx, run: CrawlRun, crawlKey: CrawlKey, samples: ProfiledSamples): Promise<void> {
  const staged = await selectStaged(tx, crawlKey, [...samples.keys()]);
  const items = staged.map((table) => ({ table, observed: { ...table, sample: samples.get(table.technicalName) }, failure: null }));
  await applyAll(tx, run, items);
}

/**
 * Writes the datasets whose rows could not be read. They get the definition that was listed; rows and quality stay as they were. The next run reads the
 * rows again, because the dataset has no fingerprint.
 * @rule crawlers.run.unreadable
 */
export async function applyUnreadable(tx: Tx, run: CrawlRun, crawlKey: CrawlKey, failures: readonly TableFailure[]): Promise<void> {
  const messages = new Map(failures.map(({ technicalName, message }) => [storable(technicalName), storable(message)]));
  const staged = await selectStaged(tx, crawlKey, [...messages.keys()]);
  const items = staged.map((table) => ({
    table,
    observed: { ...table, fingerprint: null },
    failure: messages.get(table.technicalName) ?? '',
  }));
  await applyAll(tx, run, items);
}

/** Records that datasets are up to date. */
export async function applyUnchanged(tx: Tx, run: CrawlRun, crawlKey: CrawlKey, names: readonly string[]): Promise<void> {
  const staged = await selectStaged(tx, crawlKey, names);
  const kept = await noteUnchanged(tx, run.connection_id, names);
  const datasets = new Map(kept.map(({ technicalName, id }) => [technicalName, id]));
  await noteProgress(
    tx,
    staged.map(({ id, technicalName }): TableProgress => {
      const dataset = datasets.get(technicalName) ?? null;
      const failure = dataset === null ? 'The dataset was deleted while the crawl ran: run the crawler again.' : null;
      return { id, status: dataset === null ? 'CreationFailed' : 'Finished', dataset, isNew: false, failure };
    }),
  );
}

/** Writes all datasets together. Where the database refuses one of them, each is written by itself, so that one table does not stop the others. */
async function applyAll(tx: Tx, run: CrawlRun, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const sharings = await selectSharings(tx, run);
  const context = { tenant: run.tenant_id, connection: run.connection_id, account: run.account_id, sharings };
  const refused = await tryItem(tx, () => write(tx, context, items));
  if (refused === undefined) return;
  for (const item of items) {
    const error = await tryItem(tx, () => write(tx, context, [item]));
    if (error === undefined) continue;
    const failure = `The catalogue cannot store it: ${error.message}`;
    await noteProgress(tx, [{ id: item.table.id, status: 'CreationFailed', dataset: null, isNew: false, failure }]);
  }
}

async function write(tx: Tx, context: CrawlContext, items: readonly Item[]): Promise<void> {
  const written = await observeTables(
    tx,
    context,
    items.map(({ observed }) => observed),
  );
  const datasets = new Map(written.map((one) => [one.technicalName, one]));
  const progress = items.map(({ table, failure }): TableProgress => {
    const dataset = datasets.get(table.technicalName);
    const status = failure === null ? 'Finished' : 'SamplingFailed';
    return { id: table.id, status, dataset: dataset?.id ?? null, isNew: dataset?.isNew ?? false, failure };
  });
  await noteProgress(tx, progress);
}

const selectSharings = (tx: Tx, { crawler_id: crawler }: CrawlRun): Promise<GivenLevel[]> =>
  tx.rows(sql`
    select user_id as "user", group_id as "group", level
    from crawler_sharing
    where crawler_id = ${crawler}`);
