/** Semantic types: meanings of values, by which the quality of datasets is counted. */
import type { Tx } from '../../../core/database/db.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../core/http/surfaces/catalog.ts';
import { BUILT_IN_TYPES, foldCase, type SemanticCheck } from './built-in-types.ts';
import { createSemanticType } from './create-semantic-type.ts';
import { deleteSemanticType } from './delete-semantic-type.ts';
import { listSemanticTypes } from './list-semantic-types.ts';
import { selectSemanticTypes } from './queries.ts';
import { checkOf, nameTaken } from './rules.ts';

export type { SemanticCheck } from './built-in-types.ts';
export { countValues, profileColumn, type ColumnProfile, type ColumnQuality } from './profile.ts';

/** Reads the types of a tenant, ready to check values. */
export const semanticChecks = async (tx: Tx, tenant: string): Promise<SemanticCheck[]> =>
  (await selectSemanticTypes(tx, tenant)).map(checkOf);

/** Finds a type of the tenant or a built-in one by its name, in any letter case. */
export const semanticTypeNamed = async (tx: Tx, tenant: string, name: string): Promise<SemanticCheck | undefined> =>
  [...BUILT_IN_TYPES, ...(await semanticChecks(tx, tenant))].find((one) => foldCase(one.name) === foldCase(name));

/** The endpoints of semantic types. */
export const semanticTypes: Feature = {
  surface: catalogErrors,
  endpoints: [listSemanticTypes, createSemanticType, deleteSemanticType],
  constraints: {
    /** @rule semantic-types.create.name */
    semantic_type_name_once: nameTaken,
  },
};
