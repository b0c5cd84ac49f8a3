/** Samples of datasets: rows in blocks, so that a page of a large sample is read without the rest, and the quality of their columns. */
import { json, sql, storable, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireRight } from '../../orchestration/workspaces/index.ts';
import { type ColumnProfile, profileColumn, type SemanticCheck } from '../semantic-types/index.ts';
import { columnTypeOf } from './column-rows.ts';
import { findDatasetFor } from './rows.ts';

/** A row: texts and nulls in the order of the columns. */
export type SampleRow = readonly (string | null)[];

const MAX_ROWS = 10_000;
const LONGEST_CELL = 4000;
/** The rows that are stored together. */
const BLOCK = 500;

/** The rows of a sample by its columns, and the quality of each column. */
export type ProfiledSample = { paths: string[]; rows: SampleRow[]; profiles: (ColumnProfile & { path: string })[] };

/** Reduces a sample to the rows and characters that the catalogue stores, and counts the quality of its columns by their native types. */
export function profileSample(
  { columns, rows }: { columns: readonly string[]; rows: readonly SampleRow[] },
  types: ReadonlyMap<string, string>,
  checks: readonly SemanticCheck[],
): ProfiledSample {
  const sample = rows.slice(0, MAX_ROWS).map((row) => row.map((cell) => (cell === null ? null : storable(cell.slice(0, LONGEST_CELL)))));
  const profiles = columns.map((name, index) => ({
    path: storable(name),
    ...profileColumn(
      columnTypeOf(types.get(name) ?? ''),
      sample.map((row) => row[index] ?? null),
      checks,
    ),
  }));
  return { paths: profiles.map(({ path }) => path), rows: sample, profiles };
}

/**
 * Finds a dataset for reading rows of its sample, or refuses. These are data of the connection, so the caller also needs VIEW on its workspace at this
 * moment.
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

/** Deletes the samples of all datasets of a connection. */
export const removeSamplesOf = (tx: Tx, connection: string): Promise<unknown> =>
  tx.rows(sql`
    delete from dataset_sample s
    using dataset d
    where d.id = s.dataset_id
      and d.connection_id = ${connection}`);

/**
 * Replaces the samples of datasets of a connection; without new rows if it does not allow to store them.
 * @rule datasets.sample.allowed
 */
export async function replaceSamples(
  tx: Tx,
  connection: string,
  samples: readonly { dataset: string; paths: readonly string[]; rows: readonly SampleRow[] }[],
): Promise<void> {
  const { keeps } = await tx.only<{ keeps: boolean }>(sql`
    select keeps_samples as keeps
    from catalog_connection
    where connection_id = ${connection}
    for share`);
  await tx.rows(sql`
    delete from dataset_sample
    where dataset_id = any (${samples.map(({ dataset }) => dataset)}::uuid[])`);
  if (!keeps) return;
  const blocks = samples.flatMap(({ dataset, paths, rows }) =>
    Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, number) => ({
      dataset,
      number,
      paths,
      cells: rows.slice(number * BLOCK, (number + 1) * BLOCK),
    })),
  );
  // A parameter of type jsonb is parsed once; rows of json_to_recordset take the database twice as long. The statements are sent without waiting.
  await Promise.all(
    blocks.map(({ dataset, number, paths, cells }) =>
      tx.rows(sql`
        insert into dataset_sample (dataset_id, number, column_paths, cells)
        values (${dataset}, ${number}, ${[...paths]}::text[], ${json(cells)}::jsonb)`),
    ),
  );
}

/** Selects a page of the sample of a dataset; undefined without a sample. */
export const selectSample = (
  tx: Tx,
  dataset: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ columns: string[]; rows: (string | null)[][]; total: number; sampled_at: Date } | undefined> =>
  tx.one(sql`
    select min(s.sampled_at) as sampled_at, sum(jsonb_array_length(s.cells))::integer as total,
           (select f.column_paths
            from dataset_sample f
            where f.dataset_id = ${dataset}
              and f.number = 0) as columns,
           coalesce((
             select json_agg(page.cells order by page.number, page.place)
             from (
               select b.number, row.place, row.cells
               from dataset_sample b
               cross join lateral jsonb_array_elements(b.cells) with ordinality row (cells, place)
               where b.dataset_id = ${dataset}
                 and b.number >= ${Math.floor(offset / BLOCK)}
                 and b.number <= ${Math.floor((offset + limit) / BLOCK)}
                 and b.number * ${BLOCK} + row.place > ${offset}
                 and b.number * ${BLOCK} + row.place <= ${offset + limit}) page), '[]'::json) as rows
    from dataset_sample s
    where s.dataset_id = ${dataset}
    having count(*) > 0`);
