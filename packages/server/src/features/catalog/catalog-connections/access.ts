/** Reads and locks catalogue connections; each statement checks the tenant and the level of the caller. */
import type { Tx } from '../../../core/database/db.ts';
import { forbidden, found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { entitlementsOf, heldEntities, heldLevel } from '../../sharing/sharing/index.ts';
import { catalogConnectionColumns, type CatalogConnectionRow } from './json.ts';

/** The tables of one catalogue connection `cc`, with the level of the actor as `access.level`. */
export const catalogConnectionTables = (actor: Actor): Sql => sql`
  catalog_connection cc
  join connection c on c.id = cc.connection_id
  cross join lateral (select ${heldLevel(actor, 'connection', sql`cc.connection_id`)} as level) access`;

/**
 * The tables of all catalogue connections `cc` that the actor may see. It starts from the sharings, so that other connections of the tenant cost
 * nothing.
 */
export const sharedConnectionTables = (actor: Actor): Sql => sql`
  (${heldEntities(actor, 'connection')}) access
  join catalog_connection cc on cc.connection_id = access.entity_id
  join connection c on c.id = cc.connection_id`;

/** Builds the condition for the catalogue connections `cc` that the actor may see. */
export const visibleCatalogConnections = (actor: Actor): Sql => sql`cc.tenant_id = ${actor.tenant} and access.level is not null`;

/** Finds a connection that the actor may see, and requires that its level includes an entitlement. */
export async function findCatalogConnection(tx: Tx, actor: Actor, id: string, entitlement: string): Promise<CatalogConnectionRow> {
  const row = await tx.one<CatalogConnectionRow>(sql`
    select ${catalogConnectionColumns(actor)}
    from ${catalogConnectionTables(actor)}
    where cc.connection_id = ${id}
      and ${visibleCatalogConnections(actor)}`);
  return allowed(found(row, 'Connection', id), entitlement);
}

/** Locks a connection for a change, so that no dataset of it can be created meanwhile. */
export async function lockCatalogConnection(tx: Tx, actor: Actor, id: string, entitlement: string): Promise<{ id: string; level: number }> {
  const row = await tx.one<{ id: string; level: number }>(sql`
    select cc.connection_id as id, access.level
    from ${catalogConnectionTables(actor)}
    where cc.connection_id = ${id}
      and ${visibleCatalogConnections(actor)}
    for update of cc`);
  return allowed(found(row, 'Connection', id), entitlement);
}

/** Finds a connection for a new dataset, and keeps it in the catalogue until the transaction ends. */
export async function holdCatalogConnection(tx: Tx, actor: Actor, id: string, entitlement: string): Promise<{ id: string; level: number }> {
  const row = await tx.one<{ id: string; level: number }>(sql`
    select cc.connection_id as id, access.level
    from ${catalogConnectionTables(actor)}
    where cc.connection_id = ${id}
      and ${visibleCatalogConnections(actor)}
    for key share of cc`);
  return allowed(found(row, 'Connection', id), entitlement);
}

/** @rule catalog-connections.access.level */
function allowed<Row extends { level: number }>(row: Row, entitlement: string): Row {
  if (entitlementsOf('connection', row.level).includes(entitlement)) return row;
  throw forbidden(
    'level_missing',
    `Your level on the connection does not include ${entitlement}. Ask an owner to share it at a higher level.`,
  );
}
