/** Samples with their quality, which is counted before the transaction that writes them. */
import { storable } from '../../../core/database/sql.ts';
import { profileColumn, type ColumnProfile, type SemanticCheck } from '../semantic-types/index.ts';
import { columnTypeOf } from './column-types.ts';
import type { SampleRow } from './sample-queries.ts';

const MAX_ROWS = 10_000;
const LONGEST_CELL = 4000;

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
