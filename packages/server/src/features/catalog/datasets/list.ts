/** The conditions and the order of the list of datasets. */
import type { QueryOf } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { invalid } from '../../../core/base/problem.ts';
import { and, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { compileQuery } from '../query-language/index.ts';
import { findDatasetFor } from './access.ts';
import { isFavorite } from './dataset-row.ts';
import { datasetSource, sortFields } from './query-fields.ts';

/** The query of the list of datasets. */
export type DatasetQuery = QueryOf<'GET /datasets'>;

const isOrIsNot = (wanted: 'true' | 'false', condition: Sql): Sql => (wanted === 'true' ? condition : sql`not ${condition}`);

/**
 * Builds the conditions of a list.
 * @rule datasets.list.favorite
 * @rule datasets.list.schema
 * @rule datasets.list.flags
 */
export async function listConditions(tx: Tx, actor: Actor, query: DatasetQuery): Promise<Sql> {
  const conditions: Sql[] = [];
  const { flat, favorite, cloudrunner, sameSchemaAs, search, serviceQlQuery } = query;
  if (flat !== undefined) conditions.push(isOrIsNot(flat, sql`(not d.is_nested)`));
  if (favorite !== undefined) conditions.push(isOrIsNot(favorite, isFavorite(actor)));
  if (cloudrunner !== undefined) conditions.push(isOrIsNot(cloudrunner, sql`(cc.engine_id is null)`));
  if (sameSchemaAs !== undefined) {
    const id = await findDatasetFor(tx, actor, sameSchemaAs, 'DATASET_READ');
    conditions.push(sql`d.schema_digest = (select o.schema_digest from dataset o where o.id = ${id})`);
  }
  if (search?.trim()) conditions.push(hasWords(search));
  if (serviceQlQuery?.trim()) conditions.push(await compileQuery(tx, serviceQlQuery, datasetSource(actor)));
  return and(conditions);
}

/**
 * Builds the condition that a dataset contains the words. Names are split at punctuation, and so are the words.
 * @rule datasets.list.search
 */
const hasWords = (search: string): Sql => sql`d.words @@ websearch_to_tsquery('simple', ${search.replaceAll(/[._/:]/g, ' ')})`;

/**
 * Builds the order of a list. Numbers are ordered by value, texts without letter case; datasets without a value come last.
 * @rule datasets.list.order
 */
export function listOrder(actor: Actor, { sortBy, sortOrder = 'asc' }: DatasetQuery): Sql {
  const fields = sortFields(actor);
  const field = Object.hasOwn(fields, sortBy ?? 'label') ? fields[sortBy ?? 'label'] : undefined;
  if (!field)
    throw invalid('malformed_request', `query.sortBy: '${sortBy}' is no field of the order; expected ${Object.keys(fields).join(', ')}.`);
  const value = field.type === 'text' ? sql`lower(${field.value}::text)` : field.value;
  return sortOrder.startsWith('desc') ? sql`${value} desc nulls last` : sql`${value} nulls last`;
}
