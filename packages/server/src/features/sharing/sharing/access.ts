/** Finds and locks entities; each statement checks the tenant and the level of the caller. */
import type { Tx } from '../../../core/database/db.ts';
import type { StatementBatcher } from '../../../core/database/statement-batcher.ts';
import { notFound } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { ENTITY_TYPES, entityTypeOf, type EntityType } from './entity-types.ts';
import { findLevels, levelChecks, type LevelCheck } from './level-checks.ts';

/** An entity that a request names. */
export type EntityKey = { entityType: string; entityId: string };

/** An entity of a known type, with the level of the caller. */
export type SharedEntity = { type: EntityType; id: string; level: number };

/**
 * Returns whether the caller administers the people of the tenant. Such callers have the level OWNER on an entity without an owner.
 * @rule sharing.owner.none
 */
const administers = ({ permissions }: Actor): boolean => permissions.has('SVC_USER_MANAGEMENT') && permissions.has('SVC_ROLE_MANAGEMENT');

/** @rule sharing.access.hidden */
async function findBy(
  check: (type: EntityType, levelCheck: LevelCheck) => Promise<number | null | undefined>,
  actor: Actor,
  { entityType, entityId }: EntityKey,
): Promise<SharedEntity> {
  const type = entityTypeOf(entityType);
  const levelCheck = { account: actor.id, tenant: actor.tenant, administers: administers(actor), entity: entityId };
  const level = type && (await check(type, levelCheck));
  if (!type || !level) throw notFound('Entity', entityId);
  return { type, id: entityId.toLowerCase(), level };
}

/** Finds an entity that the caller has access to. */
export const findEntity = (tx: Tx, actor: Actor, key: EntityKey): Promise<SharedEntity> =>
  findBy(async (type, levelCheck) => (await findLevels(tx, type, [levelCheck]))[0], actor, key);

/** Returns those of the entities that exist and that the caller has access to. */
export async function visibleEntities(tx: Tx, actor: Actor, keys: readonly EntityKey[]): Promise<EntityKey[]> {
  const visible: EntityKey[] = [];
  for (const [name, ofType] of Map.groupBy(keys, ({ entityType }) => entityType)) {
    const type = entityTypeOf(name);
    if (!type) continue;
    const levels = await findLevels(
      tx,
      type,
      ofType.map(({ entityId }) => ({ account: actor.id, tenant: actor.tenant, administers: administers(actor), entity: entityId })),
    );
    visible.push(...ofType.filter((_key, index) => levels[index] !== null));
  }
  return visible;
}

/** Finds an entity as `findEntity` does, in one statement with the checks of simultaneous calls. */
export const checkEntity = (batcher: StatementBatcher, actor: Actor, key: EntityKey): Promise<SharedEntity> =>
  findBy((type, levelCheck) => batcher.run(levelChecks[type], levelCheck), actor, key);

/**
 * Locks an entity for a change of its sharings: its row, so that changes run one after the other and the entity is not deleted meanwhile. The level
 * is read after the lock, because another change may have removed it.
 */
export async function lockEntity(tx: Tx, actor: Actor, key: EntityKey): Promise<SharedEntity> {
  const type = entityTypeOf(key.entityType);
  const table = type && ENTITY_TYPES[type].table;
  if (table)
    await tx.rows(sql`
      select t.id
      from ${table} t
      where t.id = ${key.entityId}
        and t.tenant_id = ${actor.tenant}
      for no key update`);
  return findEntity(tx, actor, key);
}
