/** The JSON of catalogue connections. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { Actor } from '../../../identity/actor.ts';
import { OWNER_LEVEL, usableEntitlements } from '../../sharing/sharing/index.ts';
import { connectionTypeOf } from './connection-types.ts';
import type { CatalogConnectionRow } from './rows.ts';

const commonFields = (row: CatalogConnectionRow) => {
  const { id, label: typeLabel, icon } = connectionTypeOf(row.type_id);
  return {
    id: row.id,
    label: row.label,
    type: id,
    typeLabel,
    icon,
    ...presentFields({ cloudAgentId: row.engine_id }),
    datasetsCount: row.datasets,
    tags: row.tags,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
};

/** Converts a row for the list. */
export const toConnectionListJson = (actor: Actor, row: CatalogConnectionRow): Schema<'ConnectionListView'> => ({
  ...commonFields(row),
  entitlements: usableEntitlements(actor, 'connection', row.level),
  sharing: { isOwner: row.level === OWNER_LEVEL, isSharedWithOthers: row.shared },
});

/**
 * Converts a row.
 * @rule catalog-connections.create.encrypted
 */
export const toCatalogConnectionJson = (row: CatalogConnectionRow): Schema<'CatalogConnection'> => ({
  ...commonFields(row),
  ...presentFields({ description: row.description }),
  enabled: row.enabled,
  familyId: connectionTypeOf(row.type_id).family,
  owner: row.owner_id,
  properties: row.parameters ?? {},
  ...(row.missing_secrets.length > 0 && { missingSecrets: row.missing_secrets }),
  keepsSamples: row.keeps_samples,
  version: row.version,
});
