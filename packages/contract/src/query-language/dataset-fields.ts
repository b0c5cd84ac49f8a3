/** The fields of datasets in queries. */

/** The type of the values of a field. */
export type QueryFieldType = 'text' | 'number' | 'boolean';

/** The fields with their types, by their names in the answers. Each custom attribute is a field, too: `attributes.<businessId>`. */
export const DATASET_QUERY_FIELDS = {
  id: 'text',
  label: 'text',
  description: 'text',
  technicalName: 'text',
  tags: 'text',
  certification: 'text',
  enabled: 'boolean',
  version: 'number',
  datastoreId: 'text',
  'datastore.id': 'text',
  'datastore.label': 'text',
  'datastore.type': 'text',
  'datastore.typeLabel': 'text',
  'datastore.cloudAgentId': 'text',
  owner: 'text',
  creator: 'text',
  'createdBy.id': 'text',
  'updatedBy.id': 'text',
  'rating.global': 'number',
  'rating.contributors': 'number',
  draft: 'boolean',
  nested: 'boolean',
  favorite: 'boolean',
  'sharing.isOwner': 'boolean',
  trustScore: 'number',
  'talendGlobalQuality.1': 'number',
  'talendGlobalQuality.0': 'number',
  'talendGlobalQuality.invalid': 'number',
  'talendGlobalQuality.total': 'number',
  created: 'number',
  updated: 'number',
  'columns.path': 'text',
  'columns.description': 'text',
  'columns.comment': 'text',
  'columns.type': 'text',
  'columns.semanticType': 'text',
  attributes: 'text',
} as const satisfies Readonly<Record<string, QueryFieldType>>;

/** The name of a field of datasets. */
export type DatasetQueryField = keyof typeof DATASET_QUERY_FIELDS;
