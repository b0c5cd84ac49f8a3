/** The types of columns, the statements about the columns of datasets and their quality, and the semantic types that people have chosen for columns. */
import { invalid } from '../../../core/base/problem.ts';
import { json, sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type ColumnQuality, countValues, profileColumn, semanticChecks, semanticTypeNamed } from '../semantic-types/index.ts';

/** A type of columns. */
type ColumnType = 'TEXT' | 'INTEGER' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'TIME' | 'TIMESTAMP' | 'BINARY' | 'OBJECT' | 'LIST' | 'OTHER';

/** The first expression that matches a native type gives its column type. */
const NATIVE: readonly (readonly [RegExp, ColumnType])[] = [
  [/\[\]$|^array|^list/i, 'LIST'],
  [/json|struct|map|^row\b|^object|xml/i, 'OBJECT'],
  [/^bool|^bit(?:\(1\))?$|^tinyint\(1\)$/i, 'BOOLEAN'],
  [/^timestamp|^datetime|^smalldatetime/i, 'TIMESTAMP'],
  [/^date/i, 'DATE'],
  [/^time/i, 'TIME'],
  [/^(?:big|small|tiny|medium|huge|u)*int|^integer|serial|^year/i, 'INTEGER'],
  [/^(?:numeric|decimal|number|double|float|real|money|smallmoney|dec\b)/i, 'NUMBER'],
  [/char|text|clob|string|^enum|^set\b|^uuid|uniqueidentifier|^inet|^cidr|^citext|^name$/i, 'TEXT'],
  [/blob|binary|bytea|^image/i, 'BINARY'],
];

/** Returns the column type of a native type; OTHER for an unknown one. */
export const columnTypeOf = (native: string): ColumnType => NATIVE.find(([expression]) => expression.test(native.trim()))?.[1] ?? 'OTHER';

/** A column as it is written. Null stands for an unknown fact. */
type WrittenColumn = {
  path: string;
  type: ColumnType;
  nativeType: string | null;
  isNullable: boolean | null;
  isKey: boolean;
  comment: string | null;
};

/** A column as it is read. */
export type ColumnRow = {
  path: string;
  type: ColumnType;
  native_type: string | null;
  is_nullable: boolean | null;
  is_key: boolean;
  comment: string | null;
  description: string | null;
  semantic_type: string | null;
  quality_invalid: number | null;
  quality_empty: number | null;
  quality_valid: number | null;
};

/** Selects the columns of a dataset in their order. */
export const selectColumns = (tx: Tx, dataset: string): Promise<ColumnRow[]> =>
  tx.rows(sql`
    select path, type, native_type, is_nullable, is_key, comment, description, coalesce(chosen_type, semantic_type) as semantic_type, quality_invalid,
           quality_empty, quality_valid
    from dataset_column
    where dataset_id = ${dataset}
    order by position, path`);

/** Replaces the columns of datasets. Those that stay keep their descriptions and their quality. If several columns have one path, the last one counts. */
export async function replaceColumns(tx: Tx, datasets: readonly { dataset: string; columns: readonly WrittenColumn[] }[]): Promise<void> {
  const rows = datasets.flatMap(({ dataset, columns }) => [
    ...new Map(columns.map((column, position) => [column.path, { ...column, dataset, position }])).values(),
  ]);
  const given = sql`json_to_recordset(${json(rows)}::json) as r (
      dataset uuid, path text, position integer, type text, "nativeType" text, "isNullable" boolean, "isKey" boolean, comment text)`;
  await tx.rows(sql`
    delete from dataset_column c
    where c.dataset_id = any (${datasets.map(({ dataset }) => dataset)}::uuid[])
      and (c.dataset_id, c.path) not in (select r.dataset, r.path from ${given})`);
  await tx.rows(sql`
    insert into dataset_column (dataset_id, path, position, type, native_type, is_nullable, is_key, comment)
    select r.dataset, r.path, r.position, r.type, r."nativeType", r."isNullable", r."isKey", r.comment
    from ${given}
    on conflict (dataset_id, path) do update
    set position = excluded.position,
        type = excluded.type,
        native_type = excluded.native_type,
        is_nullable = excluded.is_nullable,
        is_key = excluded.is_key,
        comment = excluded.comment`);
}

/**
 * Sets the descriptions of columns; an unknown path becomes a new column after the others.
 * @rule datasets.columns.write
 */
export const writeDescriptions = (tx: Tx, dataset: string, columns: readonly { path: string; description: string }[]): Promise<unknown> =>
  tx.rows(sql`
    insert into dataset_column (dataset_id, path, position, type, description)
    select ${dataset}, r.path, r.place + coalesce((select max(position) + 1 from dataset_column where dataset_id = ${dataset}), 0), 'OTHER',
           r.description
    from json_to_recordset(${json(columns.map(({ path, description }, place) => ({ path, description, place })))}::json) as r (
      path text, description text, place integer)
    on conflict (dataset_id, path) do update
    set description = excluded.description`);

/** The quality of a column, and the semantic type that most of its values fit; without the type, the column keeps the one that it has. */
type WrittenQuality = ColumnQuality & { dataset: string; path: string; semanticType?: string | null };

/** Sets the quality of columns, and that of the datasets to the sum of all their columns. */
export async function writeQualities(
  tx: Tx,
  columns: readonly WrittenQuality[],
  datasets = columns.map(({ dataset }) => dataset),
): Promise<void> {
  await tx.rows(sql`
    update dataset_column c
    set semantic_type = case when r."isTyped" then r."semanticType" else c.semantic_type end,
        quality_invalid = r.invalid,
        quality_empty = r.empty,
        quality_valid = r.valid
    from json_to_recordset(${json(columns.map((column) => ({ ...column, isTyped: column.semanticType !== undefined })))}::json) as r (
      dataset uuid, path text, "isTyped" boolean, "semanticType" text, invalid integer, empty integer, valid integer)
    where c.dataset_id = r.dataset
      and c.path = r.path`);
  await tx.rows(sql`
    update dataset d
    set (quality_invalid, quality_empty, quality_valid) = (
      select coalesce(sum(c.quality_invalid), 0), coalesce(sum(c.quality_empty), 0), coalesce(sum(c.quality_valid), 0)
      from dataset_column c
      where c.dataset_id = d.id)
    where d.id = any (${[...new Set(datasets)]}::uuid[])`);
}

/** Returns the name of a semantic type, in any letter case, as its definition writes it, or refuses an unknown one. */
export async function requireSemanticType(tx: Tx, tenant: string, name: string): Promise<string> {
  const type = await semanticTypeNamed(tx, tenant, name);
  if (type) return type.name;
  throw invalid('semantic_type_unknown', `There is no semantic type '${name}': choose one of GET /datasets/semantic-types.`);
}

/**
 * Sets the chosen semantic type of a column. Null removes it: the column gets the type that most values of its stored sample fit.
 * @rule datasets.columns.semantic-type
 */
export async function chooseType(tx: Tx, actor: Actor, dataset: string, path: string, type: string | null): Promise<void> {
  await tx.rows(sql`
    update dataset_column
    set chosen_type = ${type}
    where dataset_id = ${dataset}
      and path = ${path}`);
  if (type !== null) return;
  // Without a chosen type, the column gets the one that most values of its stored sample fit.
  const [column] = await selectValues(tx, sql`c.dataset_id = ${dataset} and c.path = ${path}`);
  if (!column) return;
  await writeQualities(tx, [{ dataset, path, ...profileColumn(column.type, column.values, await semanticChecks(tx, actor.tenant)) }]);
}

/** Counts and stores the quality of columns by their chosen types, from the stored samples. A column without a stored sample keeps its counts. */
export async function storeChosenQualities(tx: Tx, ids: readonly string[]): Promise<void> {
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
