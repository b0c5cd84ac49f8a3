/** The JSON of catalogue connections. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/base/present-fields.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { usableEntitlements } from '../../sharing/sharing/index.ts';
import { connectionTypeOf } from './connection-types.ts';

/** The row of a catalogue connection. Encrypted parameters are not read. */
export type CatalogConnectionRow = {
  id: string;
  level: number;
  label: string;
  description: string | null;
  type_id: string;
  engine_id: string | null;
  tags: string[];
  enabled: boolean;
  keeps_samples: boolean;
  owner_id: string;
  created_by: string;
  updated_by: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  datasets: number;
  shared: boolean;
  parameters: Record<string, string> | null;
  missing_secrets: string[];
};

/** Whether a connection `cc` is shared with others than the actor. */
export const isSharedWithOthers = (actor: Actor): Sql => sql`
  exists (
    select from sharing s
    where s.entity_type = 'connection'
      and s.entity_id = cc.connection_id
      and s.user_id is distinct from ${actor.id})`;

/** The columns of `CatalogConnectionRow`. */
export const catalogConnectionColumns = (actor: Actor): Sql => sql`
  cc.connection_id as id, access.level, c.name as label, cc.description, cc.type_id, cc.engine_id, cc.tags, cc.enabled, cc.keeps_samples,
  cc.owner_id, cc.created_by, cc.updated_by, cc.version, cc.created_at, cc.updated_at,
  (select count(*)
   from dataset d
   where d.connection_id = cc.connection_id) as datasets,
  ${isSharedWithOthers(actor)} as shared,
  (select json_object_agg(p.name, p.plain_value order by p.position)
   from connection_parameter p
   where p.connection_id = cc.connection_id
     and p.plain_value is not null) as parameters,
  array(
    select p.name
    from connection_parameter p
    where p.connection_id = cc.connection_id
      and p.encrypted
      and p.secret_value is null
    order by p.position) as missing_secrets`;

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
  sharing: { isOwner: row.level === 3, isSharedWithOthers: row.shared },
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
