import { entriesOf, valueAt } from '../../output.ts';

/** A query: the texts of each name. */
export type Query = Record<string, string[]>;

/** The number of entries of a full page in the lists with numbered pages. */
const FULL_PAGE = 100;

/**
 * Returns the query of the page after `answer`; undefined if there is none. Lists of the API name the next page in a link or as `nextIndex`, give the
 * number of all entries (`total`, in SCIM `totalResults`), or are bare arrays with numbered pages. Only the query of a link is used, never its server.
 */
export function nextPage(query: Query, answer: unknown): Query | undefined {
  const numberOf = (field: string): number | undefined => {
    const value = valueAt(answer, field);
    return typeof value === 'number' ? value : undefined;
  };
  const requested = (field: string, fallback: number): number => Number(query[field]?.[0] ?? fallback);
  const queryWith = (field: string, value: number): Query => ({ ...query, [field]: [String(value)] });

  const href = valueAt(valueAt(valueAt(answer, 'links'), 'next'), 'href');
  if (typeof href === 'string') {
    const { searchParams } = new URL(href, 'http://localhost');
    return { ...query, ...Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)])) };
  }
  const index = numberOf('nextIndex');
  if (index !== undefined) return queryWith('startIndex', index);

  const count = entriesOf(answer)?.length ?? 0;
  if (count === 0) return undefined;
  if (Array.isArray(answer)) return count < FULL_PAGE ? undefined : queryWith('page', requested('page', 1) + 1);
  const [field, first, total] =
    numberOf('totalResults') === undefined
      ? (['offset', numberOf('offset') ?? requested('offset', 0), numberOf('total') ?? 0] as const)
      : (['startIndex', numberOf('startIndex') ?? requested('startIndex', 1), (numberOf('totalResults') ?? 0) + 1] as const);
  return first + count < total ? queryWith(field, first + count) : undefined;
}
