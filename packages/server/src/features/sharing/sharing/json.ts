/** The JSON of sharings. */
import type { Schema } from '@millrace/contract';
import type { Actor } from '../../../identity/actor.ts';
import { type EntityType, levelNumbered, usableEntitlements } from './entity-types.ts';
import type { AccessRow, SharingEntryRow } from './rows.ts';

/** An entry of a sharing set; entries of owners have no time of their end. */
type Entry = Omit<SharingEntryRow, 'ended_at'> & { ended_at?: Date | null };

/** Converts entries to SharingSetResponse. */
export const toSetJson = (entries: readonly Entry[]): Schema<'SharingSetResponse'> => ({
  users: entries.flatMap((entry) =>
    entry.user_id === null
      ? []
      : [{ userId: entry.user_id, firstName: entry.first_name ?? '', lastName: entry.last_name ?? '', ...toEntryJson(entry) }],
  ),
  groups: entries.flatMap((entry) =>
    entry.group_id === null ? [] : [{ groupId: entry.group_id, groupName: entry.name ?? '', ...toEntryJson(entry) }],
  ),
});

const toEntryJson = (row: Entry) => ({
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
