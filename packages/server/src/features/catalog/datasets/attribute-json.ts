/** The JSON of custom attributes and their values. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { AttributeRow, DatasetAttributeRow } from './attribute-rows.ts';

/**
 * Converts a definition; the full names of its authors are shown when metadata is asked for.
 * @rule datasets.attribute.author
 */
export const toAttributeJson = (row: AttributeRow, hasMetadata: boolean): Schema<'AttributeDefinition'> => ({
  id: row.id,
  label: row.label,
  type: row.type,
  ...(row.type === 'enum' && { values: row.choices }),
  defaults: row.defaults,
  mandatory: row.mandatory,
  businessId: row.business_id,
  category: 'custom',
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
  createdBy: { id: row.created_by, ...(hasMetadata && presentFields({ userName: row.creator })) },
  updatedBy: { id: row.updated_by, ...(hasMetadata && presentFields({ userName: row.changer })) },
  ...presentFields({ description: row.description }),
});

/**
 * Converts an attribute of a dataset.
 * @rule datasets.attribute.default
 */
export function toDatasetAttributeJson(row: DatasetAttributeRow): Schema<'DatasetAttribute'> {
  const { id, label, business_id: businessId, defaults } = row;
  const values = row.values ?? defaults;
  return { id, label, category: 'custom', values, isDefault: JSON.stringify(values) === JSON.stringify(defaults), businessId };
}
