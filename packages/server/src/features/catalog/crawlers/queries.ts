/** The SQL statements about crawlers and scans, except their runs. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, storable, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { removeSharings, type GivenLevel } from '../../sharing/sharing/index.ts';
import { crawlerTables, visibleCrawlers } from './access.ts';
import { crawlerColumns, type CrawlerRow } from './json.ts';
import type { CrawledDatasetRow, ScanRow } from './table-json.ts';

/** A new crawler. */
export type NewCrawler = {
  id: string;
  tenant: string;
  connection: string;
  name: string;
  description: string | null;
  selection: readonly string[];
  author: string;
};

/** Adds a crawler. */
export const insertCrawler = (tx: Tx, crawler: NewCrawler): Promise<unknown> =>
  tx.rows(sql`
    insert into crawler (id, tenant_id, connection_id, name, description, selection, created_by)
    values (${crawler.id}, ${crawler.tenant}, ${crawler.connection}, ${crawler.name}, ${crawler.description},
      ${crawler.selection.map(storable)}::text[], ${crawler.author})`);

/** Adds the sharings of the datasets of a crawler. */
export const insertCrawlerSharings = (tx: Tx, crawler: string, given: readonly GivenLevel[]): Promise<unknown> =>
  tx.rows(sql`
    insert into crawler_sharing (crawler_id, user_id, group_id, level)
    select ${crawler}, r."user", r."group", r.level
    from json_to_recordset(${json(given)}::json) as r ("user" uuid, "group" uuid, level smallint)`);

/** Changes a crawler; an undefined field stays. */
export const updateCrawler = (
  tx: Tx,
  id: string,
  author: string,
  change: { name: string | undefined; description: string | null | undefined; selection?: readonly string[] | undefined },
): Promise<unknown> =>
  tx.rows(sql`
    update crawler
    set name = coalesce(${change.name ?? null}, name),
        description = case when ${change.description === undefined} then description else ${change.description ?? null} end,
        selection = coalesce(${change.selection ? change.selection.map(storable) : null}::text[], selection),
        updated_by = ${author},
        updated_at = now()
    where id = ${id}`);

/**
 * Deletes a crawler; one with datasets is only marked as deleted. Returns whether the row was deleted.
 * @rule crawlers.delete.record
 */
export async function removeCrawler(tx: Tx, id: string, author: string): Promise<boolean> {
  const isDeleted = await tx.any(sql`
    delete from crawler k
    where k.id = ${id}
      and not exists (
        select from crawled_dataset c
        where c.crawler_id = k.id
          and c.dataset_id is not null)
    returning k.id`);
  if (!isDeleted)
    await tx.rows(sql`
      update crawler
      set deleted_by = ${author},
          deleted_at = now()
      where id = ${id}`);
  return isDeleted;
}

/**
 * Deletes the sharings of crawlers that are deleted with their connections. `of`: a condition for crawlers `k` with connections `c`.
 * @rule sharing.entities.deleted
 */
export async function removeCrawlerSharings(tx: Tx, of: Sql): Promise<void> {
  const rows = await tx.rows<{ id: string }>(sql`
    select k.id
    from crawler k
    join connection c on c.id = k.connection_id
    where ${of}`);
  await removeSharings(
    tx,
    'crawler',
    rows.map(({ id }) => id),
  );
}

/** Returns whether a connection has a crawler that is not deleted. */
export const hasCrawler = (tx: Tx, connection: string): Promise<boolean> =>
  tx.any(sql`
    select
    from crawler
    where connection_id = ${connection}
      and deleted_at is null`);

/** Selects the crawlers that the actor may see, in the order of their names. */
export const selectCrawlers = (tx: Tx, actor: Actor, includeDeleted: boolean, condition: Sql): Promise<CrawlerRow[]> =>
  tx.rows(sql`
    select ${crawlerColumns}
    from ${crawlerTables(actor)}
    where ${visibleCrawlers(actor, includeDeleted)}
      and ${condition}
    order by lower(k.name), k.id`);

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

/** Selects the tables of a run that failed, in the order of their names. */
export const selectFailures = (tx: Tx, execution: string): Promise<{ technical_name: string; failure: string; updated_at: Date }[]> =>
  tx.rows(sql`
    select technical_name, failure, updated_at
    from crawled_dataset
    where execution_id = ${execution}
      and failure is not null
    order by technical_name`);

/** Finds the last complete scan of a connection, and the last run of a scan. */
export const findScan = (tx: Tx, connection: string): Promise<ScanRow> =>
  tx.only(sql`
    select s.scanned_at, s.tables, r.execution_id, r.state, r.started_at, r.finished_at, r.failure
    from (select ${connection}::uuid as id) c
    left join connection_scan s on s.connection_id = c.id
    left join crawl_run r on r.connection_id = c.id and r.crawler_id is null`);
