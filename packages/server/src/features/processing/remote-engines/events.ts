/** The events of engines. */
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type EventActor, momentText, raiseAbout, raisedFrom } from '../../events/outbox/index.ts';
import { isSilent } from '../task-executions/index.ts';

/** The fields that all events of an engine `g` have. */
const fields: Sql = sql`'engineId', g.id, 'engineName', g.name, 'environmentId', g.environment_id, 'workspaceId', g.workspace_id`;

/**
 * Raises events of engines that were added, or that are about to be deleted.
 * @rule events.engines.records
 */
export const raiseEngineEvents = (tx: Tx, actor: EventActor, action: 'created' | 'deleted', ids: readonly string[]): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.engine.${action}`,
    actor,
    sql`
      select g.tenant_id, g.workspace_id as space_id, g.id as resource_id, null::uuid as owner_id, jsonb_build_object(${fields}) as data
      from engine g
      where g.id = any (${[...ids]}::uuid[])`,
  );

/** Builds the part of a statement that raises an event of the engines that another part has changed. */
const raisedOf = (changed: Sql, type: 'com.service.v1.engine.lost' | 'com.service.v1.engine.back', data: Sql): Sql =>
  raisedFrom(sql`
      select g.tenant_id, ${type}::text as type, g.workspace_id as space_id, g.id::text as resource_id, null::uuid as owner_id,
             null::uuid as actor_id, ${data} as data
      from ${changed} g`);

/**
 * Marks paired engines without heartbeats as lost, each once, and raises their events. Returns their names.
 * @rule events.engines.lost
 */
export const markLost = (tx: Tx, most: number): Promise<{ name: string }[]> =>
  tx.rows(sql`
    with silent as (
      select g.id
      from engine g
      where g.lost_at is null
        and g.credential_hash is not null
        and ${isSilent}
      order by g.id
      limit ${most}
      for no key update skip locked
    ), lost as (
      update engine g
      set lost_at = now()
      from silent
      where g.id = silent.id
        and g.lost_at is null
      returning g.id, g.tenant_id, g.environment_id, g.workspace_id, g.name, g.last_beat_at
    ), raised as (${raisedOf(
      sql`lost`,
      'com.service.v1.engine.lost',
      sql`jsonb_build_object(${fields}, 'lastHeartbeatAt', ${momentText(sql`g.last_beat_at`)})`,
    )}
    )
    select name
    from lost`);

/**
 * Ends the loss of an engine that sends heartbeats again. The caller has locked its row. Raises its event.
 * @rule events.engines.back
 */
export const markBack = (tx: Tx, engine: string, lostAt: Date): Promise<unknown> =>
  tx.rows(sql`
    with back as (
      update engine g
      set lost_at = null
      where g.id = ${engine}
        and g.lost_at is not null
      returning g.id, g.tenant_id, g.environment_id, g.workspace_id, g.name
    )
    ${raisedOf(sql`back`, 'com.service.v1.engine.back', sql`jsonb_build_object(${fields}, 'lostAt', ${lostAt.toISOString()}::text)`)}`);
