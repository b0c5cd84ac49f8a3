/** The statements about catalogue connections. Each one that finds or locks a connection for a caller checks the tenant and its level. */
import { type Sql, sql, unnamed, type Tx } from '../../../core/database/sql.ts';
import { domainEvent } from '../../../core/events/domain-events.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../../security/held/index.ts';
import { heldEntities, heldLevel } from '../../sharing/sharing/index.ts';
import { requireLevelOn } from './rules.ts';

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
const catalogConnectionColumns = (actor: Actor): Sql => sql`
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

/** Joins one catalogue connection `cc` with its connection `c`, and with the level of the actor as `access.level`. */
const catalogConnectionJoins = (actor: Actor): Sql => sql`
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

const KIND = { noun: 'Connection', table: sql`catalog_connection`, alias: sql`cc`, id: sql`cc.connection_id` };
const guard = inTenant({ ...KIND, also: () => sql`access.level is not null` });

/** Builds the condition for the catalogue connections `cc` that the actor may see. */
export const visibleCatalogConnections = guard.visible;

/** Selects the connections of the catalogue that the actor may see and that fit a condition, in the order of their names. */
export const selectCatalogConnections = (tx: Tx, actor: Actor, condition: Sql): Promise<CatalogConnectionRow[]> =>
  tx.rows(
    unnamed(sql`
      select ${catalogConnectionColumns(actor)}
      from ${sharedConnectionTables(actor)}
      where ${visibleCatalogConnections(actor)}
        and ${condition}
      order by c.name, cc.connection_id`),
  );

/** Finds a connection that the actor may see, and requires that its level includes an entitlement. */
export async function findCatalogConnection(tx: Tx, actor: Actor, id: string, entitlement: string): Promise<CatalogConnectionRow> {
  const wanted = { columns: catalogConnectionColumns(actor), joins: catalogConnectionJoins(actor) };
  return requireLevelOn('connection', await guard.find<CatalogConnectionRow>(tx, actor, id, wanted), entitlement);
}

/** A locked connection, with the level of the actor. */
type WithLevel = { id: string; level: number };

const withLevel = (actor: Actor): { columns: Sql; joins: Sql } => ({
  columns: sql`cc.connection_id as id, access.level`,
  joins: catalogConnectionJoins(actor),
});

/** Locks a connection for a change, so that no dataset of it can be created meanwhile. Requires that the level of the actor includes an entitlement. */
export const lockCatalogConnection = async (tx: Tx, actor: Actor, id: string, entitlement: string): Promise<WithLevel> =>
  requireLevelOn('connection', await guard.lock<WithLevel>(tx, actor, id, withLevel(actor)), entitlement);

/**
 * Finds a connection for a new dataset, and keeps it in the catalogue until the transaction ends. Requires that the level of the actor includes an
 * entitlement.
 */
export const holdCatalogConnection = async (tx: Tx, actor: Actor, id: string, entitlement: string): Promise<WithLevel> =>
  requireLevelOn('connection', await guard.hold<WithLevel>(tx, actor, id, withLevel(actor)), entitlement);

/**
 * Finds the entry of a connection of the tenant, or refuses. The caller has checked the right on the workspace of the connection; the actor may have no
 * level on the entry.
 */
export const findCatalogEntry = (tx: Tx, actor: Actor, id: string): Promise<CatalogConnectionRow> =>
  inTenant(KIND).find(tx, actor, id, { columns: catalogConnectionColumns(actor), joins: catalogConnectionJoins(actor) });

/** Locks the entry of a connection; undefined if the connection is not in the catalogue. */
export const lockCatalogEntry = (tx: Tx, id: string): Promise<{ keeps_samples: boolean } | undefined> =>
  tx.one(sql`
    select keeps_samples
    from catalog_connection
    where connection_id = ${id}
    for update`);

/** Selects the datasets of a connection that the actor may see, at most 20 labels, and counts all. */
export const selectDatasetsOf = (tx: Tx, id: string, seen: Sql): Promise<{ total: number; labels: string[] }> =>
  tx.only(sql`
    select (select count(*)
            from dataset d
            where d.connection_id = ${id}) as total,
           array(
             select d.label
             from dataset d
             where d.connection_id = ${id}
               and ${seen} is not null
             order by d.label
             limit 20) as labels`);

/** The fields that the catalogue adds to a new connection. */
type NewCatalogConnection = {
  id: string;
  type: string;
  description: string | null;
  engine: string | null;
  tags: readonly string[];
  keepsSamples: boolean;
};

/** Puts a connection into the catalogue. */
export const insertCatalogConnection = (tx: Tx, actor: Actor, connection: NewCatalogConnection): Promise<unknown> =>
  tx.rows(sql`
    insert into catalog_connection (connection_id, tenant_id, type_id, description, engine_id, tags, enabled, keeps_samples, owner_id, created_by,
      updated_by)
    values (${connection.id}, ${actor.tenant}, ${connection.type}, ${connection.description}, ${connection.engine},
      ${[...connection.tags]}::text[], true, ${connection.keepsSamples}, ${actor.id}, ${actor.id}, ${actor.id})`);

/** The fields that a replacement changes; an undefined one stays. */
type CatalogConnectionChange = {
  description: string | undefined;
  engine: string | undefined;
  tags: readonly string[] | undefined;
  enabled: boolean | undefined;
  keepsSamples: boolean | undefined;
  type: string | undefined;
};

/** Changes the fields that the catalogue adds to a connection. */
export const updateCatalogConnection = (tx: Tx, id: string, author: string, change: CatalogConnectionChange): Promise<unknown> =>
  tx.rows(sql`
    update catalog_connection
    set description = coalesce(${change.description ?? null}, description),
        engine_id = coalesce(${change.engine ?? null}::uuid, engine_id),
        tags = coalesce(${change.tags ? [...change.tags] : null}::text[], tags),
        enabled = coalesce(${change.enabled ?? null}::boolean, enabled),
        keeps_samples = coalesce(${change.keepsSamples ?? null}::boolean, keeps_samples),
        type_id = coalesce(${change.type ?? null}, type_id),
        version = version + 1,
        updated_by = ${author},
        updated_at = now()
    where connection_id = ${id}`);

/** Removes a connection from the catalogue. */
export const removeCatalogConnection = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from catalog_connection
    where connection_id = ${id}`);

/** The connection no longer allows the catalogue to store rows of its tables. */
export const samplesForbidden = domainEvent<{ connection: string }>('samples-forbidden');

/** A connection is removed from the catalogue, with its crawlers. */
export const connectionLeaving = domainEvent<{ connection: string }>('connection-leaving');
