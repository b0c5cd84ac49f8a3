/** The JSON of datasets and their columns. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { entitlementsOf, LEVELS, OWNER_LEVEL } from '../../sharing/sharing/index.ts';
import { connectionTypeOf } from '../catalog-connections/index.ts';
import type { ColumnRow } from './column-rows.ts';
import type { DatasetRow } from './rows.ts';
import { axesText } from './trust-axes.ts';

type Counts = { quality_invalid: number | null; quality_empty: number | null; quality_valid: number | null };

/**
 * Converts the numbers of values; without a sample there are no numbers.
 * @rule datasets.quality.sample
 */
function toQualityJson(counts: Counts): Schema<'DatasetQuality'> | null {
  const { quality_invalid: invalid, quality_empty: empty, quality_valid: valid } = counts;
  if (invalid === null || empty === null || valid === null) return null;
  return { '-1': invalid, '0': empty, '1': valid, total: invalid + empty + valid };
}

/** The entitlements of each level as JSON. */
const ENTITLEMENTS = LEVELS.map(({ order }) => JSON.stringify(entitlementsOf('dataset', order)));

/** Builds the text of a dataset: the stored part, which is not parsed, with the fields that depend on the caller or on other tables. */
function datasetText(row: DatasetRow): string {
  const { label: typeLabel, icon } = connectionTypeOf(row.type_id);
  const { connection_id: id, connection_label: label, type_id: type } = row;
  const datastore = { id, label, type, typeLabel, icon, ...presentFields({ cloudAgentId: row.engine_id }) };
  const fields = [
    row.common_json.slice(0, -1),
    `"entitlements":${ENTITLEMENTS[row.level - 1]}`,
    `"datastore":${JSON.stringify(datastore)}`,
    `"rating":${row.rating ?? '{}'}`,
    `"favorite":${row.favorite}`,
    `"sharing":{"isOwner":${row.level === OWNER_LEVEL},"isSharedWithOthers":${row.shared}}`,
  ];
  if (row.creator !== null) fields.push(`"creator":${JSON.stringify(row.creator)}`);
  if (row.trust_axes !== null) fields.push(`"trustScoreAxes":${axesText(row.trust_axes)}`);
  return `${fields.join(',')}}`;
}

/** Converts rows to the bytes of a list, row by row: one long text would be copied several times, and takes three times as long. */
export function toDatasetsJson(rows: readonly DatasetRow[]): Buffer {
  const texts = rows.map((row, index) => Buffer.from(`${index === 0 ? '' : ','}${datasetText(row)}`));
  return Buffer.concat([Buffer.from('['), ...texts, Buffer.from(']')]);
}

/** Converts a row. */
export const toDatasetJson = (row: DatasetRow): Schema<'Dataset'> => JSON.parse(datasetText(row)) as Schema<'Dataset'>;

/** Converts a column. */
export const toColumnJson = (row: ColumnRow): Schema<'ColumnDescription'> => ({
  path: row.path,
  description: row.description ?? '',
  type: row.type,
  primaryKey: row.is_key,
  ...presentFields({
    nativeType: row.native_type,
    nullable: row.is_nullable,
    comment: row.comment,
    semanticType: row.semantic_type,
    quality: toQualityJson(row),
  }),
});
