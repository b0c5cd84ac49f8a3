/** The statements about runs of crawlers and scans, and their events. */
import type { EventTypeName } from '@millrace/contract/event-types';
import { json, sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, momentText, raiseAbout } from '../../events/outbox/index.ts';
import { CRAWL_MOVES, type CrawlState, type ExecutionEnding } from './states.ts';

/** The place where a crawl of a connection runs. An engine belongs to one environment, and perhaps to one workspace. */
export type CrawlSite = {
  name: string;
  app: string;
  type_id: string;
  enabled: boolean;
  workspace_id: string;
  environment_id: string;
  engine_id: string | null;
  engine_fits: boolean;
};

/** Finds the place where a crawl of a connection runs; the caller has locked the crawler or the connection. */
export const findSite = (tx: Tx, connection: string): Promise<CrawlSite> =>
  tx.only(sql`
    select c.name, c.app, cc.type_id, cc.enabled, c.workspace_id, w.environment_id, cc.engine_id,
           e.id is null or e.environment_id = w.environment_id and coalesce(e.workspace_id, w.id) = w.id as engine_fits
    from catalog_connection cc
    join connection c on c.id = cc.connection_id
    join workspace w on w.id = c.workspace_id
    left join engine e on e.id = cc.engine_id
    where cc.connection_id = ${connection}`);

/** A new run; `crawler` is null for a scan. */
type NewCrawl = { execution: string; connection: string; crawler: string | null; selection: readonly string[] };

/** Adds a run, which replaces the last one. */
export async function insertCrawl(tx: Tx, actor: Actor, run: NewCrawl): Promise<void> {
  await tx.rows(sql`
    delete from crawl_run
    where connection_id = ${run.connection}
      and crawler_id is not distinct from ${run.crawler}`);
  await tx.rows(sql`
    insert into crawl_run (execution_id, tenant_id, connection_id, crawler_id, selection, account_id)
    values (${run.execution}, ${actor.tenant}, ${run.connection}, ${run.crawler}, ${[...run.selection]}::text[], ${actor.id})`);
}

/**
 * A run that has not ended, and its execution: whether it has ended or is stopped. `listed` says of a scan that its listing has ended; then its program
 * has nothing more to do.
 */
export type RunUnderWay = ExecutionEnding & {
  execution_id: string;
  connection_id: string;
  ended: boolean;
  stopping: boolean;
  listed: boolean;
};

/** Finds the run of a crawler, or of a scan of a connection, that has not ended; undefined if there is none. */
export const findRunUnderWay = (tx: Tx, of: { crawler: string } | { connection: string }): Promise<RunUnderWay | undefined> =>
  tx.one(sql`
    select r.execution_id, r.connection_id, x.outcome, x.error_message as message, x.exit_code, coalesce(x.claimed_at, l.claimed_at) as claimed_at,
           x.id is null or x.outcome is not null as ended, r.crawler_id is null and r.state = 'CreatingDatasets' as listed,
           r.end_requested_at is not null or coalesce(l.status = 'STOPPING_FLOW_EXECUTION', false) as stopping
    from crawl_run r
    left join task_execution x on x.id = r.execution_id
    left join live_execution l on l.execution_id = r.execution_id
    where r.finished_at is null
      and ${'crawler' in of ? sql`r.crawler_id = ${of.crawler}` : sql`r.crawler_id is null and r.connection_id = ${of.connection}`}`);

/** Records that the end of a run was requested. */
export const requestCrawlEnd = (tx: Tx, execution: string): Promise<unknown> =>
  tx.rows(sql`
    update crawl_run
    set end_requested_at = coalesce(end_requested_at, now())
    where execution_id = ${execution}`);

/** A run that still accepts portions. */
export type CrawlRun = {
  execution_id: string;
  tenant_id: string;
  connection_id: string;
  crawler_id: string | null;
  state: CrawlState;
  selection: string[];
  account_id: string;
  last_portion: number;
  /** Whether its end was requested. */
  ends: boolean;
};

/** Reads a run that has not ended; undefined if it has. */
export const findCrawl = (tx: Tx, execution: string, lock: Sql = sql``): Promise<CrawlRun | undefined> =>
  tx.one(sql`
    select execution_id, tenant_id, connection_id, crawler_id, state, selection, account_id, last_portion, end_requested_at is not null as ends
    from crawl_run
    where execution_id = ${execution}
      and finished_at is null
    ${lock}`);

/** Locks a run that has not ended, for a portion or its end; undefined if it has. */
export const lockCrawl = (tx: Tx, execution: string): Promise<CrawlRun | undefined> => findCrawl(tx, execution, sql`for update`);

/** Records that a portion was stored, and counts the tables of the run again. */
export const recordPortion = (tx: Tx, execution: string, number: number): Promise<unknown> =>
  tx.rows(sql`
    update crawl_run r
    set last_portion = ${number},
        to_crawl = n.listed,
        finished = n.finished,
        created = n.created,
        failed = n.failed,
        samples_failed = n.samples_failed
    from (
      select count(*) as listed, count(*) filter (where export_status in ('Finished', 'SamplingFailed')) as finished,
             count(*) filter (where is_new) as created, count(*) filter (where export_status = 'CreationFailed') as failed,
             count(*) filter (where export_status = 'SamplingFailed') as samples_failed
      from crawled_dataset
      where execution_id = ${execution}) n
    where r.execution_id = ${execution}`);

/** Moves a run that the caller has locked to another state, or throws if the states do not allow it; an end has its time and perhaps a failure. */
export async function moveCrawl(
  tx: Tx,
  { execution_id: id, state: from }: CrawlRun,
  to: CrawlState,
  failure: string | null = null,
): Promise<void> {
  if (!CRAWL_MOVES[from].includes(to)) throw new Error(`A crawl does not move from ${from} to ${to}`);
  await tx.rows(sql`
    update crawl_run
    set state = ${to},
        finished_at = case when ${CRAWL_MOVES[to].length === 0} then now() end,
        failure = ${failure}
    where execution_id = ${id}`);
}

/** Adds tables to those that a scan has listed. */
export const addScanned = (tx: Tx, execution: string, tables: readonly object[]): Promise<unknown> =>
  tx.rows(sql`
    update crawl_run
    set scanned = scanned || ${json(tables)}::jsonb
    where execution_id = ${execution}`);

/**
 * Replaces the scan of a connection by the tables that a run has listed, each once.
 * @rule crawlers.scan.complete
 */
export const storeScan = (tx: Tx, execution: string): Promise<unknown> =>
  tx.rows(sql`
    insert into connection_scan (connection_id, tables)
    select r.connection_id, coalesce((
             select jsonb_agg(t.entry order by t.entry ->> 'technicalName')
             from (
               select distinct on (s.entry ->> 'technicalName') s.entry
               from jsonb_array_elements(r.scanned) with ordinality s (entry, place)
               order by s.entry ->> 'technicalName', s.place desc) t), '[]')
    from crawl_run r
    where r.execution_id = ${execution}
    on conflict (connection_id) do update
    set tables = excluded.tables,
        scanned_at = now()`);

/** The owner of an event is the account that started the run. */
const raise = (tx: Tx, type: EventTypeName, actor: EventActor, execution: string, more: Sql): Promise<unknown> =>
  raiseAbout(
    tx,
    type,
    actor,
    sql`
      select k.tenant_id, c.workspace_id as space_id, k.id as resource_id, r.account_id as owner_id, jsonb_build_object(
               'crawlerId', k.id, 'crawlerName', k.name, 'connectionId', k.connection_id, 'connectionName', c.name, 'executionId', r.execution_id,
               'environmentId', w.environment_id, 'workspaceId', c.workspace_id, 'startedAt', ${momentText(sql`r.started_at`)}) || ${more} as data
      from crawl_run r
      join crawler k on k.id = r.crawler_id
      join connection c on c.id = k.connection_id
      join workspace w on w.id = c.workspace_id
      where r.execution_id = ${execution}`,
  );

/**
 * Raises the event of a start.
 * @rule events.crawler-runs.started
 */
export const raiseCrawlStarted = (tx: Tx, actor: EventActor, execution: string): Promise<unknown> =>
  raise(tx, 'com.service.v1.crawler.run.started', actor, execution, sql`'{}'::jsonb`);

/**
 * Raises the event of an end: failed if the run has a failure.
 * @rule events.crawler-runs.finished
 */
export const raiseCrawlEnded = (tx: Tx, execution: string, failure: string | null): Promise<unknown> =>
  raise(
    tx,
    failure === null ? 'com.service.v1.crawler.run.finished' : 'com.service.v1.crawler.run.failed',
    undefined,
    execution,
    sql`jsonb_build_object(
      'runStatus', r.state, 'failure', r.failure, 'finishedAt', ${momentText(sql`r.finished_at`)}, 'tables', r.to_crawl, 'datasets', r.finished,
      'newDatasets', r.created, 'failedDatasets', r.failed, 'failedSamples', r.samples_failed)`,
  );
