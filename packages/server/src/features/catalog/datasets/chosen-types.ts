/** Semantic types that people have chosen for columns. They replace the type that most values fit. */
import type { Tx } from '../../../core/database/db.ts';
import { invalid } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { countValues, profileColumn, semanticChecks, semanticTypeNamed, type ColumnQuality } from '../semantic-types/index.ts';
import { type ColumnType, writeQualities } from './column-rows.ts';

/**
 * Sets the chosen semantic type of a column; null removes it.
 * @rule datasets.columns.semantic-type
 */
export async function chooseType(tx: Tx, actor: Actor, dataset: string, path: string, name: string | null): Promise<void> {
  const type = name === null ? null : await semanticTypeNamed(tx, actor.tenant, name);
  if (type === undefined)
    throw invalid('semantic_type_unknown', `There is no semantic type '${name}': choose one of GET /datasets/semantic-types.`);
  await tx.rows(sql`
    update dataset_column
    set chosen_type = ${type?.name ?? null}
    where dataset_id = ${dataset}
      and path = ${path}`);
  if (!type) await profileAgain(tx, actor.tenant, dataset, path);
}

/** Gives a column the semantic type that most values of its stored sample fit. */
async function profileAgain(tx: Tx, tenant: string, dataset: string, path: string): Promise<void> {
  const [column] = await selectValues(tx, sql`c.dataset_id = ${dataset} and c.path = ${path}`);
  if (!column) return;
  await writeQualities(tx, [{ dataset, path, ...profileColumn(column.type, column.values, await semanticChecks(tx, tenant)) }]);
}

/** Counts the quality of columns by their chosen types, from the stored samples. A column without a stored sample keeps its counts. */
export async function countChosenTypes(tx: Tx, ids: readonly string[]): Promise<void> {
  const columns = await selectValues(tx, sql`c.dataset_id = any (${[...ids]}::uuid[]) and c.chosen_type is not null`);
  const counted: (ColumnQuality & { dataset: string; path: string })[] = [];
  for (const { dataset, tenant, path, chosen, values } of columns) {
    const check = await semanticTypeNamed(tx, tenant, chosen ?? '');
    if (check) counted.push({ dataset, path, ...countValues(check, values) });
  }
  if (counted.length > 0) await writeQualities(tx, counted);
}

type SampledColumn = { dataset: string; tenant: string; path: string; type: ColumnType; chosen: string | null; values: (string | null)[] };

/** Selects the stored sample values of columns `c`; columns without any are left out. */
const selectValues = (tx: Tx, columns: Sql): Promise<SampledColumn[]> =>
  tx.rows(sql`
    select c.dataset_id as dataset, d.tenant_id as tenant, c.path, c.type, c.chosen_type as chosen, v."values"
    from dataset_column c
    join dataset d on d.id = c.dataset_id
    cross join lateral (
      select array_agg(row.cells ->> (array_position(s.column_paths, c.path) - 1)) as "values"
      from dataset_sample s
      cross join lateral jsonb_array_elements(s.cells) row (cells)
      where s.dataset_id = c.dataset_id
        and c.path = any (s.column_paths)) v
    where ${columns}
      and v."values" is not null`);
