/** The list of datasets: the conditions and the order that its request asks for, and the fields that both know, by their names in the answers. */
import type { QueryOf } from '@millrace/contract';
import { DATASET_QUERY_FIELDS, type DatasetQueryField } from '@millrace/contract/query-language';
import { invalid } from '../../../core/base/problem.ts';
import { and, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { hasWords } from '../../../core/database/word-search.ts';
import { compileQuery, type QueryField, type QuerySource } from '../../../core/http/compile-query.ts';
import type { Actor } from '../../../identity/actor.ts';
import { OWNER_LEVEL } from '../../sharing/sharing/index.ts';
import { epochSql, typePartSql } from '../catalog-connections/index.ts';
import { creatorName, findDatasetFor, isFavorite, sharedDatasetTables, visibleDatasets } from './rows.ts';

/** The parameters of a request for the list of datasets. */
type DatasetListRequest = QueryOf<'GET /datasets'>;

const isOrIsNot = (wanted: 'true' | 'false', condition: Sql): Sql => (wanted === 'true' ? condition : sql`not ${condition}`);

/**
 * Builds the conditions of a list, or refuses a query or a dataset that it names.
 * @rule datasets.list.favorite
 * @rule datasets.list.schema
 * @rule datasets.list.flags
 * @rule datasets.list.query
 * @rule datasets.list.words
 * @rule datasets.query.position
 */
export async function datasetConditions(tx: Tx, actor: Actor, query: DatasetListRequest): Promise<Sql> {
  const conditions: Sql[] = [];
  const { flat, favorite, cloudrunner, sameSchemaAs, search, words, serviceQlQuery } = query;
  if (flat !== undefined) conditions.push(isOrIsNot(flat, sql`(not d.is_nested)`));
  if (favorite !== undefined) conditions.push(isOrIsNot(favorite, isFavorite(actor)));
  if (cloudrunner !== undefined) conditions.push(isOrIsNot(cloudrunner, sql`(cc.engine_id is null)`));
  if (sameSchemaAs !== undefined) {
    const id = await findDatasetFor(tx, actor, sameSchemaAs, 'DATASET_READ');
    conditions.push(sql`d.schema_digest = (select o.schema_digest from dataset o where o.id = ${id})`);
  }
  if (search?.trim()) conditions.push(matchesSearch(search));
  if (words !== undefined) conditions.push(hasWords(sql`d.label`, words));
  if (serviceQlQuery?.trim()) conditions.push(await compileQuery(tx, serviceQlQuery, datasetSource(actor)));
  return and(conditions);
}

/**
 * Builds the condition that a dataset contains the words. Names are split at punctuation, and so are the words.
 * @rule datasets.list.search
 */
const matchesSearch = (search: string): Sql => sql`d.words @@ websearch_to_tsquery('simple', ${search.replaceAll(/[._/:]/g, ' ')})`;

/**
 * Builds the order of a list, or refuses a field by which a list has no order. Numbers are ordered by value, texts without letter case; datasets without a
 * value come last.
 * @rule datasets.list.order
 */
export function datasetOrder(actor: Actor, { sortBy, sortOrder = 'asc' }: DatasetListRequest): Sql {
  // Fields with several values have no place in an order.
  const fields: Fields = Object.fromEntries(Object.entries(fieldsOf(actor)).filter(([, { among }]) => among === undefined));
  const field = Object.hasOwn(fields, sortBy ?? 'label') ? fields[sortBy ?? 'label'] : undefined;
  if (!field)
    throw invalid('malformed_request', `query.sortBy: '${sortBy}' is no field of the order; expected ${Object.keys(fields).join(', ')}.`);
  const value = field.type === 'text' ? sql`lower(${field.value}::text)` : field.value;
  return sortOrder.startsWith('desc') ? sql`${value} desc nulls last` : sql`${value} nulls last`;
}

type Fields = Readonly<Record<string, QueryField>>;
type Values = Omit<QueryField, 'type'>;

/** One table for all fields of columns, so that `*` reads the columns of a dataset only once. */
const COLUMNS = sql`(
    select q.path, q.description, q.type, q.comment, coalesce(q.chosen_type, q.semantic_type) as semantic_type
    from dataset_column q
    where q.dataset_id = d.id) col`;

const columns = (value: Sql): Values => ({ value, among: COLUMNS });

/** The values of attributes with their defaults; `business` is the business id of one attribute. */
const attributes = (actor: Actor, business?: string): Values => ({
  value: sql`att.value`,
  among: sql`(
    select w.value
    from custom_attribute a
    left join custom_attribute_value v on v.attribute_id = a.id and v.dataset_id = d.id
    cross join lateral unnest(coalesce(v."values", a.defaults)) w (value)
    where a.tenant_id = ${actor.tenant}
      and (${business ?? null}::text is null or a.business_id = ${business ?? null})) att`,
});

const ratingPart = (part: Sql): Sql => sql`(
  select ${part}
  from dataset_rating r
  where r.dataset_id = d.id)`;

const valuesOf = (actor: Actor): Readonly<Record<DatasetQueryField, Values>> => ({
  id: { value: sql`d.id` },
  label: { value: sql`d.label` },
  description: { value: sql`d.description` },
  technicalName: { value: sql`d.technical_name` },
  tags: { value: sql`tag.word`, among: sql`unnest(d.tags) tag (word)` },
  certification: { value: sql`d.certification` },
  enabled: { value: sql`d.enabled` },
  version: { value: sql`d.version` },
  datastoreId: { value: sql`d.connection_id` },
  'datastore.id': { value: sql`d.connection_id` },
  'datastore.label': { value: sql`c.name` },
  'datastore.type': { value: sql`cc.type_id` },
  'datastore.typeLabel': { value: typePartSql(sql`cc.type_id`, 'label') },
  'datastore.cloudAgentId': { value: sql`cc.engine_id` },
  owner: { value: sql`d.owner_id` },
  creator: { value: creatorName },
  'createdBy.id': { value: sql`d.created_by` },
  'updatedBy.id': { value: sql`d.updated_by` },
  'rating.global': { value: ratingPart(sql`avg(r.rating)`) },
  'rating.contributors': { value: ratingPart(sql`count(*)`) },
  draft: { value: sql`d.is_draft` },
  nested: { value: sql`d.is_nested` },
  favorite: { value: isFavorite(actor) },
  'sharing.isOwner': { value: sql`(access.level = ${OWNER_LEVEL})` },
  trustScore: { value: sql`d.trust_score` },
  'talendGlobalQuality.1': { value: sql`d.quality_valid` },
  'talendGlobalQuality.0': { value: sql`d.quality_empty` },
  'talendGlobalQuality.invalid': { value: sql`d.quality_invalid` },
  'talendGlobalQuality.total': { value: sql`(d.quality_valid + d.quality_empty + d.quality_invalid)` },
  created: { value: epochSql(sql`d.created_at`) },
  updated: { value: epochSql(sql`d.updated_at`) },
  'columns.path': columns(sql`col.path`),
  'columns.description': columns(sql`col.description`),
  'columns.comment': columns(sql`col.comment`),
  'columns.type': columns(sql`col.type`),
  'columns.semanticType': columns(sql`col.semantic_type`),
  attributes: attributes(actor),
});

const fieldsOf = (actor: Actor): Fields =>
  Object.fromEntries(
    Object.entries(valuesOf(actor)).map(([name, values]) => [name, { type: DATASET_QUERY_FIELDS[name as DatasetQueryField], ...values }]),
  );

/**
 * Builds the condition that the values of columns are valid: some are counted, and none is invalid. Invalid means that at least one is.
 * @rule datasets.query.quality
 */
function qualityOf(name: string, state: 'valid' | 'invalid'): Sql | undefined {
  if (name === '*' || name === 'columns')
    return state === 'invalid' ? sql`d.quality_invalid > 0` : sql`d.quality_invalid = 0 and d.quality_valid > 0`;
  if (!name.startsWith('columns.')) return undefined;
  const holds = state === 'invalid' ? sql`q.quality_invalid > 0` : sql`q.quality_invalid = 0 and q.quality_valid > 0`;
  return sql`exists (
    select from dataset_column q
    where q.dataset_id = d.id
      and q.path = ${name.slice('columns.'.length)}
      and ${holds})`;
}

/** The datasets that an actor sees, for queries. */
function datasetSource(actor: Actor): QuerySource {
  const fields = fieldsOf(actor);
  return {
    from: sharedDatasetTables(actor),
    visible: visibleDatasets(actor),
    field: (name) => {
      if (name.startsWith('attributes.')) return { type: 'text', ...attributes(actor, name.slice('attributes.'.length)) };
      return Object.hasOwn(fields, name) ? fields[name] : undefined;
    },
    all: Object.values(fields),
    quality: qualityOf,
    names: [...Object.keys(fields), 'attributes.<businessId>'],
  };
}
