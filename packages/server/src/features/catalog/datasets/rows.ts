/** The statements about datasets. Each one that finds or locks a dataset checks the tenant and the level of the caller. */
import { json, type Sql, sql, unnamed, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../../security/held/index.ts';
import { heldEntities, heldLevel } from '../../sharing/sharing/index.ts';
import { requireLevelOn } from '../catalog-connections/index.ts';
import type { TrustAxes } from './trust-axes.ts';

/** A dataset for a caller. */
export type DatasetRow = {
  /** The text of a JSON object: the fields that are the same for all callers. */
  common_json: string;
  level: number;
  connection_id: string;
  connection_label: string;
  type_id: string;
  engine_id: string | null;
  creator: string | null;
  trust_axes: TrustAxes | null;
  /** The text of a JSON object; null without a rating. */
  rating: string | null;
  favorite: boolean;
  shared: boolean;
};

/** Builds the condition that a dataset `d` is a favourite of the actor. */
export const isFavorite = (actor: Actor): Sql => sql`exists (
  select from dataset_favorite f
  where f.dataset_id = d.id
    and f.account_id = ${actor.id})`;

/** The full name of the account that created a dataset `d`. */
export const creatorName: Sql = sql`(creator.first_name || ' ' || creator.last_name)`;

/**
 * The columns of `DatasetRow`. A dataset shared with a group of the actor is shared; only otherwise the database looks for other sharings. A dataset that
 * was not written since the migration of `common_json` has none yet.
 */
const datasetColumns = (actor: Actor): Sql => sql`
  coalesce(d.common_json, (select dataset_json(o) from dataset o where o.id = d.id)) as common_json,
  access.level, d.connection_id, c.name as connection_label, cc.type_id, cc.engine_id, ${creatorName} as creator, d.trust_axes,
  (select json_build_object('contributors', count(*), 'global', avg(r.rating))::text
   from dataset_rating r
   where r.dataset_id = d.id
   having count(*) > 0) as rating,
  ${isFavorite(actor)} as favorite,
  access.of_group or exists (
    select from sharing s
    where s.entity_type = 'dataset'
      and s.entity_id = d.id
      and s.user_id is distinct from ${actor.id}) as shared`;

/** Joins one dataset `d` with its connection `c`, the account `creator`, and the level of the actor as `access.level`. */
const datasetJoins = (actor: Actor): Sql => sql`
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

/** @rule datasets.list.visible */
const guard = inTenant({ noun: 'Dataset', table: sql`dataset`, alias: sql`d`, also: () => sql`access.level is not null` });

/** Builds the condition for the datasets `d` that the actor may see. */
export const visibleDatasets = guard.visible;

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

/** The operations on a dataset that need different rights. */
type DatasetEntitlement = 'DATASET_READ' | 'DATASET_UPDATE' | 'DATASET_DELETE' | 'DATASET_CERTIFY' | 'DATASET_FETCH_SAMPLE';

/** Finds a dataset that the actor may see. */
export const findDataset = (tx: Tx, actor: Actor, id: string): Promise<DatasetRow> =>
  guard.find(tx, actor, id, { columns: datasetColumns(actor), joins: datasetJoins(actor) });

type WithLevel = { id: string; level: number };

const withLevel = (actor: Actor): { columns: Sql; joins: Sql } => ({ columns: sql`d.id, access.level`, joins: datasetJoins(actor) });

/** Finds a dataset for reading a part of it, and requires that the level of the actor includes an entitlement. */
export const findDatasetFor = async (tx: Tx, actor: Actor, id: string, entitlement: DatasetEntitlement): Promise<string> =>
  requireLevelOn('dataset', await guard.find<WithLevel>(tx, actor, id, withLevel(actor)), entitlement).id;

/** Locks a dataset for a change, and requires that the level of the actor includes an entitlement. */
export const lockDataset = async (tx: Tx, actor: Actor, id: string, entitlement: DatasetEntitlement): Promise<string> =>
  requireLevelOn('dataset', await guard.lock<WithLevel>(tx, actor, id, withLevel(actor)), entitlement).id;

/** A new dataset. */
type NewDataset = {
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
type TrustScoreRow = { scored_at: Date; score: number; axes: TrustAxes };

/** Selects the newest scores of a dataset, at most 1,000. */
export const selectTrustScores = (tx: Tx, dataset: string): Promise<TrustScoreRow[]> =>
  tx.rows(sql`
    select scored_at, score, axes
    from dataset_trust_score
    where dataset_id = ${dataset}
    order by id desc
    limit 1000`);
