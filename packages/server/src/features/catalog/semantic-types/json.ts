/** The JSON of semantic types. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { SemanticCheck } from './built-in-types.ts';
import type { SemanticTypeRow } from './rows.ts';

/** Converts a type of a tenant to JSON. */
export const toSemanticTypeJson = ({ id, name, description, kind, expression, words }: SemanticTypeRow): Schema<'SemanticType'> => ({
  id,
  name,
  kind,
  ...presentFields({ description, expression, words }),
});

/** Converts a built-in type to JSON. */
export const toBuiltInTypeJson = ({ name, description }: SemanticCheck): Schema<'SemanticType'> => ({
  name,
  description,
  kind: 'BUILT_IN',
});
