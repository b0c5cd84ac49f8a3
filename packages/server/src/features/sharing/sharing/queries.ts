/** The SQL statements about sharings. */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { json, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { SharedEntity } from './access.ts';
import { ENTITY_TYPES, type EntityType } from './entity-types.ts';
import { ownersOf, type AccessRow, type SharingEntryRow } from './json.ts';
import { heldEntities, reaches, throughOf } from './levels.ts';
import type { LevelChange, PresentSharing } from './rules.ts';

/** Selects the sharings of a locked entity. */
export const selectPresentSharings = (tx: Tx, { type, id }: SharedEntity): Promise<PresentSharing[]> =>
  tx.rows(sql`
    select coalesce(s.user_id, s.group_id) as id, s.group_id is not null as is_group, s.level, s.group_id is not null or a.active as is_active,
           s.foreign_type, s.foreign_id
    from sharing s
    left join account a on a.id = s.user_id
    where s.entity_type = ${type}
      and s.entity_id = ${id}`);

/** Selects those of the ids whose entities make a locked entity visible. */
export async function selectThrough(tx: Tx, { type, id }: SharedEntity, ids: readonly string[]): Promise<Set<string>> {
  const through = throughOf(type);
  if (!through || ids.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(sql`
    select through.id
    from ${through.table} through
    where ${through.column} = ${id}
      and through.id = any (${[...ids]}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

/** Selects those of the users and groups that can receive a sharing, and prevents their deletion until the transaction ends. */
export async function lockEligibles(
  tx: Tx,
  actor: Actor,
  users: readonly string[],
  groups: readonly string[],
  type: EntityType = 'dataset',
): Promise<Set<string>> {
  const people = await tx.rows<{ id: string }>(sql`
    select a.id
    from account a
    where a.id = any (${[...users]}::uuid[])
      and ${eligibleUsers(actor, type)}
    order by a.id
    for key share`);
  const sets = await tx.rows<{ id: string }>(sql`
    select g.id
    from account_group g
    where g.id = any (${[...groups]}::uuid[])
      and ${eligibleGroups(actor, type)}
    order by g.id
    for key share`);
  return new Set([...people, ...sets].map(({ id }) => id));
}

/**
 * Builds the condition for the accounts `a` that can receive a sharing.
 * @rule sharing.eligibles.active
 * @rule sharing.eligibles.permission
 */
function eligibleUsers(actor: Actor, type: EntityType): Sql {
  const { receivers } = ENTITY_TYPES[type];
  const permitted = sql`exists (
        select from effective_role r
        join role_permission p on p.role_id = r.role_id
        where r.account_id = a.id
          and p.permission = any (${[...(receivers ?? [])]}::text[]))`;
  return sql`a.tenant_id = ${actor.tenant} and a.user_type = 'HUMAN' and a.active and ${receivers ? permitted : sql`true`}`;
}

/**
 * Builds the condition for the groups `g` that can receive a sharing: where users need a permission, the roles of the group give it, or a member, of the
 * group or of groups within it, has it.
 * @rule sharing.eligibles.groups
 */
function eligibleGroups(actor: Actor, type: EntityType): Sql {
  const { receivers } = ENTITY_TYPES[type];
  if (!receivers) return sql`g.tenant_id = ${actor.tenant}`;
  return sql`g.tenant_id = ${actor.tenant} and (
        exists (
          select from group_role gr
          join role_permission p on p.role_id = gr.role_id
          where gr.group_id = g.id
            and p.permission = any (${[...receivers]}::text[]))
        or exists (
          with recursive inner_groups (id) as (
            select g.id
            union
            select n.member_group_id
            from inner_groups i
            join group_nesting n on n.group_id = i.id)
          select from inner_groups i
          join account_group_member m on m.group_id = i.id
          join account a on a.id = m.account_id
          where ${eligibleUsers(actor, type)}))`;
}

/** Selects the users and groups that can receive a sharing of entities of a type. */
export const selectEligibles = (
  tx: Tx,
  actor: Actor,
  type: EntityType,
): Promise<{ id: string; is_group: boolean; first_name: string | null; last_name: string | null; name: string | null }[]> =>
  tx.rows(sql`
    select a.id, false as is_group, a.first_name, a.last_name, null as name
    from account a
    where ${eligibleUsers(actor, type)}
    union all
    select g.id, true, null, null, g.name
    from account_group g
    where ${eligibleGroups(actor, type)}
    order by 2, 4, 3, 5, 1`);

/**
 * Writes changes of the sharings of a locked entity. The record of a removed sharing stays.
 * @rule sharing.list.deleted
 */
export async function writeChanges(tx: Tx, actor: Actor, { type, id }: SharedEntity, changes: readonly LevelChange[]): Promise<void> {
  const removed = changes.filter(({ after }) => after === 0);
  if (removed.length > 0)
    await tx.rows(sql`
      with removed as (
        delete from sharing s
        using unnest(${removed.map((one) => one.id)}::uuid[], ${removed.map(() => newId())}::uuid[]) as r (grantee_id, id)
        where s.entity_type = ${type}
          and s.entity_id = ${id}
          and r.grantee_id in (s.user_id, s.group_id)
        returning r.id, s.user_id, s.group_id, s.level, s.shared_by, s.shared_at, s.foreign_type, s.foreign_id)
      insert into ended_sharing (id, user_id, group_id, entity_type, entity_id, level, shared_by, shared_at, ended_by, foreign_type, foreign_id)
      select r.id, r.user_id, r.group_id, ${type}, ${id}, r.level, r.shared_by, r.shared_at, ${actor.id}, r.foreign_type, r.foreign_id
      from removed r`);
  for (const group of [false, true]) {
    const kept = changes.filter((change) => change.after > 0 && change.isGroup === group);
    if (kept.length === 0) continue;
    const column = group ? sql`group_id` : sql`user_id`;
    await tx.rows(sql`
      with k as (
        select *
        from json_to_recordset(${json(kept.map(toColumns))}::json) as n (id uuid, level smallint, keeps boolean, foreign_type text, foreign_id uuid))
      insert into sharing as s (${column}, entity_type, entity_id, level, shared_by, foreign_type, foreign_id)
      select k.id, ${type}, ${id}, k.level, ${actor.id}, k.foreign_type, k.foreign_id
      from k
      on conflict (${column}, entity_type, entity_id) do update
      set level = excluded.level,
          shared_by = excluded.shared_by,
          shared_at = now(),
          foreign_type = case when (select k.keeps from k where k.id = s.${column}) then s.foreign_type else excluded.foreign_type end,
          foreign_id = case when (select k.keeps from k where k.id = s.${column}) then s.foreign_id else excluded.foreign_id end`);
  }
}

/** The foreign entity of a sharing `s`. */
const foreignColumns = sql`coalesce(s.foreign_type, s.entity_type) as entity_type, coalesce(s.foreign_id, s.entity_id) as entity_id`;

const toColumns = ({ id, after, foreign }: LevelChange) => ({
  id,
  level: after,
  keeps: foreign === undefined,
  foreign_type: foreign?.entityType,
  foreign_id: foreign?.entityId,
});

/** Builds the query for the entries of a sharing set: sharings of the entity, of entities that make it visible, and on demand removed ones. */
function entriesOf({ type, id }: { type: EntityType; id: string }, removed: boolean): Sql {
  const through = throughOf(type);
  const own = sql`
    select s.user_id, s.group_id, s.level, ${foreignColumns}, null::timestamptz as ended_at
    from sharing s
    where s.entity_type = ${type}
      and s.entity_id = ${id}`;
  const seen = through
    ? sql`
    union all
    select s.user_id, s.group_id, 1, s.entity_type, s.entity_id, null
    from ${through.table} through
    join sharing s on s.entity_type = ${through.type} and s.entity_id = through.id
    where ${through.column} = ${id}`
    : sql``;
  const ended = removed
    ? sql`
    union all
    select s.user_id, s.group_id, s.level, ${foreignColumns}, s.ended_at
    from ended_sharing s
    where s.entity_type = ${type}
      and s.entity_id = ${id}`
    : sql``;
  return sql`${own} ${seen} ${ended}`;
}

/** The part of a sharing set that a request asks for. */
export type SetQuery = {
  foreignEntityType?: string | undefined;
  foreignEntityId?: string | undefined;
  includeDeletedSharings?: boolean | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
};

/**
 * Selects the entries of a sharing set.
 * @rule sharing.list.foreign
 */
export const selectSetEntries = (
  tx: Tx,
  entity: { type: EntityType; id: string },
  query: SetQuery,
  where: Sql = sql`true`,
): Promise<SharingEntryRow[]> =>
  tx.rows(sql`
    select s.user_id, s.group_id, s.level, s.entity_type, s.entity_id, s.ended_at, a.first_name, a.last_name, g.name
    from (${entriesOf(entity, query.includeDeletedSharings ?? false)}) s
    left join account a on a.id = s.user_id
    left join account_group g on g.id = s.group_id
    where ${where}
      and (${query.foreignEntityType ?? null}::text is null or s.entity_type = ${query.foreignEntityType ?? null})
      and (${query.foreignEntityId ?? null}::uuid is null or s.entity_id = ${query.foreignEntityId ?? null})
    order by s.ended_at desc nulls first, s.level desc, s.user_id is null, a.last_name, a.first_name, g.name, s.user_id, s.group_id, s.entity_id
    limit ${query.limit ?? null}
    offset ${query.offset ?? 0}`);

/** Selects the sharings that give the caller its access to an entity. */
export const selectSources = (tx: Tx, actor: Actor, entity: SharedEntity): Promise<SharingEntryRow[]> =>
  selectSetEntries(tx, entity, {}, reaches(actor.id));

/** Selects the metadata of an entity. */
export const selectMetadata = (tx: Tx, actor: Actor, { type, id }: SharedEntity): Promise<Omit<AccessRow, 'id' | 'level'>> =>
  tx.only(sql`select ${ownersOf(actor, type, sql`${id}::uuid`)}`);

/**
 * Selects the entities of a type that the caller has access to.
 * @rule sharing.list.accessible
 */
export function selectAccesses(tx: Tx, actor: Actor, type: EntityType, metadata: boolean): Promise<AccessRow[]> {
  const { table } = ENTITY_TYPES[type];
  if (!table) return Promise.resolve([]);
  return tx.rows(sql`
    select e.id, held.level ${metadata ? sql`, ${ownersOf(actor, type, sql`e.id`)}` : sql``}
    from (${heldEntities(actor, type)}) held
    join ${table} e on e.id = held.entity_id
    where e.tenant_id = ${actor.tenant}
    order by e.id`);
}
