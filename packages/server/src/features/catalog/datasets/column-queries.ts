/** The SQL statements about the columns of datasets. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { ColumnType } from './column-types.ts';

/** A column as it is written. A key that is null keeps its value. */
export type WrittenColumn = {
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
    select path, type, native_type, is_nullable, is_key, comment, description, semantic_type, quality_invalid, quality_empty, quality_valid
    from dataset_column
    where dataset_id = ${dataset}
    order by position, path`);

/** Replaces the columns of a dataset. Columns that stay keep their descriptions and their quality. */
export async function replaceColumns(tx: Tx, dataset: string, columns: readonly WrittenColumn[]): Promise<void> {
  await tx.rows(sql`
    delete from dataset_column
    where dataset_id = ${dataset}
      and not path = any (${columns.map(({ path }) => path)}::text[])`);
  await tx.rows(sql`
    insert into dataset_column (dataset_id, path, position, type, native_type, is_nullable, is_key, comment)
    select ${dataset}, r.path, r.position, r.type, r."nativeType", r."isNullable", r."isKey", r.comment
    from json_to_recordset(${json(columns.map((column, position) => ({ ...column, position })))}::json) as r (
      path text, position integer, type text, "nativeType" text, "isNullable" boolean, "isKey" boolean, comment text)
    on conflict (dataset_id, path) do update
    set position = excluded.position,
        type = excluded.type,
        native_type = excluded.native_type,
        is_nullable = excluded.is_nullable,
        is_key = excluded.is_key,
        comment = excluded.comment`);
}

/**
 * Sets the descriptions of columns; an unknown path becomes a column behind the others.
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

/** Sets the quality of the columns of a dataset, and of the dataset itself. */
export async function writeQuality(
  tx: Tx,
  dataset: string,
  profiles: readonly { path: string; semanticType: string | null; invalid: number; empty: number; valid: number }[],
): Promise<void> {
  await tx.rows(sql`
    update dataset_column c
    set semantic_type = r."semanticType",
        quality_invalid = r.invalid,
        quality_empty = r.empty,
        quality_valid = r.valid
    from json_to_recordset(${json(profiles)}::json) as r (path text, "semanticType" text, invalid integer, empty integer, valid integer)
    where c.dataset_id = ${dataset}
      and c.path = r.path`);
  const total = (of: 'invalid' | 'empty' | 'valid'): number => profiles.reduce((sum, one) => sum + one[of], 0);
  await tx.rows(sql`
    update dataset
    set quality_invalid = ${total('invalid')},
        quality_empty = ${total('empty')},
        quality_valid = ${total('valid')}
    where id = ${dataset}`);
}
