/** The statements that change dynamic engines. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { LATEST } from './packages/releases.ts';

/** Adds a dynamic engine that waits for its operator. */
export const insertDynamicEngine = (
  tx: Tx,
  actor: Actor,
  { id, name, description }: { id: string; name: string; description: string | null },
): Promise<unknown> =>
  tx.rows(sql`
    insert into dynamic_engine (id, tenant_id, name, description, created_by, updated_by, version)
    values (${id}, ${actor.tenant}, ${name}, ${description}, ${actor.login}, ${actor.login}, ${LATEST})`);

/** Replaces the name and the description. */
export const updateDynamicEngine = (
  tx: Tx,
  actor: Actor,
  id: string,
  { name, description }: { name: string; description: string | null },
): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine
    set name = ${name},
        description = ${description},
        updated_by = ${actor.login},
        updated_at = now(),
        revision = revision + 1
    where id = ${id}`);

/** Sets the version that the operator should run. */
export const changeVersion = (tx: Tx, id: string, version: string): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine
    set version = ${version},
        revision = revision + 1
    where id = ${id}
      and version <> ${version}`);

/** Raises the number of the desired state after a change of it. */
export const changeDesiredState = (tx: Tx, engines: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine
    set revision = revision + 1
    where id = any (${[...engines]})`);

/** Reads the number of the desired state; undefined for a deleted engine. */
export const selectDesiredRevision = async (tx: Tx, engine: string): Promise<number | undefined> =>
  (
    await tx.one<{ revision: number }>(sql`
      select revision
      from dynamic_engine
      where id = ${engine}`)
  )?.revision;

/** Marks a dynamic engine as deleted. Its operator removes it from the cluster; an unused key cannot pair another operator. */
export const markEngineDeleted = (tx: Tx, actor: Actor, id: string): Promise<unknown> =>
  tx.rows(sql`
    update dynamic_engine
    set deleted_at = now(),
        pairing_key_seed = null,
        pairing_key_hash = null,
        pairing_key_expires_at = null,
        updated_by = ${actor.login},
        updated_at = now(),
        revision = revision + 1
    where id = ${id}`);

/** Deletes dynamic engines, and their credentials with them. */
export const removeDynamicEngines = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    delete from dynamic_engine
    where id = any (${[...ids]})`);

/**
 * Sets report times in the future to now. Such times exist after the clock was set back, and would make a silent operator look connected.
 * @rule dynamic-engines.state.set-back
 */
export const dateReportsBack = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    with ahead as (
      select id
      from dynamic_engine
      where reported_at > now()
      order by id
      for no key update
    )
    update dynamic_engine d
    set reported_at = now()
    from ahead
    where d.id = ahead.id`);
