/** Finds and locks entities; each statement checks the tenant and the level of the caller. One statement finds the levels of many accounts. */
import { notFound } from '../../../core/base/problem.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { BatchedStatement, StatementBatcher } from '../../../core/database/statement-batcher.ts';
import type { Actor } from '../../../identity/actor.ts';
import { ENTITY_TYPES, type EntityType, entityTypeOf, OWNER_LEVEL, READER_LEVEL } from './entity-types.ts';
import { throughOf } from './levels.ts';

/** An entity that a request names. */
export type EntityKey = { entityType: string; entityId: string };

/** An entity of a known type, with the level of the caller as a number of `LEVELS`. */
export type SharedEntity = { type: EntityType; id: string; level: number };

/**
 * The check of a caller. One that administers the people of the tenant has the level OWNER on an entity without an owner.
 * @rule sharing.owner.none
 */
const checkOf = ({ id, tenant, permissions }: Actor, entity: string): LevelCheck => ({
  account: id,
  tenant,
  administers: permissions.has('SVC_USER_MANAGEMENT') && permissions.has('SVC_ROLE_MANAGEMENT'),
  entity,
});

/** @rule sharing.access.hidden */
async function findBy(
  check: (type: EntityType, levelCheck: LevelCheck) => Promise<number | null | undefined>,
  actor: Actor,
  { entityType, entityId }: EntityKey,
): Promise<SharedEntity> {
  const type = entityTypeOf(entityType);
  const level = type && (await check(type, checkOf(actor, entityId)));
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
    const checks = ofType.map(({ entityId }) => checkOf(actor, entityId));
    const levels = await findLevels(tx, type, checks);
    visible.push(...ofType.filter((_key, index) => levels[index] !== null));
  }
  return visible;
}

/** Finds an entity as `findEntity` does, in one statement with the checks of simultaneous calls. */
export const findEntityInBatch = (batcher: StatementBatcher, actor: Actor, key: EntityKey): Promise<SharedEntity> =>
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

/** An account and an entity. An account that administers people has the level OWNER on an entity without an owner. */
type LevelCheck = { account: string; tenant: string; administers: boolean; entity: string };

/** Builds the condition that an entity has an owner: an active account or a group. */
const hasOwner = (type: EntityType, id: Sql): Sql => sql`exists (
  select from sharing s
  left join account a on a.id = s.user_id
  where s.entity_type = ${type}
    and s.entity_id = ${id}
    and s.level = ${OWNER_LEVEL}
    and (s.group_id is not null or a.active))`;

/** Builds the sharings of an entity that the account of a check has itself or by its groups. */
const sharingsOn = (type: EntityType, id: Sql): Sql => sql`
      select s.level
      from sharing s
      where s.entity_type = ${type}
        and s.entity_id = ${id}
        and (s.user_id = c.account_id or s.group_id = any (g.ids))`;

/** Builds the query that gives READER to an account with a sharing of another entity that makes this one visible. */
function seenThrough(type: EntityType): Sql {
  const through = throughOf(type);
  if (!through) return sql``;
  return sql`
      union all
      (select ${READER_LEVEL}::smallint
      from ${through.table} through
      where ${through.column} = e.id
        and exists (${sharingsOn(through.type, sql`through.id`)})
      limit 1)`;
}

/**
 * Finds the levels, in the order of the checks: null without access, and for entities of other tenants. These are the levels of `heldLevel`, for many
 * accounts in one statement, and OWNER on entities without an owner for accounts that administer people. Change both together.
 * The groups of an account are found once.
 * Each list is a subquery, so that the database does not plan by its length: it would make a new plan for each short list, which takes longer than the
 * statement.
 */
async function findLevels(tx: Tx, type: EntityType, checks: readonly LevelCheck[]): Promise<(number | null)[]> {
  const { table } = ENTITY_TYPES[type];
  if (!table) return checks.map(() => null);
  const rows = await tx.rows<{ number: number; level: number }>(sql`
    with recursive reached (account_id, group_id) as (
      select m.account_id, m.group_id
      from account_group_member m
      where m.account_id = any ((select ${[...new Set(checks.map(({ account }) => account))]}::uuid[])::uuid[])
      union
      select r.account_id, n.group_id
      from reached r
      join group_nesting n on n.member_group_id = r.group_id),
    groups (account_id, ids) as materialized (
      select r.account_id, array_agg(r.group_id)
      from reached r
      group by r.account_id)
    select c.number::integer, case when c.administers and not ${hasOwner(type, sql`e.id`)} then ${OWNER_LEVEL}::smallint else own.level end as level
    from unnest(
      (select ${checks.map(({ account }) => account)}::uuid[]), (select ${checks.map(({ tenant }) => tenant)}::uuid[]),
      (select ${checks.map(({ administers }) => administers)}::boolean[]), (select ${checks.map(({ entity }) => entity)}::uuid[]))
      with ordinality as c (account_id, tenant_id, administers, entity_id, number)
    join ${table} e on e.id = c.entity_id and e.tenant_id = c.tenant_id
    left join groups g on g.account_id = c.account_id
    cross join lateral (
      select max(every.level) as level
      from (${sharingsOn(type, sql`e.id`)} ${seenThrough(type)}) every) own`);
  const levels = new Map(rows.map(({ number, level }) => [number, level]));
  return checks.map((_check, index) => levels.get(index + 1) ?? null);
}

const checksOf = (type: EntityType): BatchedStatement<LevelCheck, number | null> => ({
  atOnce: 2,
  most: 100,
  run: ({ reader }, checks) => findLevels(reader, type, checks),
});

/** The checks of simultaneous calls, by type. */
const levelChecks: Readonly<Record<EntityType, BatchedStatement<LevelCheck, number | null>>> = {
  dataset: checksOf('dataset'),
  connection: checksOf('connection'),
  crawler: checksOf('crawler'),
  preparation: checksOf('preparation'),
};
