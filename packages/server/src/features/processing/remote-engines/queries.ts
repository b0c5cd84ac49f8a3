/** The statements that change engines. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { KEY_DAYS } from './pairing-key.ts';

/** A new engine; its key is kept as a hash. */
export type NewEngine = {
  id: string;
  tenant: string;
  environment: string;
  workspace: string | null;
  name: string;
  description: string | null;
  debug: unknown;
  esbCompatibilityVersion: string | null;
  runProfiles: string[];
  keyHash: Buffer;
};

/** Adds an engine that waits to be paired. */
export const insertEngine = (tx: Tx, one: NewEngine): Promise<unknown> =>
  tx.rows(sql`
    insert into engine (
      id, tenant_id, environment_id, workspace_id, runtime_id, name, description, debug, esb_compatibility_version, run_profile_types,
      pairing_key_hash, pairing_key_expires_at)
    values (
      ${one.id}, ${one.tenant}, ${one.environment}, ${one.workspace}, ${crypto.randomUUID()}, ${one.name}, ${one.description},
      ${json(one.debug)}, ${one.esbCompatibilityVersion}, ${one.runProfiles}, ${one.keyHash},
      now() + make_interval(days => ${KEY_DAYS}))`);

/** Whether the workspace lies in the environment. */
export const hasWorkspace = async (tx: Tx, environment: string, workspace: string): Promise<boolean> => {
  const row = await tx.one(sql`
    select id
    from workspace
    where id::text = ${workspace}
      and environment_id = ${environment}
    for key share`);
  return row !== undefined;
};

/** How many tasks are set to run on the engine, and how many executions it holds. */
export const countEngineUses = (tx: Tx, id: string): Promise<{ tasks: number; executions: number }> =>
  tx.only(sql`
    select (select count(*) from task_run_config where engine_id = ${id}) as tasks,
           (select count(*)
            from live_execution
            where engine_id = ${id}
               or target_id = ${id}) as executions`);

/**
 * Deletes an engine, and its credential with it.
 * @rule remote-engines.delete.credential
 */
export const removeEngine = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from engine
    where id = ${id}`);

/**
 * Takes the credential of an engine and gives it a key to be paired again.
 * @rule remote-engines.unpair.credential
 */
export const unpair = (tx: Tx, id: string, keyHash: Buffer): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set pairing_key_hash = ${keyHash},
        pairing_key_expires_at = now() + make_interval(days => ${KEY_DAYS}),
        credential_hash = null,
        credential_expires_at = null,
        next_credential_hash = null,
        next_credential_expires_at = null,
        paired_at = null,
        last_beat_at = null,
        ill_code = null,
        ill_message = null,
        ill_since = null,
        capacity = null,
        isolation = null,
        withheld_at = null,
        host = null,
        program_version = null,
        updated_at = now()
    where id = ${id}`);

/**
 * Dates heartbeats back that seem to lie ahead, because the clock was set back since: else an engine that is gone would seem to be there for as long.
 * @rule remote-engines.get.set-back
 */
export const dateHeartbeatsBack = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    with ahead as (
      select id
      from engine
      where last_beat_at > now()
      order by id
      for no key update
    )
    update engine g
    set last_beat_at = now()
    from ahead
    where g.id = ahead.id`);

/**
 * Changes the debugging of an engine.
 * @rule remote-engines.debug.left-out
 */
export const changeDebug = (tx: Tx, id: string, debug: Schema<'EngineDebug'>): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set debug = coalesce(debug, '{}') || ${json(debug)}::jsonb,
        updated_at = now()
    where id = ${id}`);
