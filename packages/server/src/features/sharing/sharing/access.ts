/** Finds and locks entities; each statement checks the tenant and the level of the caller. */
import type { Tx } from '../../../core/database/db.ts';
import { found, notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { ENTITY_TYPES, entityTypeOf, type EntityType } from './entity-types.ts';
import { heldLevel } from './levels.ts';

/** An entity as a request names it. */
export type EntityKey = { entityType: string; entityId: string };

/** An entity of a known type, with the level of the caller. */
export type SharedEntity = { type: EntityType; id: string; level: number };

/** Builds the condition that an entity has an owner: an active account or a group. */
const hasOwner = (type: EntityType, id: Sql): Sql => sql`exists (
  select from sharing s
  left join account a on a.id = s.user_id
  where s.entity_type = ${type}
    and s.entity_id = ${id}
    and s.level = 3
    and (s.group_id is not null or a.active))`;

/**
 * The caller administers the people of the tenant. An entity without an owner is in the hands of these callers.
 * @rule sharing.owner.none
 */
const administers = ({ permissions }: Actor): boolean => permissions.has('SVC_USER_MANAGEMENT') && permissions.has('SVC_ROLE_MANAGEMENT');

/** The level of a caller on an entity, as a number; null without access. */
const accessLevel = (actor: Actor, type: EntityType, id: Sql): Sql => {
  const held = heldLevel(actor, type, id);
  return administers(actor) ? sql`case when ${hasOwner(type, id)} then ${held} else 3 end` : held;
};

/**
 * Finds an entity that the caller has access to.
 * @rule sharing.access.hidden
 */
export async function findEntity(tx: Tx, actor: Actor, { entityType, entityId }: EntityKey): Promise<SharedEntity> {
  const type = entityTypeOf(entityType);
  const table = type && ENTITY_TYPES[type].table;
  if (!type || !table) throw notFound('Entity', entityId);
  const row = await tx.one<SharedEntity>(sql`
    select e.id, ${type}::text as type, e.level
    from (
      select t.id, ${accessLevel(actor, type, sql`t.id`)} as level
      from ${table} t
      where t.id = ${entityId}
        and t.tenant_id = ${actor.tenant}
    ) e
    where e.level is not null`);
  return found(row, 'Entity', entityId);
}

/**
 * Locks an entity for a change of its sharings: its row, so that changes come one after the other and the entity is not deleted meanwhile. The level
 * is read after the lock, because a change that held it may have taken the level.
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
