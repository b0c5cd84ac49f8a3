/** The JSON of datasets and their columns. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { entitlementsOf, OWNER_LEVEL } from '../../sharing/sharing/index.ts';
import { connectionTypeOf } from '../catalog-connections/index.ts';
import type { ColumnRow } from './column-rows.ts';
import type { DatasetRow } from './rows.ts';
import { toAxesJson } from './trust-axes.ts';

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

/** Converts the average of the ratings; without a rating it is empty. */
export const toRatingJson = ({ contributors, global }: DatasetRow['rating']): Schema<'RatingInfo'> =>
  global === null ? {} : { contributors, global };

/** Converts a row. */
export const toDatasetJson = (row: DatasetRow): Schema<'Dataset'> => {
  const { label: typeLabel, icon } = connectionTypeOf(row.type_id);
  return {
    id: row.id,
    label: row.label,
    technicalName: row.technical_name,
    tags: row.tags,
    certification: row.certification,
    entitlements: entitlementsOf('dataset', row.level),
    enabled: row.enabled,
    version: row.version,
    datastoreId: row.connection_id,
    datastore: {
      id: row.connection_id,
      label: row.connection_label,
      type: row.type_id,
      typeLabel,
      icon,
      ...presentFields({ cloudAgentId: row.engine_id }),
    },
    properties: row.properties,
    owner: row.owner_id,
    rating: toRatingJson(row.rating),
    draft: row.is_draft,
    favorite: row.favorite,
    nested: row.is_nested,
    sharing: { isOwner: row.level === OWNER_LEVEL, isSharedWithOthers: row.shared },
    created: row.created_at.getTime(),
    updated: String(row.updated_at.getTime()),
    createdBy: { id: row.created_by },
    updatedBy: { id: row.updated_by },
    ...(row.certified_by !== null && { certifiedBy: { id: row.certified_by } }),
    ...(row.trust_axes !== null && { trustScoreAxes: toAxesJson(row.trust_axes) }),
    ...presentFields({
      description: row.description,
      creator: row.creator,
      talendGlobalQuality: toQualityJson(row),
      trustScore: row.trust_score,
      certifiedAt: row.certified_at?.toISOString(),
      vanishedAt: row.vanished_at?.toISOString(),
    }),
  };
};

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
