/** Combines the query that a person types with the filter by certification, because the API has one query for both. */
import { parseQuery } from '@millrace/contract/query-language';
import type { DatasetFilters } from './routes.ts';

/** The query for the server; `shift` is the position at which the typed query begins in it, in characters. */
export type SentQuery = { text: string | undefined; shift: number };

/** Adds the condition behind the typed query, so that the error positions of the server fit the typed query. Only `or` needs parentheses. */
export function certifiedQuery({ query, certification }: Pick<DatasetFilters, 'query' | 'certification'>): SentQuery {
  if (certification === undefined) return { text: query, shift: 0 };
  const condition = `certification = '${certification}'`;
  if (query === undefined || query.trim() === '') return { text: condition, shift: 0 };
  try {
    return parseQuery(query).kind === 'or'
      ? { text: `(${query}) and ${condition}`, shift: 1 }
      : { text: `${query} and ${condition}`, shift: 0 };
  } catch {
    // The server refuses the invalid query and reports the error.
    return { text: query, shift: 0 };
  }
}
