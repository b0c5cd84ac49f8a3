/** The query language of the catalogue: `serviceQlQuery`. */
export { compileQuery, type QueryField, type QuerySource } from './compile-query.ts';
