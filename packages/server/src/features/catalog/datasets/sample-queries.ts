/** The SQL statements about samples: rows in blocks, so that a page of a large sample is read without the rest. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';

/** A row: texts and nulls in the order of the columns. */
export type SampleRow = readonly (string | null)[];

const BLOCK = 500;

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
