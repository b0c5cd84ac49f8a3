/** The order of lists that are read whole and that people know by their names. */
import type { Route } from '@millrace/contract';
import { nameOrder } from '../text/formats.ts';
import type { Language } from '../text/languages.ts';

/** The server sorts these lists by name as text, and answers with all rows. */
const NAMED_LISTS: ReadonlySet<Route> = new Set<Route>([
  'GET /account/service-accounts',
  'GET /connections',
  'GET /connections/crawlers',
  'GET /orchestration/environments',
  'GET /orchestration/executables/promotions',
  'GET /orchestration/workspaces',
  'GET /processing/runtimes/dynamic-engines',
  'GET /processing/runtimes/remote-engine-clusters',
  'GET /processing/runtimes/remote-engines',
  'GET /security/role-mappings',
]);

/** The server sorts these lists by name as text, too, and answers with pages. Only who has all rows can sort them in another order. */
export const NAMED_PAGES: ReadonlySet<Route> = new Set<Route>([
  'GET /account/groups',
  'GET /account/roles',
  'GET /orchestration/artifacts',
  'GET /orchestration/connections',
  'GET /orchestration/executables/plans',
  'GET /orchestration/projects',
  'GET /orchestration/resources',
  'POST /orchestration/executables/tasks/search',
]);

/** A row with its name, or its label. */
export type NamedRow = { name?: string; label?: string; environment?: { name?: string } };

/** Sorts rows by name, as people of a language do; those of several environments by the environment first. */
export function sortedByName<Row extends NamedRow>(rows: readonly Row[], language: Language): Row[] {
  const compare = nameOrder(language);
  const nameOf = ({ name, label = '' }: NamedRow): string => name ?? label;
  const environmentOf = ({ environment }: NamedRow): string => environment?.name ?? '';
  return rows.toSorted((one, other) => compare(environmentOf(one), environmentOf(other)) || compare(nameOf(one), nameOf(other)));
}

type Sorter<Body> = (body: Body) => Body;
const sorters = new Map<Language, Sorter<unknown>>();

/** Returns the function that sorts the answer of a route by name, the same one for each read; undefined for a list in another order. */
export function sorterOf<Body>(route: Route, language: Language): Sorter<Body> | undefined {
  if (!NAMED_LISTS.has(route)) return undefined;
  const cached =
    sorters.get(language) ??
    ((body) => {
      const named = body as readonly NamedRow[] | { data: readonly NamedRow[] };
      return ('data' in named ? { ...named, data: sortedByName(named.data, language) } : sortedByName(named, language)) as unknown;
    });
  sorters.set(language, cached);
  return cached as Sorter<Body>;
}
