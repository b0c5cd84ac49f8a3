/** Accepts the portions of crawls and scans: tables are recorded until the listing has ended; then a crawl writes their datasets (ADR 67). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schema } from '@millrace/contract';
import { conflict } from '../../../core/base/problem.ts';
import { tryItem } from '../../../core/database/savepoint.ts';
import { sql, storable, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { GivenLevel } from '../../sharing/sharing/index.ts';
import {
  type CrawlContext,
  markVanished,
  noteUnchanged,
  type ObservedTable,
  observeTables,
  type ProfiledSample,
  profileSample,
  selectFingerprints,
} from '../datasets/index.ts';
import { semanticChecks } from '../semantic-types/index.ts';
import { addScanned, recordPortion, type CrawlRun, findCrawl, lockCrawl, moveCrawl, storeScan } from './run-rows.ts';
import {
  type CrawlKey,
  forgetUnlisted,
  noteProgress,
  selectListed,
  selectStaged,
  type StagedTable,
  stageFailures,
  stageTables,
  type TableFailure,
  type TableProgress,
} from './table-rows.ts';

type Portion = Schema<'CrawlPortion'>;
type SamplesPortion = Extract<Portion, { kind: 'samples' }>;
/** The samples of a portion by the technical names of their tables, with their quality. */
type ProfiledSamples = ReadonlyMap<string, ProfiledSample>;

/**
 * Accepts the next portion, or refuses it if the crawl has ended or a portion before it is missing. A repeated portion changes nothing. The transaction is
 * short: quality is counted before it.
 * @rule crawlers.portions.order
 */
export async function takePortion(
  { db }: Pick<Platform, 'db'>,
  execution: string,
  portion: Portion,
): Promise<Schema<'CrawlPortionAnswer'>> {
  const known = await findCrawl(db.reader, execution);
  const isNext = known && portion.number === known.last_portion + 1;
  const samples =
    portion.kind === 'samples' && isNext ? await profileSamples(db.reader, known, portion) : new Map<string, ProfiledSample>();
  return db.transaction(async (tx) => {
    const run = await lockCrawl(tx, execution);
    if (!run) throw conflict('crawl_ended', 'The crawl has ended.');
    if (portion.number > run.last_portion + 1)
      throw conflict('portion_missing', `The portion ${run.last_portion + 1} must come before the portion ${portion.number}.`);
    if (portion.number === run.last_portion + 1) {
      await apply(tx, run, portion, samples);
      await recordPortion(tx, execution, portion.number);
    }
    const sent = portion.kind === 'tables' && run.crawler_id !== null ? portion.tables.map(({ technicalName }) => technicalName) : [];
    return { known: sent.length === 0 ? [] : await selectFingerprints(tx, run.connection_id, sent), ends: run.ends };
  });
}

/** Counts the quality of the columns of samples. Other requests are served in the meantime. */
async function profileSamples(
  tx: Tx,
  { crawler_id: crawler, execution_id: execution, tenant_id: tenant }: CrawlRun,
  { samples }: SamplesPortion,
) {
  const profiled = new Map<string, ProfiledSample>();
  if (crawler === null) return profiled;
  const names = samples.map(({ technicalName }) => technicalName);
  const [staged, checks] = await Promise.all([selectStaged(tx, { crawler, execution }, names), semanticChecks(tx, tenant)]);
  const types = new Map(
    staged.map(({ technicalName, columns }) => [technicalName, new Map(columns.map(({ path, nativeType }) => [path, nativeType]))]),
  );
  for (const sample of samples) {
    const name = storable(sample.technicalName);
    const ofTable = types.get(name);
    if (ofTable) profiled.set(name, profileSample({ ...sample, columns: sample.columns.map(storable) }, ofTable, checks));
    await nextTurn();
  }
  return profiled;
}

async function apply(tx: Tx, run: CrawlRun, portion: Portion, samples: ProfiledSamples): Promise<void> {
  const isListing = run.state === 'RetrievingProperties';
  const isInOrder = portion.kind === 'unreadable' || isListing === (portion.kind === 'tables' || portion.kind === 'observed');
  if (!isInOrder)
    throw conflict('portion_out_of_order', `A portion '${portion.kind}' comes ${isListing ? 'after' : 'before'} the portion 'observed'.`);
  if (run.crawler_id === null) return applyScan(tx, run, portion);
  const crawlKey = { crawler: run.crawler_id, execution: run.execution_id };
  switch (portion.kind) {
    case 'tables': {
      const wanted = isSelected(run);
      await stageTables(tx, crawlKey, portion.tables.filter(wanted));
      return;
    }
    case 'unreadable':
      if (isListing) await stageFailures(tx, crawlKey, portion.tables.filter(isSelected(run)));
      else await applyUnreadable(tx, run, crawlKey, portion.tables);
      return;
    case 'observed':
      return endListing(tx, run, crawlKey, portion.isComplete);
    case 'samples':
      return applySamples(tx, run, crawlKey, samples);
    case 'unchanged':
      return applyUnchanged(tx, run, crawlKey, portion.tables);
  }
}

const isSelected = ({ selection }: CrawlRun): ((table: { technicalName: string }) => boolean) => {
  const names = new Set(selection);
  return ({ technicalName }) => names.size === 0 || names.has(storable(technicalName));
};

/**
 * Ends the listing. Only a complete listing of all tables proves that a table does not exist any more; its dataset is marked and stays.
 * @rule crawlers.run.proven
 */
async function endListing(tx: Tx, run: CrawlRun, crawlKey: CrawlKey, isComplete: boolean): Promise<void> {
  const listed = await selectListed(tx, run.execution_id);
  if (isComplete && run.selection.length === 0) await markVanished(tx, run.connection_id, listed);
  if (isComplete) {
    const seen = new Set(listed);
    const absent = run.selection.filter((name) => !seen.has(name));
    const message =
      'It is selected, but the listing of the connection does not contain it: it was removed or renamed, or the account may not see it.';
    if (absent.length > 0)
      await stageFailures(
        tx,
        crawlKey,
        absent.map((technicalName) => ({ technicalName, message })),
      );
    await forgetUnlisted(tx, crawlKey);
  }
  await moveCrawl(tx, run, 'CreatingDatasets');
}

async function applyScan(tx: Tx, run: CrawlRun, portion: Portion): Promise<void> {
  if (portion.kind === 'tables') {
    const tables = portion.tables.map(({ technicalName, displayName, kind }) => ({
      technicalName: storable(technicalName),
      displayName: storable(displayName),
      kind,
    }));
    await addScanned(tx, run.execution_id, tables);
  }
  if (portion.kind !== 'observed') return;
  if (portion.isComplete) await storeScan(tx, run.execution_id);
  await moveCrawl(tx, run, 'CreatingDatasets');
}

/** A table to write, and why its rows could not be read. */
type Item = { table: StagedTable; observed: ObservedTable; failure: string | null };

/**
 * Writes the datasets whose rows were read: new ones, and those that exist with their new samples.
 * @rule crawlers.run.refresh
 */
async function applySamples(tx: Tx, run: CrawlRun, crawlKey: CrawlKey, samples: ProfiledSamples): Promise<void> {
  const staged = await selectStaged(tx, crawlKey, [...samples.keys()]);
  const items = staged.map((table) => ({ table, observed: { ...table, sample: samples.get(table.technicalName) }, failure: null }));
  await applyAll(tx, run, items);
}

/**
 * Writes the datasets whose rows could not be read. They get the definition that was listed; rows and quality stay as they were. The next run reads the
 * rows again, because the dataset has no fingerprint.
 * @rule crawlers.run.unreadable
 */
async function applyUnreadable(tx: Tx, run: CrawlRun, crawlKey: CrawlKey, failures: readonly TableFailure[]): Promise<void> {
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
async function applyUnchanged(tx: Tx, run: CrawlRun, crawlKey: CrawlKey, names: readonly string[]): Promise<void> {
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
  const sharings = await tx.rows<GivenLevel>(sql`
    select user_id as "user", group_id as "group", level
    from crawler_sharing
    where crawler_id = ${run.crawler_id}`);
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
