/** The events of runs of crawlers. Scans raise none. */
import type { EventTypeName } from '@millrace/contract/event-types';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { momentText, raiseAbout, type EventActor } from '../../events/outbox/index.ts';

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
