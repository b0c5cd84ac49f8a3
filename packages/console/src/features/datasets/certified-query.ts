/** The query of the list of datasets together with its filter by certification. */
import { parseQuery } from '@millrace/contract/query-language';
import type { DatasetFilters } from './routes.ts';

/** What the server gets, and by how many characters the query of the person begins later in it. */
export type SentQuery = { text: string | undefined; shift: number };

/** Adds the condition, behind the query, so that the server names places in the query of the person. Only a query with `or` needs parentheses. */
export function certifiedQuery({ query, certification }: Pick<DatasetFilters, 'query' | 'certification'>): SentQuery {
  if (certification === undefined) return { text: query, shift: 0 };
  const condition = `certification = '${certification}'`;
  if (query === undefined || query.trim() === '') return { text: condition, shift: 0 };
  try {
    return parseQuery(query).kind === 'or'
      ? { text: `(${query}) and ${condition}`, shift: 1 }
      : { text: `${query} and ${condition}`, shift: 0 };
  } catch {
    // The server says what is wrong with it.
    return { text: query, shift: 0 };
  }
}
