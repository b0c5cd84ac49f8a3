/** Reads and locks datasets; each statement checks the tenant and the level of the caller. */
import type { Tx } from '../../../core/database/db.ts';
import { forbidden, found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireRight } from '../../orchestration/workspaces/index.ts';
import { entitlementsOf, heldEntities, heldLevel } from '../../sharing/sharing/index.ts';
import { datasetColumns, type DatasetRow } from './dataset-row.ts';

/** The tables of one dataset `d`, with its connection `c`, the account `creator`, and the level of the actor as `access.level`. */
const datasetTables = (actor: Actor): Sql => sql`
  dataset d
  join catalog_connection cc on cc.connection_id = d.connection_id
  join connection c on c.id = d.connection_id
  left join account creator on creator.id = d.created_by
  cross join lateral (select ${heldLevel(actor, 'dataset', sql`d.id`)} as level, false as of_group) access`;

/** The tables of all datasets `d` that are shared with the actor. It starts from the sharings, so that other datasets of the tenant cost nothing. */
export const sharedDatasetTables = (actor: Actor): Sql => sql`
  (${heldEntities(actor, 'dataset')}) access
  join dataset d on d.id = access.entity_id
  join catalog_connection cc on cc.connection_id = d.connection_id
  join connection c on c.id = d.connection_id
  left join account creator on creator.id = d.created_by`;

/**
 * Builds the condition for the datasets `d` that the actor may see.
 * @rule datasets.list.visible
 */
export const visibleDatasets = (actor: Actor): Sql => sql`d.tenant_id = ${actor.tenant} and access.level is not null`;

/** The operations on a dataset that need different rights. */
export type DatasetEntitlement = 'DATASET_READ' | 'DATASET_UPDATE' | 'DATASET_DELETE' | 'DATASET_CERTIFY' | 'DATASET_FETCH_SAMPLE';

/** Finds a dataset that the actor may see. */
export async function findDataset(tx: Tx, actor: Actor, id: string): Promise<DatasetRow> {
  const row = await tx.one<DatasetRow>(sql`
    select ${datasetColumns(actor)}
    from ${datasetTables(actor)}
    where d.id = ${id}
      and ${visibleDatasets(actor)}`);
  return found(row, 'Dataset', id);
}

/** Finds a dataset for reading a part of it, and requires that the level of the actor includes an entitlement. */
export async function findDatasetFor(tx: Tx, actor: Actor, id: string, entitlement: DatasetEntitlement): Promise<string> {
  const row = await tx.one<{ id: string; level: number }>(sql`
    select d.id, access.level
    from ${datasetTables(actor)}
    where d.id = ${id}
      and ${visibleDatasets(actor)}`);
  return allowedTo(found(row, 'Dataset', id), entitlement);
}

/**
 * Finds a dataset for reading rows of its sample: these are data of the connection, so the caller also needs VIEW on its workspace at this moment.
 * @rule datasets.sample.right
 */
export async function findSampledDataset(tx: Tx, actor: Actor, id: string): Promise<string> {
  const dataset = await findDatasetFor(tx, actor, id, 'DATASET_FETCH_SAMPLE');
  await requireRight(
    tx,
    actor,
    sql`(select c.workspace_id from dataset d join connection c on c.id = d.connection_id where d.id = ${dataset})`,
    'VIEW',
    'The rows of a sample need the right VIEW on the workspace of the connection. Ask its owner for it.',
  );
  return dataset;
}

/** Locks a dataset for a change, and requires that the level of the actor includes an entitlement. */
export async function lockDataset(tx: Tx, actor: Actor, id: string, entitlement: DatasetEntitlement): Promise<string> {
  const row = await tx.one<{ id: string; level: number }>(sql`
    select d.id, access.level
    from ${datasetTables(actor)}
    where d.id = ${id}
      and ${visibleDatasets(actor)}
    for update of d`);
  return allowedTo(found(row, 'Dataset', id), entitlement);
}

/** @rule datasets.access.level */
function allowedTo({ id, level }: { id: string; level: number }, entitlement: DatasetEntitlement): string {
  if (entitlementsOf('dataset', level).includes(entitlement)) return id;
  throw forbidden(
    'level_missing',
    `Your level on the dataset does not include ${entitlement}. Ask an owner to share it at a higher level.`,
  );
}
