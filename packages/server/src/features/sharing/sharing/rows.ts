/** The statements that read sharings, that add those of new entities and delete those of deleted ones, and that find those of former holders of rights. */
import type { Schema } from '@millrace/contract';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { SharedEntity } from './entity-rows.ts';
import { ENTITY_TYPES, type EntityType, levelNumbered, OWNER_LEVEL } from './entity-types.ts';
import { heldEntities, reaches, throughOf } from './levels.ts';

/** An entry of a sharing set: a user or a group, and the entity whose sharing it is. */
export type SharingEntryRow = {
  user_id: string | null;
  group_id: string | null;
  level: number;
  entity_type: string;
  entity_id: string;
  ended_at: Date | null;
  first_name: string | null;
  last_name: string | null;
  name: string | null;
};

/** The access of the caller to an entity; the last columns only with metadata. */
export type AccessRow = { id: string; level: number; owners?: Omit<SharingEntryRow, 'ended_at'>[]; count?: number; others?: boolean };

/** The columns of `AccessRow` that are metadata, for the entity with an id. */
const ownersOf = (actor: Actor, type: EntityType, id: Sql): Sql => sql`
  coalesce((
    select json_agg(
      json_build_object(
        'user_id', s.user_id, 'group_id', s.group_id, 'level', s.level, 'entity_type', coalesce(s.foreign_type, s.entity_type),
        'entity_id', coalesce(s.foreign_id, s.entity_id),
        'first_name', a.first_name, 'last_name', a.last_name, 'name', g.name)
      order by a.last_name, a.first_name, g.name, s.user_id, s.group_id)
    from sharing s
    left join account a on a.id = s.user_id
    left join account_group g on g.id = s.group_id
    where s.entity_type = ${type}
      and s.entity_id = ${id}
      and s.level = ${OWNER_LEVEL}), '[]') as owners,
  (
    select count(*)
    from sharing s
    where s.entity_type = ${type}
      and s.entity_id = ${id}) as count,
  exists (
    select from sharing s
    where s.entity_type = ${type}
      and s.entity_id = ${id}
      and s.user_id is distinct from ${actor.id}) as others`;

/** The part of a sharing set that a request asks for. */
type SetQuery = {
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

/** The foreign entity of a sharing `s`. */
const foreignColumns = sql`coalesce(s.foreign_type, s.entity_type) as entity_type, coalesce(s.foreign_id, s.entity_id) as entity_id`;

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

/** Makes an account of the tenant the owner of a new entity. */
export const shareNewEntity = (tx: Tx, entity: { tenant: string; type: EntityType; id: string; owner: string }): Promise<unknown> =>
  tx.rows(sql`
    insert into sharing (user_id, entity_type, entity_id, level, shared_by)
    select a.id, ${entity.type}, ${entity.id}, ${OWNER_LEVEL}::smallint, a.id
    from account a
    where a.id = ${entity.owner}
      and a.tenant_id = ${entity.tenant}`);

/** A user or a group, and its level as a number. */
export type GivenLevel = { user: string | null; group: string | null; level: number };

/** Shares new entities with users and groups. If none of these is an owner, the account that creates the entities becomes the owner. */
export async function shareNewEntities(
  tx: Tx,
  { tenant, type, ids, owner }: { tenant: string; type: EntityType; ids: readonly string[]; owner: string },
  given: readonly GivenLevel[],
): Promise<void> {
  if (ids.length === 0) return;
  const all = given.some(({ level }) => level === OWNER_LEVEL)
    ? given
    : [...given.filter(({ user }) => user !== owner), { user: owner, group: null, level: OWNER_LEVEL }];
  await tx.rows(sql`
    insert into sharing (user_id, group_id, entity_type, entity_id, level, shared_by)
    select a.id, g.id, ${type}, e.id, r.level, ${owner}
    from json_to_recordset(${json(all)}::json) as r ("user" uuid, "group" uuid, level smallint)
    left join account a on a.id = r."user" and a.tenant_id = ${tenant}
    left join account_group g on g.id = r."group" and g.tenant_id = ${tenant}
    cross join unnest(${[...ids]}::uuid[]) as e (id)
    where num_nonnulls(a.id, g.id) = 1`);
}

/**
 * Deletes the sharings of deleted entities, and the record of those that were removed before.
 * @rule sharing.entities.deleted
 */
export async function removeSharings(tx: Tx, type: EntityType, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`
    delete from sharing
    where entity_type = ${type}
      and entity_id = any (${[...ids]}::uuid[])`);
  await tx.rows(sql`
    delete from ended_sharing
    where entity_type = ${type}
      and entity_id = any (${[...ids]}::uuid[])`);
}

/** An account, and a workspace on which it has no rights. */
type FormerHolder = { workspace: string; account: string };

/** The maximum number of sharings of an account that are named; the others are counted. */
const MAX_NAMED = 20;

type Row = FormerHolder & { total: number; sharings: { type: Exclude<EntityType, 'preparation'>; id: string; level: number }[] };

/**
 * Selects the own sharings of accounts on the connections of workspaces, their crawlers and their datasets, by workspace and account. The owner of a
 * workspace is left out, because it has all rights without a grant.
 * @rule sharing.rights.remaining
 */
export async function selectRemainingSharings(
  tx: Tx,
  holders: readonly FormerHolder[],
): Promise<(FormerHolder & { remaining: Schema<'RemainingSharings'> })[]> {
  if (holders.length === 0) return [];
  const rows = await tx.rows<Row>(sql`
    select n.workspace, n.account, max(n.total)::integer as total,
           json_agg(json_build_object('type', n.type, 'id', n.id, 'level', n.level) order by n.place) as sharings
    from (
      select h.workspace, h.account, e.type, e.id, s.level,
             count(*) over (partition by h.workspace, h.account) as total,
             row_number() over (partition by h.workspace, h.account order by e.place, s.level desc, e.id) as place
      from unnest(${holders.map(({ workspace }) => workspace)}::uuid[], ${holders.map(({ account }) => account)}::uuid[]) as h (workspace, account)
      join workspace w on w.id = h.workspace and w.owner_id <> h.account
      join connection c on c.workspace_id = h.workspace
      cross join lateral (
        select 1 as place, 'connection' as type, c.id
        union all
        select 2, 'crawler', k.id
        from crawler k
        where k.connection_id = c.id
          and k.deleted_at is null
        union all
        select 3, 'dataset', d.id
        from dataset d
        where d.connection_id = c.id) e
      join sharing s on s.user_id = h.account and s.entity_type = e.type and s.entity_id = e.id) n
    where n.place <= ${MAX_NAMED}
    group by n.workspace, n.account`);
  return rows.map(({ workspace, account, total, sharings }) => ({
    workspace,
    account,
    remaining: {
      total,
      first: sharings.map(({ type, id, level }) => ({ entityType: type, entityId: id, levelCode: levelNumbered(level).code })),
    },
  }));
}
