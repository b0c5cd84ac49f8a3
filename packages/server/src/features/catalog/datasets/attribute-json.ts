/** The JSON of custom attributes. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/base/present-fields.ts';
import type { AttributeRow, DatasetAttributeRow } from './attribute-queries.ts';

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
export function toDatasetAttributeJson({
  id,
  label,
  business_id: businessId,
  values,
  defaults,
}: DatasetAttributeRow): Schema<'DatasetAttribute'> {
  const shown = values ?? defaults;
  return { id, label, category: 'custom', values: shown, isDefault: JSON.stringify(shown) === JSON.stringify(defaults), businessId };
}
