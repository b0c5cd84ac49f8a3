/** The statements about the tables that crawlers and scans have listed. */
import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { json, sql, storable, type Tx } from '../../../core/database/sql.ts';
import type { ObservedTable } from '../datasets/index.ts';
import type { CrawlState } from './states.ts';

/** A table that a crawler has listed. */
export type CrawledDatasetRow = {
  id: string;
  crawler_id: string;
  dataset_id: string | null;
  technical_name: string;
  display_name: string;
  kind: 'TABLE' | 'VIEW' | 'FILE';
  export_status: Schema<'CrawledDataset'>['exportStatus'];
  failure: string | null;
  updated_at: Date;
};

/** Selects a page of the tables that a crawler has listed, and counts all. */
export async function selectCrawledDatasets(
  tx: Tx,
  crawler: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CrawledDatasetRow[]; total: number }> {
  const rows = await tx.rows<CrawledDatasetRow>(sql`
    select c.id, c.crawler_id, c.dataset_id, c.technical_name, c.display_name, c.kind, c.export_status, c.failure, c.updated_at
    from crawled_dataset c
    where c.crawler_id = ${crawler}
    order by c.technical_name, c.id
    limit ${limit}
    offset ${offset}`);
  const { total } = await tx.only<{ total: number }>(sql`
    select count(*) as total
    from crawled_dataset c
    where c.crawler_id = ${crawler}`);
  return { rows, total };
}

/** A table as a scan stores it. */
export type ScannedTable = { technicalName: string; displayName: string; kind: 'TABLE' | 'VIEW' | 'FILE' };

/** A connection with its last complete scan and its last run of a scan; the columns of one that it does not have are null. */
export type ScanRow = {
  scanned_at: Date | null;
  tables: ScannedTable[] | null;
  execution_id: string | null;
  state: CrawlState | null;
  started_at: Date | null;
  finished_at: Date | null;
  failure: string | null;
};

/** Finds the last complete scan of a connection, and the last run of a scan. */
export const findScan = (tx: Tx, connection: string): Promise<ScanRow> =>
  tx.only(sql`
    select s.scanned_at, s.tables, r.execution_id, r.state, r.started_at, r.finished_at, r.failure
    from (select ${connection}::uuid as id) c
    left join connection_scan s on s.connection_id = c.id
    left join crawl_run r on r.connection_id = c.id and r.crawler_id is null`);

/** A table as a run has listed it. */
export type StagedTable = Omit<ObservedTable, 'columns' | 'sample'> & { id: string; columns: ObservedTable['columns'] };

/** The crawler of a run and its execution. */
export type CrawlKey = { crawler: string; execution: string };

/** Keeps the last of several items with one name, and converts the names to texts that the database can store. */
const oncePerName = <Item extends { technicalName: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [storable(item.technicalName), { ...item, technicalName: storable(item.technicalName) }])).values(),
];

/** Records tables with their definitions. The catalogue does not change yet. */
export const stageTables = (tx: Tx, { crawler, execution }: CrawlKey, tables: readonly Omit<StagedTable, 'id'>[]): Promise<unknown> =>
  tx.rows(sql`
    insert into crawled_dataset (id, crawler_id, execution_id, technical_name, display_name, kind, comment, fingerprint, columns)
    select r.id, ${crawler}, ${execution}, r."technicalName", r."displayName", r.kind, r.comment, r.fingerprint, r.columns
    from json_to_recordset(${json(
      oncePerName(tables).map((table) => ({
        ...table,
        id: newId(),
        displayName: storable(table.displayName),
        comment: table.comment === null ? null : storable(table.comment),
        fingerprint: table.fingerprint === null ? null : storable(table.fingerprint),
        columns: table.columns.map(storableColumn),
      })),
    )}::json) as r (
      id uuid, "technicalName" text, "displayName" text, kind text, comment text, fingerprint text, columns jsonb)
    on conflict (crawler_id, md5(technical_name)) do update
    set execution_id = excluded.execution_id,
        display_name = excluded.display_name,
        kind = excluded.kind,
        comment = excluded.comment,
        fingerprint = excluded.fingerprint,
        columns = excluded.columns,
        export_status = 'NotStarted',
        is_new = false,
        failure = null,
        updated_at = now()`);

const storableColumn = ({ path, nativeType, comment, ...rest }: ObservedTable['columns'][number]): ObservedTable['columns'][number] => ({
  ...rest,
  path: storable(path),
  nativeType: storable(nativeType),
  comment: comment === null ? null : storable(comment),
});

/** A table of which a part failed. */
export type TableFailure = { technicalName: string; message: string };

/** Records tables that the run could not list correctly; an earlier definition stays. */
export const stageFailures = (tx: Tx, { crawler, execution }: CrawlKey, failures: readonly TableFailure[]): Promise<unknown> =>
  tx.rows(sql`
    insert into crawled_dataset (id, crawler_id, execution_id, technical_name, display_name, kind, columns, export_status, failure)
    select r.id, ${crawler}, ${execution}, r."technicalName", r."technicalName", 'TABLE', '[]', 'CreationFailed', r.message
    from json_to_recordset(${json(
      oncePerName(failures).map((one) => ({ ...one, id: newId(), message: storable(one.message) })),
    )}::json) as r (id uuid, "technicalName" text, message text)
    on conflict (crawler_id, md5(technical_name)) do update
    set execution_id = excluded.execution_id,
        export_status = excluded.export_status,
        is_new = false,
        failure = excluded.failure,
        updated_at = now()`);

/** Selects those of the tables that the run has listed and could read. */
export const selectStaged = (tx: Tx, { crawler, execution }: CrawlKey, names: readonly string[]): Promise<StagedTable[]> =>
  tx.rows(sql`
    select id, technical_name as "technicalName", display_name as "displayName", kind, comment, fingerprint, columns
    from crawled_dataset
    where crawler_id = ${crawler}
      and execution_id = ${execution}
      and export_status <> 'CreationFailed'
      and technical_name = any (${names.map(storable)}::text[])`);

/** The progress of a table. */
export type TableProgress = {
  id: string;
  status: 'Finished' | 'SamplingFailed' | 'CreationFailed';
  dataset: string | null;
  isNew: boolean;
  failure: string | null;
};

/** Records the progress of tables. A dataset that the run has created remains counted as created. */
export const noteProgress = (tx: Tx, progress: readonly TableProgress[]): Promise<unknown> =>
  tx.rows(sql`
    update crawled_dataset c
    set export_status = r.status,
        dataset_id = coalesce(r.dataset, c.dataset_id),
        is_new = c.is_new or r."isNew",
        failure = r.failure,
        updated_at = now()
    from json_to_recordset(${json(progress)}::json) as r (id uuid, status text, dataset uuid, "isNew" boolean, failure text)
    where c.id = r.id`);

/** Selects the names of all tables that a run has listed, also of those that it could not read. */
export const selectListed = async (tx: Tx, execution: string): Promise<string[]> =>
  (
    await tx.rows<{ name: string }>(sql`
      select technical_name as name
      from crawled_dataset
      where execution_id = ${execution}`)
  ).map(({ name }) => name);

/** Deletes the records of tables that only earlier runs have listed and that have no dataset. */
export const forgetUnlisted = (tx: Tx, { crawler, execution }: CrawlKey): Promise<unknown> =>
  tx.rows(sql`
    delete from crawled_dataset
    where crawler_id = ${crawler}
      and execution_id <> ${execution}
      and dataset_id is null`);
