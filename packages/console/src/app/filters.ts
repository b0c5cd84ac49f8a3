/** The filters of a page: the search parameters of its address, apart from the environment. */
import { useNavigate, useSearch, type RegisteredRouter, type RouteById, type RouteIds } from '@tanstack/react-router';

/** The address of a page, as the router names it. */
type PageAddress = RouteIds<RegisteredRouter['routeTree']>;

/** The filters of a page. */
type FiltersOf<Address extends PageAddress> = Omit<
  RouteById<RegisteredRouter['routeTree'], Address>['types']['fullSearchSchema'],
  'environment'
>;

/** The filters whose values are texts or words. */
type Choosable<Filters> = { [Name in keyof Filters]: NonNullable<Filters[Name]> extends string ? Name : never }[keyof Filters];

/** The filters of a page, and the functions that change them. */
type Filtering<Filters> = {
  filters: Filters;
  /** Whether there is a filter. */
  isFiltered: boolean;
  /** Changes filters; undefined removes one. The entry of the history is replaced, so that one step back leaves the page. */
  change: (changed: Partial<Filters>) => void;
  /** Removes all filters. */
  clear: () => void;
  /** The properties of a field in which a filter is typed. */
  typed: <Name extends Choosable<Filters>>(name: Name) => { value: string; onChange: (text: string) => void };
  /** The properties of a field in which a filter is chosen. */
  chosen: <Name extends Choosable<Filters>>(name: Name) => { value: Filters[Name]; onChange: (value: Filters[Name]) => void };
};

/** The filters of the page at an address: `useFilters('/tasks')`. Each change of a filter also sets `resets`. */
export function useFilters<const Address extends PageAddress>(
  address: Address,
  resets?: Partial<FiltersOf<Address>>,
): Filtering<FiltersOf<Address>> {
  type Filters = FiltersOf<Address>;
  const { environment, ...rest } = useSearch({ from: address as '/' }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate({ from: address as '/' });
  const filters = rest as Filters;
  // The page stays where it is: a list with another result begins at its top by itself.
  const change = (changed: Partial<Filters>): void =>
    void navigate({ search: (search) => ({ ...search, ...resets, ...changed }), replace: true, resetScroll: false });
  return {
    filters,
    isFiltered: Object.values(rest).some((value) => value !== undefined),
    change,
    clear: () => void navigate({ search: { environment: environment as string | undefined }, replace: true, resetScroll: false }),
    typed: (name) => ({
      value: (filters[name] as string | undefined) ?? '',
      onChange: (text) => change({ [name]: text || undefined } as Partial<Filters>),
    }),
    chosen: (name) => ({ value: filters[name], onChange: (value) => change({ [name]: value } as unknown as Partial<Filters>) }),
  };
}
