/** Semantic types: meanings of values, by which the quality of datasets is counted. */
import type { Tx } from '../../../core/database/db.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../core/http/surfaces/catalog.ts';
import type { SemanticCheck } from './built-in-types.ts';
import { createSemanticType } from './create-semantic-type.ts';
import { deleteSemanticType } from './delete-semantic-type.ts';
import { listSemanticTypes } from './list-semantic-types.ts';
import { selectSemanticTypes } from './queries.ts';
import { checkOf, nameTaken } from './rules.ts';

export type { SemanticCheck } from './built-in-types.ts';
export { profileColumn, type ColumnProfile } from './profile.ts';

/** Reads the types of a tenant, ready to check values. */
export const semanticChecks = async (tx: Tx, tenant: string): Promise<SemanticCheck[]> =>
  (await selectSemanticTypes(tx, tenant)).map(checkOf);

/** The endpoints of semantic types. */
export const semanticTypes: Feature = {
  surface: catalogErrors,
  endpoints: [listSemanticTypes, createSemanticType, deleteSemanticType],
  constraints: {
    /** @rule semantic-types.create.name */
    semantic_type_name_once: nameTaken,
  },
};
