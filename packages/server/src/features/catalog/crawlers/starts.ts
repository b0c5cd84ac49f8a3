/** Starts crawls and scans: an execution of the built-in bundle on the engine of the connection, and the record of the run (ADR 67). */
import { CRAWL_PARAMETERS, CRAWLED_CONNECTION, DRIVER_RESOURCE } from '@millrace/crawler';
import { newId } from '../../../core/base/id.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { programVersion } from '../../../core/base/program-version.ts';
import type { Actor } from '../../../identity/actor.ts';
import { startBuiltIn } from '../../processing/task-executions/index.ts';
import { raiseCrawlStarted, type CrawlSite, findSite, insertCrawl } from './run-rows.ts';

/** Minutes after which the engine ends a crawl. */
const TIMEOUT_MINUTES = 12 * 60;

/** A connection to read, and the rows of each table that are read, for its sample and its quality. Without a crawler, the run is a scan. */
type CrawlStart = {
  connection: string;
  crawler?: { id: string; name: string; selection: readonly string[] } | undefined;
  sampleRows: number;
  /** Whether the install has a single user, who owns the machine of the engine. */
  hasSingleUser: boolean;
};

/**
 * Starts a run, and returns the environment that has new work. The caller has locked the crawler or connection, and has checked that no run is under way.
 * @rule crawlers.run.accepted
 * @rule crawlers.run.driver
 * @rule crawlers.run.outbound
 * @rule crawlers.run.reasons
 */
export async function startCrawl(
  tx: Tx,
  actor: Actor,
  { connection, crawler, sampleRows, hasSingleUser }: CrawlStart,
  hash: string,
): Promise<string> {
  const site = await findSite(tx, connection);
  const driver = await findDriver(tx, connection);
  const execution = newId();
  const selection = crawler?.selection ?? [];
  await insertCrawl(tx, { execution, tenant: actor.tenant, connection, crawler: crawler?.id ?? null, selection, account: actor.id });
  await startBuiltIn(tx, {
    id: execution,
    of: crawler ? { id: crawler.id, name: `Crawl of ${crawler.name}` } : { id: connection, name: `Scan of ${site.name}` },
    actor,
    tenant: actor.tenant,
    workspace: site.workspace_id,
    environment: site.environment_id,
    engine: site.engine_id,
    bundle: { name: 'millrace-crawler', version: programVersion(), hash },
    connections: { [CRAWLED_CONNECTION]: connection },
    parameters: {
      [CRAWL_PARAMETERS.mode]: crawler ? 'crawl' : 'scan',
      [CRAWL_PARAMETERS.application]: site.app,
      [CRAWL_PARAMETERS.selection]: JSON.stringify(selection),
      [CRAWL_PARAMETERS.sampleRows]: String(sampleRows),
      // An engine with a setting of its own does not use this list.
      [CRAWL_PARAMETERS.outbound]: hasSingleUser ? 'private,loopback' : 'private',
      [CRAWL_PARAMETERS.reasons]: actor.permissions.has('SVC_CLUSTER_MANAGEMENT') ? 'complete' : 'coarse',
      // These values are set later: the token when an engine claims the execution, the certificates by the engine.
      [CRAWL_PARAMETERS.token]: '',
      [CRAWL_PARAMETERS.certificates]: '',
    },
    resources: driver?.content ? [{ variable: CRAWL_PARAMETERS.driver, ...driver.content }] : [],
    secrets: [CRAWL_PARAMETERS.token],
    timeoutMinutes: TIMEOUT_MINUTES,
    misfire: misfireOf(site, driver),
  });
  if (crawler) await raiseCrawlStarted(tx, actor, execution);
  return site.environment_id;
}

/** If a run cannot begin, the reason is recorded, as for other executions without an engine. */
function misfireOf({ name, enabled, engine_fits: fits }: CrawlSite, driver: CrawlDriver | undefined) {
  if (!enabled) return { reason: 'UNKNOWN', message: `The connection '${name}' is disabled: enable it, then start again.` } as const;
  if (driver && !driver.content)
    return {
      reason: 'UNKNOWN',
      message: `The property '${DRIVER_RESOURCE}' of the connection '${name}' names no resource of its workspace: upload the JDBC driver there, and set the id.`,
    } as const;
  if (fits) return undefined;
  const message = `The engine of the connection '${name}' belongs to another environment or workspace: give the connection another engine.`;
  return { reason: 'REMOTE_ENGINE_UNAVAILABLE', message } as const;
}

/** The JDBC driver of a connection: `content` is null if its workspace has no such resource. */
type CrawlDriver = { content: { id: string; name: string; file: boolean; hash: string; size: number } | null };

/** Finds the driver of a connection; undefined if it names none. */
const findDriver = (tx: Tx, connection: string): Promise<CrawlDriver | undefined> =>
  tx.one(sql`
    select (select json_build_object('id', r.id, 'name', r.name, 'file', r.file, 'hash', b.hash, 'size', b.size)
            from resource r
            join blob b on b.hash = r.blob_hash
            where r.workspace_id = c.workspace_id
              and r.id::text = lower(p.plain_value)) as content
    from connection c
    join connection_parameter p on p.connection_id = c.id
    where c.id = ${connection}
      and p.name = ${DRIVER_RESOURCE}
      and p.plain_value <> ''`);
