/** The query language of the catalogue (`serviceQlQuery`): its parser, the completion of a text, and the fields of datasets. */
export { completeQuery, type QueryCompletion } from './complete-query.ts';
export { DATASET_QUERY_FIELDS, type DatasetQueryField, type QueryFieldType } from './dataset-fields.ts';
export {
  parseQuery,
  type CompareOperator,
  type QueryCondition,
  type QueryLiteral,
  type QueryNode,
  type QueryTarget,
  type TextOperator,
} from './parse-query.ts';
export { positionInQuery, QueryError, shortenQuery } from './query-error.ts';
