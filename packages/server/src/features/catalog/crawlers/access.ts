/** Reads and locks crawlers; each statement checks the tenant and the level of the caller. */
import type { Tx } from '../../../core/database/db.ts';
import { forbidden, found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireRight } from '../../orchestration/workspaces/index.ts';
import { entitlementsOf, heldLevel } from '../../sharing/sharing/index.ts';
import { crawlerColumns, type CrawlerRow } from './json.ts';

/** The operations on a crawler that need different rights. */
type CrawlerEntitlement = 'CRAWLING_READ' | 'CRAWLING_UPDATE' | 'CRAWLING_DELETE';

/** The tables of crawlers `k` with their last runs `r`, and the level of the actor as `access.level`. */
export const crawlerTables = (actor: Actor): Sql => sql`
  crawler k
  left join crawl_run r on r.crawler_id = k.id
  cross join lateral (select ${heldLevel(actor, 'crawler', sql`k.id`)} as level) access`;

/**
 * Builds the condition for the crawlers `k` that the actor may see.
 * @rule crawlers.list.deleted
 */
export const visibleCrawlers = (actor: Actor, includeDeleted = false): Sql =>
  sql`k.tenant_id = ${actor.tenant} and access.level is not null and (${includeDeleted} or k.deleted_at is null)`;

/** Finds a crawler that the actor may see. */
export async function findCrawler(tx: Tx, actor: Actor, id: string, includeDeleted = false): Promise<CrawlerRow> {
  const row = await tx.one<CrawlerRow>(sql`
    select ${crawlerColumns}
    from ${crawlerTables(actor)}
    where k.id = ${id}
      and ${visibleCrawlers(actor, includeDeleted)}`);
  return allowedCrawler(found(row, 'Crawler', id), 'CRAWLING_READ');
}

/** A crawler that is locked for a change or a run. */
export type LockedCrawler = { id: string; level: number; name: string; connection_id: string; selection: string[] };

/** Locks a crawler for a change, a run or the end of a run; only one of these happens at a time. */
export async function lockCrawler(tx: Tx, actor: Actor, id: string, entitlement: CrawlerEntitlement): Promise<LockedCrawler> {
  const row = await tx.one<LockedCrawler>(sql`
    select k.id, access.level, k.name, k.connection_id, k.selection
    from ${crawlerTables(actor)}
    where k.id = ${id}
      and ${visibleCrawlers(actor)}
    for update of k`);
  return allowedCrawler(found(row, 'Crawler', id), entitlement);
}

/** @rule crawlers.access.level */
function allowedCrawler<Row extends { level: number }>(row: Row, entitlement: CrawlerEntitlement): Row {
  if (entitlementsOf('crawler', row.level).includes(entitlement)) return row;
  throw forbidden(
    'level_missing',
    `Your level on the crawler does not include ${entitlement}. Ask an owner to share it at a higher level.`,
  );
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
