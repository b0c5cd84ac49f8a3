/** Computes the derived values of a dataset: the digest of its columns, its words, and its trust score. Each change of a dataset ends with this. */
import { newId } from '../../../core/base/id.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import { storeChosenQualities } from './column-rows.ts';
import { trustAxes, type TrustFacts, trustScore } from './trust-axes.ts';

/** The maximum characters for the words of a dataset, below the limit of the database. */
const MAX_CHARACTERS = 100_000;

/** Computes and stores again the values that depend on the columns, attributes, ratings and descriptions of datasets. */
export async function refreshDatasets(tx: Tx, ids: readonly string[]): Promise<void> {
  await storeChosenQualities(tx, ids);
  await updateDigests(tx, ids);
  await updateTrust(tx, ids);
}

/** Ends a change of a dataset by a person: counts the change, and computes the derived values again. */
export async function noteChange(tx: Tx, id: string, author: string): Promise<void> {
  await tx.rows(sql`
    update dataset
    set version = version + 1,
        updated_by = ${author},
        updated_at = now()
    where id = ${id}`);
  await refreshDatasets(tx, [id]);
}

/** Counts a use of each of these datasets by a run that has read it, and computes the derived values again. */
export async function noteUses(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`
    update dataset
    set uses = uses + 1
    where id = any (${[...ids]}::uuid[])`);
  await refreshDatasets(tx, ids);
}

/** A column with a dot in its path, or of a type with parts, is nested. */
const updateDigests = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update dataset d
    set schema_digest = n.digest,
        is_nested = n.is_nested,
        words = setweight(to_tsvector('simple', n.names), 'A') || setweight(to_tsvector('simple', n.texts), 'B')
    from (
      select o.id, md5(coalesce(k.digest, '')) as digest, coalesce(k.is_nested, false) as is_nested,
             left(regexp_replace(concat_ws(' ', o.label, o.technical_name, array_to_string(o.tags, ' '), k.paths), '[^[:alnum:]]+', ' ', 'g'),
               ${MAX_CHARACTERS}) as names,
             left(regexp_replace(concat_ws(' ', o.description, k.texts, v.texts), '[^[:alnum:]]+', ' ', 'g'), ${MAX_CHARACTERS}) as texts
      from dataset o
      cross join lateral (
        select json_agg(json_build_array(q.path, q.type) order by q.path collate "C")::text as digest,
               bool_or(q.path like '%.%' or q.type in ('OBJECT', 'LIST')) as is_nested,
               string_agg(q.path, ' ') as paths,
               string_agg(concat_ws(' ', q.description, q.comment), ' ') as texts
        from dataset_column q
        where q.dataset_id = o.id) k
      cross join lateral (
        select string_agg(array_to_string(w."values", ' '), ' ') as texts
        from custom_attribute_value w
        where w.dataset_id = o.id) v
      where o.id = any (${[...ids]}::uuid[])) n
    where d.id = n.id`);

type FactsRow = TrustFacts & { id: string; score: number | null };

/**
 * Stores the scores, and a row of the history for each score that has changed.
 * @rule datasets.trust.history
 */
async function updateTrust(tx: Tx, ids: readonly string[]): Promise<void> {
  const known = await tx.rows<FactsRow>(sql`
    select d.id, d.trust_score as score, coalesce(d.quality_invalid, 0) as invalid, coalesce(d.quality_empty, 0) as empty,
           coalesce(d.quality_valid, 0) as valid,
           (select avg(r.rating)
            from dataset_rating r
            where r.dataset_id = d.id) as rating,
           d.certification, coalesce(d.description, '') <> '' as "isDescribed", d.tags <> '{}' as "hasTags",
           exists (
             select from custom_attribute_value v
             where v.dataset_id = d.id) as "hasAttributes",
           k.columns, k.described as "describedColumns", d.uses
    from dataset d
    cross join lateral (
      select count(*) as columns, count(*) filter (where coalesce(q.description, q.comment, '') <> '') as described
      from dataset_column q
      where q.dataset_id = d.id) k
    where d.id = any (${[...ids]}::uuid[])`);
  const rows = known.map(({ id, score: before, ...facts }) => {
    const axes = trustAxes(facts);
    return { id, before, axes, score: trustScore(axes), history: newId() };
  });
  const changed = rows.filter(({ before, score }) => before !== score);
  await tx.rows(sql`
    update dataset d
    set trust_score = r.score,
        trust_axes = r.axes
    from json_to_recordset(${json(rows)}::json) as r (id uuid, score double precision, axes jsonb)
    where d.id = r.id`);
  await tx.rows(sql`
    insert into dataset_trust_score (id, dataset_id, score, axes)
    select r.history, r.id, r.score, r.axes
    from json_to_recordset(${json(changed)}::json) as r (history uuid, id uuid, score double precision, axes jsonb)`);
}
