/** Starts crawls and scans: an execution of the built-in bundle on the engine of the connection, and the record of the run (ADR 67). */
import { CRAWL_PARAMETERS, CRAWLED_CONNECTION, DRIVER_RESOURCE } from '@millrace/crawler';
import { newId } from '../../../core/base/id.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { programVersion } from '../../../core/base/program-version.ts';
import type { Change } from '../../../core/http/changes.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockForCheck } from '../../orchestration/connections/index.ts';
import { startBuiltIn } from '../../processing/task-executions/index.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { withCrawlBundle } from './crawl-bundle.ts';
import { endClosingRun } from './run-ends.ts';
import { raiseCrawlStarted, type CrawlSite, findSite, insertCrawl } from './run-rows.ts';

/** Minutes after which the engine ends a crawl. */
const TIMEOUT_MINUTES = 12 * 60;

/** A connection to read. Without a crawler, the run is a scan. */
type CrawlTarget = { connection: string; crawler?: { id: string; name: string; selection: readonly string[] } | undefined };

/** A call that starts a run. */
type StartCall = Platform & { actor: Actor; changeFacts: Change['facts'] };

/**
 * Starts a run, unless one is under way, and returns the environments that have new work. `lock` finds what the caller may read, and locks it: first
 * before the bundle is stored, so that a refusal stores no file.
 * @rule crawlers.run.once
 */
export async function startUnlessUnderWay(call: StartCall, status: 202 | 204, lock: (tx: Tx) => Promise<CrawlTarget>): Promise<string[]> {
  const { connection } = await call.db.transaction(lock);
  const hasSingleUser = await call.identity.hasSingleUser();
  const environment = await withCrawlBundle(call, async (tx, hash) => {
    await lockForCheck(tx, connection);
    const target = await lock(tx);
    await recordChange(tx, call.changeFacts({ status }));
    if (await endClosingRun(tx, target.crawler ? { crawler: target.crawler.id } : { connection })) return undefined;
    return startCrawl(tx, call, target, { hash, hasSingleUser });
  });
  return environment === undefined ? [] : [environment];
}

/**
 * Starts a run, and returns the environment that has new work. `hasSingleUser`: the install has a single user, who owns the machine of the engine.
 * @rule crawlers.run.accepted
 * @rule crawlers.run.driver
 * @rule crawlers.run.outbound
 * @rule crawlers.run.reasons
 */
async function startCrawl(
  tx: Tx,
  { actor, settings: { limits } }: StartCall,
  { connection, crawler }: CrawlTarget,
  { hash, hasSingleUser }: { hash: string; hasSingleUser: boolean },
): Promise<string> {
  const site = await findSite(tx, connection);
  const driver = await findDriver(tx, connection);
  const execution = newId();
  const selection = crawler?.selection ?? [];
  await insertCrawl(tx, actor, { execution, connection, crawler: crawler?.id ?? null, selection });
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
      [CRAWL_PARAMETERS.sampleRows]: String(crawler ? limits.sampleRows : 0),
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
