/** The pages of dynamic-engine environments. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

/** The statuses by which the list can be filtered. */
export const ENVIRONMENT_STATUSES = [
  'NOT_ASSIGNED',
  'SET_UP_REQUIRED',
  'READY',
  'NOT_READY',
] as const satisfies readonly Schema<'DEEnvironmentStatus'>[];

/** The filters of the list. */
export type DynamicEnvironmentFilters = { name?: string | undefined; status?: Schema<'DEEnvironmentStatus'> | undefined };

/** The list of dynamic-engine environments. */
export const dynamicEnvironmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/dynamic-engine-environments',
  validateSearch: (search: RawSearch): DynamicEnvironmentFilters => ({
    name: textIn(search, 'name'),
    status: wordIn(search, 'status', ENVIRONMENT_STATUSES),
  }),
  component: lazyRouteComponent(() => import('./dynamic-environments-page.tsx'), 'DynamicEnvironmentsPage'),
});

/** One dynamic-engine environment. */
export const dynamicEnvironmentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/dynamic-engine-environments/$environmentId',
  component: lazyRouteComponent(() => import('./dynamic-environment-page.tsx'), 'DynamicEnvironmentPage'),
});
