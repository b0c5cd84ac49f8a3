/** The rules of semantic types. */
import type { Schema } from '@millrace/contract';
import { compileRegex } from '../../../core/base/linear-regex.ts';
import { conflict, invalid, type Problem } from '../../../core/base/problem.ts';
import { BUILT_IN_TYPES, foldCase } from './built-in-types.ts';

/** The largest compiled regular expression, in steps. */
const MAX_STEPS = 2000;
const MAX_TYPES = 200;

/**
 * A type has the expression or the words that its kind needs, and nothing else.
 * @rule semantic-types.create.kind
 */
export function requirePartsOfKind({ kind, expression, words }: Schema<'CreateSemanticTypeRequest'>): void {
  const [wanted, other] = kind === 'REGEX' ? ['expression', words] : ['words', expression];
  const missing = kind === 'REGEX' ? expression === undefined : words === undefined;
  if (missing) throw invalid('malformed_request', `A type of the kind ${kind} needs "${wanted}": send it.`);
  if (other !== undefined)
    throw invalid('malformed_request', `A type of the kind ${kind} has only "${wanted}": leave out the other field.`);
}

/**
 * Compiles the regular expression of a caller, or refuses it. It must match a whole value.
 * @rule semantic-types.create.expression
 */
export const wholeValueMatcher = (expression: string): ((text: string) => boolean) =>
  compileRegex(expression, { matches: 'whole', mostSteps: MAX_STEPS }, (fault) => {
    if (fault.is === 'malformed')
      return invalid('malformed_expression', `"expression" is not a regular expression in RE2 syntax: ${fault.message}`);
    return invalid('malformed_expression', '"expression" repeats too much: use smaller numbers in { }.');
  });

/**
 * The name of a type is not that of a built-in one.
 * @rule semantic-types.create.name
 */
export function requireCustomType(name: string): void {
  if (BUILT_IN_TYPES.some((one) => foldCase(one.name) === foldCase(name))) throw semanticTypeNameFault();
}

/** The refusal of a name that another type has. */
export const semanticTypeNameFault = (): Problem =>
  conflict('semantic_type_name_taken', 'There is a semantic type of that name: choose another name.');

/**
 * A tenant has at most 200 types of its own, because each one costs time for each column.
 * @rule semantic-types.create.room
 */
export function requireRoomForType(count: number): void {
  if (count >= MAX_TYPES) throw conflict('too_many_semantic_types', `A tenant has at most ${MAX_TYPES} semantic types: delete one first.`);
}
