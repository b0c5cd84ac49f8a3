/** The pages of plans. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

/** The filters of the list of plans. */
export type PlanFilters = { name?: string | undefined; workspace?: string | undefined; task?: string | undefined };

/** The list of plans. */
export const plansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans',
  validateSearch: (search: RawSearch): PlanFilters => ({
    name: textIn(search, 'name'),
    workspace: textIn(search, 'workspace'),
    task: textIn(search, 'task'),
  }),
  component: lazyRouteComponent(() => import('./plans-page.tsx'), 'PlansPage'),
});

/** A new plan. */
export const newPlanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/new',
  component: lazyRouteComponent(() => import('./new-plan-page.tsx'), 'NewPlanPage'),
});

/** One plan; with `edit`, its editor. */
export const planRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans/$planId',
  validateSearch: (search: RawSearch): { edit?: 'yes' | undefined } => ({ edit: wordIn(search, 'edit', ['yes']) }),
  component: lazyRouteComponent(() => import('./plan-page.tsx'), 'PlanPage'),
});
