/** The statements about crawlers. Each one that finds or locks a crawler checks the tenant and the level of the caller. */
import { json, type Sql, sql, storable, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireRight } from '../../orchestration/workspaces/index.ts';
import { inTenant } from '../../security/held/index.ts';
import { type GivenLevel, heldLevel, removeSharings } from '../../sharing/sharing/index.ts';
import { requireLevelOn } from '../catalog-connections/index.ts';
import type { CrawlState } from './states.ts';

/** A crawler with its last run; the columns of the run are null before the first one. */
export type CrawlerRow = {
  id: string;
  level: number;
  connection_id: string;
  name: string;
  description: string | null;
  selection: string[];
  sharings: { user_id: string | null; group_id: string | null; level: number }[];
  created_at: Date;
  created_by: string;
  updated_at: Date | null;
  updated_by: string | null;
  deleted_at: Date | null;
  deleted_by: string | null;
  execution_id: string | null;
  state: CrawlState | null;
  account_id: string | null;
  started_at: Date | null;
  finished_at: Date | null;
  failure: string | null;
  to_crawl: number | null;
  finished: number | null;
  created: number | null;
  failed: number | null;
  samples_failed: number | null;
};

/** The columns of `CrawlerRow` of a crawler `k` with its run `r`. */
const crawlerColumns: Sql = sql`
  k.id, access.level, k.connection_id, k.name, k.description, k.selection, k.created_at, k.created_by, k.updated_at, k.updated_by, k.deleted_at,
  k.deleted_by, r.execution_id, r.state, r.account_id, r.started_at, r.finished_at, r.failure, r.to_crawl, r.finished, r.created, r.failed,
  r.samples_failed,
  coalesce((
    select json_agg(json_build_object('user_id', s.user_id, 'group_id', s.group_id, 'level', s.level) order by s.level desc, s.user_id, s.group_id)
    from crawler_sharing s
    where s.crawler_id = k.id), '[]') as sharings`;

/** Joins crawlers `k` with their last runs `r`, and with the level of the actor as `access.level`. */
const crawlerJoins = (actor: Actor): Sql => sql`
  left join crawl_run r on r.crawler_id = k.id
  cross join lateral (select ${heldLevel(actor, 'crawler', sql`k.id`)} as level) access`;

const guard = inTenant({ noun: 'Crawler', table: sql`crawler`, alias: sql`k`, also: () => sql`access.level is not null` });

/**
 * Builds the condition for the crawlers `k` that are not deleted, or for all.
 * @rule crawlers.list.deleted
 */
const isKept = (includeDeleted: boolean): Sql => sql`(${includeDeleted} or k.deleted_at is null)`;

/** Selects the crawlers that the actor may see, in the order of their names. */
export const selectCrawlers = (tx: Tx, actor: Actor, includeDeleted: boolean, condition: Sql): Promise<CrawlerRow[]> =>
  tx.rows(sql`
    select ${crawlerColumns}
    from crawler k
    ${crawlerJoins(actor)}
    where ${guard.visible(actor)}
      and ${isKept(includeDeleted)}
      and ${condition}
    order by lower(k.name), k.id`);

/** The operations on a crawler that need different rights. */
type CrawlerEntitlement = 'CRAWLING_READ' | 'CRAWLING_UPDATE' | 'CRAWLING_DELETE';

/** Finds a crawler that the actor may see, and requires that its level includes CRAWLING_READ. */
export async function findCrawler(tx: Tx, actor: Actor, id: string, includeDeleted = false): Promise<CrawlerRow> {
  const wanted = { columns: crawlerColumns, joins: crawlerJoins(actor), where: isKept(includeDeleted) };
  return requireLevelOn('crawler', await guard.find<CrawlerRow>(tx, actor, id, wanted), 'CRAWLING_READ');
}

/** A crawler that is locked for a change or a run. */
type LockedCrawler = { id: string; level: number; name: string; connection_id: string; selection: string[] };

/**
 * Locks a crawler for a change, a run or the end of a run; only one of these happens at a time. Requires that the level of the actor includes an
 * entitlement.
 */
export async function lockCrawler(tx: Tx, actor: Actor, id: string, entitlement: CrawlerEntitlement): Promise<LockedCrawler> {
  const columns = sql`k.id, access.level, k.name, k.connection_id, k.selection`;
  const row = await guard.lock<LockedCrawler>(tx, actor, id, { columns, joins: crawlerJoins(actor), where: isKept(false) });
  return requireLevelOn('crawler', row, entitlement);
}

/**
 * Requires that the actor holds EXECUTE on the workspace of a connection at this moment. A crawl or scan is a run on an engine: it gets the secrets of the
 * connection and starts its driver.
 * @rule crawlers.run.execute
 */
export const requireCrawlRight = (tx: Tx, actor: Actor, connection: string): Promise<void> =>
  requireRight(
    tx,
    actor,
    sql`(select workspace_id from connection where id = ${connection})`,
    'EXECUTE',
    'A crawl or scan needs the right EXECUTE on the workspace of the connection. Ask its owner for it.',
  );

/** Returns whether a connection has a crawler that is not deleted. */
export const hasCrawler = (tx: Tx, connection: string): Promise<boolean> =>
  tx.any(sql`
    select
    from crawler
    where connection_id = ${connection}
      and deleted_at is null`);

/** A new crawler. */
type NewCrawler = { id: string; connection: string; name: string; description: string | null; selection: readonly string[] };

/** Adds a crawler. */
export const insertCrawler = (tx: Tx, actor: Actor, crawler: NewCrawler): Promise<unknown> =>
  tx.rows(sql`
    insert into crawler (id, tenant_id, connection_id, name, description, selection, created_by)
    values (${crawler.id}, ${actor.tenant}, ${crawler.connection}, ${crawler.name}, ${crawler.description},
      ${crawler.selection.map(storable)}::text[], ${actor.id})`);

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
