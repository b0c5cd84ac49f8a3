/** The fields of catalogue connections for queries, by their names in the answers. */
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { QueryField, QuerySource } from '../../../core/http/compile-query.ts';
import { OWNER_LEVEL, usableEntitlements } from '../../sharing/sharing/index.ts';
import { sharedConnectionTables, visibleCatalogConnections, isSharedWithOthers } from './rows.ts';
import { CONNECTION_TYPES } from './connection-types.ts';

const text = (value: Sql): QueryField => ({ type: 'text', value });

/** Builds the label or the icon of the type whose id a column has. */
export const typePartSql = (id: Sql, part: 'label' | 'icon'): Sql => sql`(
  select t.part
  from unnest(${CONNECTION_TYPES.map((one) => one.id)}::text[], ${CONNECTION_TYPES.map((one) => one[part])}::text[]) t (id, part)
  where t.id = ${id})`;

/** Builds a time as a number of milliseconds. */
export const epochSql = (time: Sql): Sql => sql`floor(extract(epoch from ${time}) * 1000)`;

/** Builds the table of the entitlements that a caller can use, by its level: 1 is READER, 2 WRITER and 3 OWNER. */
function entitlementTable(actor: Actor): Sql {
  const [reader, writer, owner] = [1, 2, 3].map((level) => usableEntitlements(actor, 'connection', level));
  return sql`unnest(case access.level when 1 then ${reader}::text[] when 2 then ${writer}::text[] else ${owner}::text[] end) held (entitlement)`;
}

/** All fields, those that depend on the caller included. */
const fieldsOf = (actor: Actor): Readonly<Record<string, QueryField>> => ({
  ...FIELDS,
  entitlements: { type: 'text', value: sql`held.entitlement`, among: entitlementTable(actor) },
  'sharing.isOwner': { type: 'boolean', value: sql`(access.level = ${OWNER_LEVEL})` },
  'sharing.isSharedWithOthers': { type: 'boolean', value: isSharedWithOthers(actor) },
});

/** The fields that are the same for every caller. A query for `*` searches these. */
const FIELDS: Readonly<Record<string, QueryField>> = {
  id: text(sql`cc.connection_id`),
  label: text(sql`c.name`),
  description: text(sql`cc.description`),
  type: text(sql`cc.type_id`),
  typeLabel: text(typePartSql(sql`cc.type_id`, 'label')),
  icon: text(typePartSql(sql`cc.type_id`, 'icon')),
  cloudAgentId: text(sql`cc.engine_id`),
  enabled: { type: 'boolean', value: sql`cc.enabled` },
  keepsSamples: { type: 'boolean', value: sql`cc.keeps_samples` },
  datasetsCount: {
    type: 'number',
    value: sql`(
      select count(*)
      from dataset d
      where d.connection_id = cc.connection_id)`,
  },
  tags: { type: 'text', value: sql`tag.word`, among: sql`unnest(cc.tags) tag (word)` },
  owner: text(sql`cc.owner_id`),
  version: { type: 'number', value: sql`cc.version` },
  createdBy: text(sql`cc.created_by`),
  updatedBy: text(sql`cc.updated_by`),
  created: { type: 'number', value: epochSql(sql`cc.created_at`) },
  updated: { type: 'number', value: epochSql(sql`cc.updated_at`) },
};

/**
 * The catalogue connections that an actor sees, for queries. The fields are those of the answers.
 * @rule catalog-connections.list.fields
 */
export function connectionSource(actor: Actor): QuerySource {
  const fields = fieldsOf(actor);
  return {
    from: sharedConnectionTables(actor),
    visible: visibleCatalogConnections(actor),
    field: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
    all: Object.values(FIELDS),
    quality: () => undefined,
    names: Object.keys(fields),
  };
}
