/** The levels of callers, as SQL: each expression reads the sharings of the caller and of its groups only. */
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { ENTITY_TYPES, type EntityType } from './entity-types.ts';

/** Builds the array of the groups that an account belongs to, directly or through other groups. */
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

/** Builds the query for the sharings of entities of a type that give an account its levels: `entity_id` and `level`. */
const sharingsOf = ({ id }: Pick<Actor, 'id'>, type: EntityType): Sql => sql`
    select s.entity_id, s.level
    from sharing s
    where s.user_id = ${id}
      and s.entity_type = ${type}
    union all
    select s.entity_id, s.level
    from sharing s
    where s.group_id = any (${groupsOf(id)})
      and s.entity_type = ${type}`;

/** The level that the sharings of an entity itself give to an account, as a number; null without one. */
export const ownLevel = (actor: Pick<Actor, 'id'>, type: EntityType, id: Sql): Sql => sql`(
  select max(own.level)
  from (${sharingsOf(actor, type)}) own
  where own.entity_id = ${id})`;

/**
 * The level of an account on the entity with an id: 1 READER, 2 WRITER, 3 OWNER, null without access. `id` is a column or a value of the statement.
 * Another entity through which the account sees this one makes it a reader.
 */
export function heldLevel(actor: Pick<Actor, 'id'>, type: EntityType, id: Sql): Sql {
  const { seenThrough } = ENTITY_TYPES[type];
  const table = seenThrough && ENTITY_TYPES[seenThrough.type].table;
  if (!table) return ownLevel(actor, type, id);
  return sql`coalesce(${ownLevel(actor, type, id)}, (
  select 1
  from ${table} through
  where ${seenThrough.column} = ${id}
    and through.id in (select own.entity_id from (${sharingsOf(actor, seenThrough.type)}) own)
  limit 1))`;
}
