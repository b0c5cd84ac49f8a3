/** The JSON of sharings. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { LEVELS, usableEntitlements, type EntityType } from './entity-types.ts';

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
export const ownersOf = (actor: Actor, type: EntityType, id: Sql): Sql => sql`
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
      and s.level = 3), '[]') as owners,
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

/** Returns a level by its number. */
export const levelNumbered = (order: number): (typeof LEVELS)[number] => LEVELS.find((one) => one.order === order) ?? LEVELS[0];

/** Converts entries to SharingSetResponse. */
export const toSetJson = (
  entries: readonly (Omit<SharingEntryRow, 'ended_at'> & { ended_at?: Date | null })[],
): Schema<'SharingSetResponse'> => ({
  users: entries.flatMap((entry) =>
    entry.user_id === null
      ? []
      : [{ userId: entry.user_id, firstName: entry.first_name ?? '', lastName: entry.last_name ?? '', ...toEntryJson(entry) }],
  ),
  groups: entries.flatMap((entry) =>
    entry.group_id === null ? [] : [{ groupId: entry.group_id, groupName: entry.name ?? '', ...toEntryJson(entry) }],
  ),
});

const toEntryJson = (row: Omit<SharingEntryRow, 'ended_at'> & { ended_at?: Date | null }) => ({
  level: levelNumbered(row.level),
  foreignEntity: { entityType: row.entity_type, entityId: row.entity_id },
  ...(row.ended_at && { deletedAt: row.ended_at.toISOString() }),
});

/** Converts a row to SharingResponse. */
export function toSharingJson(actor: Actor, type: EntityType, row: AccessRow): Schema<'SharingResponse'> {
  const owners = row.owners && toSetJson(row.owners);
  return {
    entityType: type,
    entityId: row.id,
    userId: actor.id,
    levelCode: levelNumbered(row.level).code,
    ...(owners && {
      entitlements: usableEntitlements(actor, type, row.level),
      userOwners: owners.users ?? [],
      groupOwners: owners.groups ?? [],
      sharingSetCount: row.count ?? 0,
      isSharedWithOthers: row.others ?? false,
    }),
  };
}
