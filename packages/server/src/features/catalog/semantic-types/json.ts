/** The JSON of semantic types. */
import type { Schema } from '@millrace/contract';
import type { SemanticCheck } from './built-in-types.ts';
import type { SemanticTypeRow } from './rows.ts';

/** Converts a type of a tenant. */
export const toSemanticTypeJson = ({ id, name, description, kind, expression, words }: SemanticTypeRow): Schema<'SemanticType'> => ({
  id,
  name,
  kind,
  ...(description !== null && { description }),
  ...(expression !== null && { expression }),
  ...(words !== null && { words }),
});

/** Converts a built-in type. */
export const toBuiltInTypeJson = ({ name, description }: SemanticCheck): Schema<'SemanticType'> => ({
  name,
  description,
  kind: 'BUILT_IN',
});
