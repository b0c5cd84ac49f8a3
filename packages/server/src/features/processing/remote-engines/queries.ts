/** The statements that change engines. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { invalid } from '../../../core/base/problem.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { unpaired } from './credential-queries.ts';
import { raiseEngineEvents } from './engine-events.ts';
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
export async function insertEngine(tx: Tx, actor: EventActor, engine: NewEngine): Promise<void> {
  await tx.rows(sql`
    insert into engine (
      id, tenant_id, environment_id, workspace_id, runtime_id, name, description, debug, esb_compatibility_version, run_profile_types,
      pairing_key_hash, pairing_key_expires_at)
    values (
      ${engine.id}, ${engine.tenant}, ${engine.environment}, ${engine.workspace}, ${crypto.randomUUID()}, ${engine.name}, ${engine.description},
      ${json(engine.debug)}, ${engine.esbCompatibilityVersion}, ${engine.runProfiles}, ${engine.keyHash},
      now() + make_interval(days => ${KEY_DAYS}))`);
  await raiseEngineEvents(tx, actor, 'created', [engine.id]);
}

/**
 * Returns the workspace to which a new engine or cluster belongs, or null if the request names none. Refuses a workspace outside of the environment,
 * and prevents the deletion of the workspace until the transaction ends.
 * @rule engine-clusters.create.workspace
 * @rule remote-engines.create.workspace
 */
export async function holdOwnWorkspace(tx: Tx, environment: string, named: string | null | undefined): Promise<string | null> {
  if (!named) return null;
  const exists = await tx.any(sql`
    select id
    from workspace
    where id::text = ${named}
      and environment_id = ${environment}
    for key share`);
  if (!exists) throw invalid('workspace_outside_environment', `The environment has no workspace '${named}'.`);
  return named;
}

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
export async function removeEngine(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseEngineEvents(tx, actor, 'deleted', [id]);
  await tx.rows(sql`
    delete from engine
    where id = ${id}`);
}

/**
 * Removes the credential of an engine and stores the hash of a key that pairs it again.
 * @rule remote-engines.unpair.credential
 */
export const unpairEngine = (tx: Tx, id: string, keyHash: Buffer): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set pairing_key_hash = ${keyHash},
        pairing_key_expires_at = now() + make_interval(days => ${KEY_DAYS}),
        capacity = null,
        ${unpaired}
    where id = ${id}`);

/**
 * Sets heartbeat times in the future to now. Such times exist after the clock was set back, and would make a lost engine look available until then.
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

/** Sets the cluster of engines. Null removes them from their cluster. */
export const setCluster = (tx: Tx, engines: readonly string[], cluster: string | null): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set cluster_id = ${cluster},
        updated_at = now()
    where id = any (${[...engines]})`);
