/** Checks of levels: one statement finds the levels of many accounts on many entities of a type. */
import type { Tx } from '../../../core/database/db.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { ENTITY_TYPES, type EntityType } from './entity-types.ts';
import { throughOf } from './levels.ts';

/** An account and an entity. An account that administers people has the level OWNER on an entity without an owner. */
export type LevelCheck = { account: string; tenant: string; administers: boolean; entity: string };

/** Builds the condition that an entity has an owner: an active account or a group. */
const hasOwner = (type: EntityType, id: Sql): Sql => sql`exists (
  select from sharing s
  left join account a on a.id = s.user_id
  where s.entity_type = ${type}
    and s.entity_id = ${id}
    and s.level = 3
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
      (select 1
      from ${through.table} through
      where ${through.column} = e.id
        and exists (${sharingsOn(through.type, sql`through.id`)})
      limit 1)`;
}

/**
 * Finds the levels, in the order of the checks: null without access, and for entities of other tenants. The groups of an account are found once.
 * Each list is a subquery, so that the database does not plan by its length: it would make a new plan for each short list, which takes longer than the
 * statement.
 */
export async function findLevels(tx: Tx, type: EntityType, checks: readonly LevelCheck[]): Promise<(number | null)[]> {
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
    select c.number::integer, case when c.administers and not ${hasOwner(type, sql`e.id`)} then 3 else own.level end as level
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
export const levelChecks: Readonly<Record<EntityType, BatchedStatement<LevelCheck, number | null>>> = {
  dataset: checksOf('dataset'),
  connection: checksOf('connection'),
  crawler: checksOf('crawler'),
  preparation: checksOf('preparation'),
};
