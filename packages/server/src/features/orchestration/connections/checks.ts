/** The last check of a connection: whether a test, a crawl or a scan could open it with its present parameters. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';

/** The outcome of a check. `since`: the parameters that it used were read at this moment or later. */
type FinishedCheck = { kind: Schema<'ConnectionCheck'>['kind']; success: boolean; message: string; since: Date };

/**
 * Stores the outcome of a check as the last one, unless the connection was changed meanwhile: the outcome says nothing about other parameters.
 * Dates of JavaScript have milliseconds, those of the database microseconds.
 * @rule connections.check.last
 */
export const recordCheck = (tx: Tx, connection: string, { kind, success, message, since }: FinishedCheck): Promise<unknown> =>
  tx.rows(sql`
    update connection
    set checked_at = now(),
        check_kind = ${kind},
        check_succeeded = ${success},
        check_message = ${message}
    where id = ${connection}
      and date_trunc('milliseconds', coalesce(updated_at, created_at)) <= ${since}`);

/** The assignments of a connection that was not checked with its present parameters. */
export const noCheck: Sql = sql`checked_at = null,
        check_kind = null,
        check_succeeded = null,
        check_message = null`;

/**
 * Removes the last check of a connection, because its parameters are replaced.
 * @rule connections.check.last
 */
export const forgetCheck = (tx: Tx, connection: string): Promise<unknown> =>
  tx.rows(sql`
    update connection
    set ${noCheck}
    where id = ${connection}
      and checked_at is not null`);

/** Locks a connection whose check is recorded in the same transaction. A deletion locks the connection before its crawls, so a check does, too. */
export const lockForCheck = (tx: Tx, connection: string): Promise<unknown> =>
  tx.rows(sql`
    select id
    from connection
    where id = ${connection}
    for no key update`);

/**
 * The condition for the connections `c` whose last check has failed.
 * @rule connections.list.failing
 */
export const isFailingConnection: Sql = sql`not c.check_succeeded`;

/**
 * Raises the event of a test that has failed.
 * @rule events.connections.test-failed
 */
export const raiseTestFailed = (tx: Tx, actor: EventActor, connection: string, reason: string): Promise<unknown> =>
  raiseAbout(
    tx,
    'com.service.v1.connection.test.failed',
    actor,
    sql`
      select c.tenant_id, c.workspace_id as space_id, c.id as resource_id, w.owner_id, jsonb_build_object(
               'connectionId', c.id, 'name', c.name, 'app', c.app, 'reason', ${reason}::text, 'environmentId', w.environment_id,
               'workspaceId', c.workspace_id) as data
      from connection c
      join workspace w on w.id = c.workspace_id
      where c.id = ${connection}`,
  );
