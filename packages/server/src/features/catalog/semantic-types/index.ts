/** Semantic types: meanings of values, by which the quality of datasets is counted. */
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { semanticTypeNameFault } from './rules.ts';

export type { SemanticCheck } from './built-in-types.ts';
export { countValues, profileColumn, type ColumnProfile, type ColumnQuality } from './profile.ts';
export { semanticChecks, semanticTypeNamed } from './rows.ts';

/** The endpoints of semantic types. */
export const semanticTypes: Feature = {
  surface: catalogErrors,
  endpoints: Object.values(operations),
  constraints: {
    /** @rule semantic-types.create.name */
    semantic_type_name_once: semanticTypeNameFault,
  },
};
