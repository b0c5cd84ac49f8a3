/** The statements that change engines. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { KEY_DAYS } from './pairing-key.ts';

/** A new engine. Only the hash of its key is stored. */
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
export const insertEngine = (tx: Tx, engine: NewEngine): Promise<unknown> =>
  tx.rows(sql`
    insert into engine (
      id, tenant_id, environment_id, workspace_id, runtime_id, name, description, debug, esb_compatibility_version, run_profile_types,
      pairing_key_hash, pairing_key_expires_at)
    values (
      ${engine.id}, ${engine.tenant}, ${engine.environment}, ${engine.workspace}, ${crypto.randomUUID()}, ${engine.name}, ${engine.description},
      ${json(engine.debug)}, ${engine.esbCompatibilityVersion}, ${engine.runProfiles}, ${engine.keyHash},
      now() + make_interval(days => ${KEY_DAYS}))`);

/** Returns whether the workspace lies in the environment, and prevents its deletion until the transaction ends. */
export const hasWorkspace = async (tx: Tx, environment: string, workspace: string): Promise<boolean> => {
  const row = await tx.one(sql`
    select id
    from workspace
    where id::text = ${workspace}
      and environment_id = ${environment}
    for key share`);
  return row !== undefined;
};

/** Counts the tasks that are set to run on the engine, and the executions that it holds or that wait for it. */
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
 * Removes the credential of an engine and stores the hash of a key that pairs it again.
 * @rule remote-engines.unpair.credential
 */
export const unpairEngine = (tx: Tx, id: string, keyHash: Buffer): Promise<unknown> =>
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
 * Sets heartbeats that lie in the future to now. They lie there after the clock was set back, and would make a dead engine look available until then.
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
 * Changes the debug settings of an engine. Settings that are left out stay.
 * @rule remote-engines.debug.left-out
 */
export const changeDebug = (tx: Tx, id: string, debug: Schema<'EngineDebug'>): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set debug = coalesce(debug, '{}') || ${json(debug)}::jsonb,
        updated_at = now()
    where id = ${id}`);
