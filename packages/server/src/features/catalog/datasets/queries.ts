/** The SQL statements about datasets. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql, unnamed, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { sharedDatasetTables, visibleDatasets } from './access.ts';
import { datasetColumns, type DatasetRow } from './dataset-row.ts';
import type { TrustAxes } from './trust-axes.ts';

/** A new dataset. */
export type NewDataset = {
  id: string;
  tenant: string;
  connection: string;
  technicalName: string;
  kind: 'TABLE' | 'VIEW' | 'FILE';
  label: string;
  description: string | null;
  tags: readonly string[];
  properties: object;
  author: string;
};

/** Adds datasets without columns; `refreshDatasets` computes the rest. */
export const insertDatasets = (tx: Tx, rows: readonly NewDataset[]): Promise<unknown> =>
  tx.rows(sql`
    insert into dataset (id, tenant_id, connection_id, technical_name, kind, label, description, tags, properties, owner_id, created_by, updated_by,
      schema_digest)
    select r.id, r.tenant, r.connection, r."technicalName", r.kind, r.label, r.description,
           array(select json_array_elements_text(r.tags)), r.properties, r.author, r.author, r.author, ''
    from json_to_recordset(${json(rows)}::json) as r (
      id uuid, tenant uuid, connection uuid, "technicalName" text, kind text, label text, description text, tags json, properties jsonb, author uuid)`);

/** Deletes a dataset with all dependent rows. */
export const removeDataset = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from dataset
    where id = ${id}`);

/** Increments the number of changes of a dataset. */
export const touchDataset = (tx: Tx, id: string, author: string): Promise<unknown> =>
  tx.rows(sql`
    update dataset
    set version = version + 1,
        updated_by = ${author},
        updated_at = now()
    where id = ${id}`);

/** Sets the certification, with its author and time. */
export const updateCertification = (tx: Tx, id: string, certification: string, author: string): Promise<unknown> =>
  tx.rows(sql`
    update dataset
    set certification = ${certification},
        certified_by = ${author},
        certified_at = now(),
        version = version + 1,
        updated_by = ${author},
        updated_at = now()
    where id = ${id}`);

/** Adds a favourite. */
export const insertFavorite = (tx: Tx, dataset: string, account: string): Promise<unknown> =>
  tx.rows(sql`
    insert into dataset_favorite (dataset_id, account_id)
    values (${dataset}, ${account})
    on conflict do nothing`);

/** Removes a favourite. */
export const deleteFavorite = (tx: Tx, dataset: string, account: string): Promise<unknown> =>
  tx.rows(sql`
    delete from dataset_favorite
    where dataset_id = ${dataset}
      and account_id = ${account}`);

/** Sets the rating of an account. */
export const upsertRating = (tx: Tx, dataset: string, account: string, rating: number): Promise<unknown> =>
  tx.rows(sql`
    insert into dataset_rating (dataset_id, account_id, rating)
    values (${dataset}, ${account}, ${rating})
    on conflict (dataset_id, account_id) do update
    set rating = excluded.rating`);

/** A former or current score of a dataset. */
export type TrustScoreRow = { scored_at: Date; score: number; axes: TrustAxes };

/** Selects the newest scores of a dataset. */
export const selectTrustScores = (tx: Tx, dataset: string): Promise<TrustScoreRow[]> =>
  tx.rows(sql`
    select scored_at, score, axes
    from dataset_trust_score
    where dataset_id = ${dataset}
    order by id desc
    limit 1000`);

/**
 * Selects the datasets that the actor may see and that fit a condition.
 * @rule datasets.limits.user
 */
export const selectDatasets = (tx: Tx, actor: Actor, condition: Sql, order: Sql): Promise<DatasetRow[]> =>
  tx.rows(
    unnamed(sql`
      select ${datasetColumns(actor)}
      from ${sharedDatasetTables(actor)}
      where ${visibleDatasets(actor)}
        and ${condition}
      order by ${order}, lower(d.label), d.id`),
  );

/** Adds uses of datasets by runs that have read them. */
export const addUses = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update dataset
    set uses = uses + 1
    where id = any (${[...ids]}::uuid[])`);
