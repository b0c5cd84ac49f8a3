/** The SQL statements about catalogue connections. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, unnamed, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { catalogConnectionTables, sharedConnectionTables, visibleCatalogConnections } from './access.ts';
import { catalogConnectionColumns, type CatalogConnectionRow } from './json.ts';

/** The fields that the catalogue adds to a new connection. */
export type NewCatalogConnection = {
  id: string;
  tenant: string;
  type: string;
  description: string | null;
  engine: string | null;
  tags: readonly string[];
  keepsSamples: boolean;
  author: string;
};

/** Puts a connection into the catalogue. */
export const insertCatalogConnection = (tx: Tx, connection: NewCatalogConnection): Promise<unknown> =>
  tx.rows(sql`
    insert into catalog_connection (connection_id, tenant_id, type_id, description, engine_id, tags, enabled, keeps_samples, owner_id, created_by,
      updated_by)
    values (${connection.id}, ${connection.tenant}, ${connection.type}, ${connection.description}, ${connection.engine},
      ${[...connection.tags]}::text[], true, ${connection.keepsSamples}, ${connection.author}, ${connection.author}, ${connection.author})`);

/** The fields that a replacement changes; an undefined one stays. */
export type CatalogConnectionChange = {
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

/** Locks the entry of a connection; undefined if the connection is not in the catalogue. */
export const lockCatalogEntry = (tx: Tx, id: string): Promise<{ keeps_samples: boolean } | undefined> =>
  tx.one(sql`
    select keeps_samples
    from catalog_connection
    where connection_id = ${id}
    for update`);

/** Removes a connection from the catalogue. */
export const removeCatalogConnection = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from catalog_connection
    where connection_id = ${id}`);

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

/** Selects the entry of a connection whose workspace the actor may change; its level is 0 without a sharing. */
export const selectCatalogConnection = (tx: Tx, actor: Actor, id: string): Promise<CatalogConnectionRow> =>
  tx.only(sql`
    select ${catalogConnectionColumns(actor)}
    from ${catalogConnectionTables(actor)}
    where cc.connection_id = ${id}
      and cc.tenant_id = ${actor.tenant}`);
