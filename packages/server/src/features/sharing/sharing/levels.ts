/**
 * The levels of callers, as SQL that reads the sharings of the caller and of its groups only. Left out is the level OWNER that accounts which administer
 * people have on entities without an owner: `findLevels` in `entity-rows.ts` adds it.
 */
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { ENTITY_TYPES, type EntityType, READER_LEVEL } from './entity-types.ts';

/**
 * Builds the array of the groups that an account belongs to, directly or through other groups.
 * @rule sharing.groups.nested
 */
const groupsOf = (account: string): Sql => sql`array(
    with recursive reached (id) as (
      select m.group_id
      from account_group_member m
      where m.account_id = ${account}
      union
      select n.group_id
      from reached r
      join group_nesting n on n.member_group_id = r.id)
    select id
    from reached)`;

/** Builds the condition for the sharings `s` that an account has itself or by a group. */
export const reaches = (account: string): Sql => sql`(s.user_id = ${account} or s.group_id = any (${groupsOf(account)}))`;

/**
 * Builds the query for the sharings of entities of a type that an account has: `entity_id`, `level`, and whether a group has it. Each part is a lookup in
 * an index.
 */
const sharingsOf = ({ id }: Pick<Actor, 'id'>, type: EntityType): Sql => sql`
    select s.entity_id, s.level, false as of_group
    from sharing s
    where s.user_id = ${id}
      and s.entity_type = ${type}
    union all
    select s.entity_id, s.level, true
    from sharing s
    where s.group_id = any (${groupsOf(id)})
      and s.entity_type = ${type}`;

/** Another type whose entities make entities of a type visible, if it has a table. */
export function throughOf(type: EntityType): { type: EntityType; table: Sql; column: Sql } | undefined {
  const through = ENTITY_TYPES[type].seenThrough;
  const table = through && ENTITY_TYPES[through.type].table;
  return table && { ...through, table };
}

/**
 * The level of an account on the entity with an id: 1 READER, 2 WRITER, 3 OWNER, null without access. `id` is a column or a value of the statement.
 * A sharing of another entity that makes this one visible gives READER. `findLevels` in `entity-rows.ts` has the same levels for many accounts in one
 * statement: change both together. A list of many rows joins `heldEntities` instead, which is faster.
 * @rule sharing.access.foreign
 */
export function heldLevel(actor: Pick<Actor, 'id'>, type: EntityType, id: Sql): Sql {
  const own = sql`(
  select max(own.level)
  from (${sharingsOf(actor, type)}) own
  where own.entity_id = ${id})`;
  const through = throughOf(type);
  return through
    ? sql`coalesce(${own}, (
  select ${READER_LEVEL}::smallint
  from ${through.table} through
  where ${through.column} = ${id}
    and through.id in (select own.entity_id from (${sharingsOf(actor, through.type)}) own)
  limit 1))`
    : own;
}

/** Builds the query for the entities of a type that an account has access to, each once: `entity_id`, `level`, and whether a group has it, too. */
export function heldEntities(actor: Pick<Actor, 'id'>, type: EntityType): Sql {
  const through = throughOf(type);
  const seen = through
    ? sql`
    union all
    select ${through.column}, ${READER_LEVEL}::smallint, false
    from (${sharingsOf(actor, through.type)}) own
    join ${through.table} through on through.id = own.entity_id`
    : sql``;
  return sql`
  select every.entity_id, max(every.level) as level, bool_or(every.of_group) as of_group
  from (${sharingsOf(actor, type)} ${seen}) every
  group by every.entity_id`;
}
