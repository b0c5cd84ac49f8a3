/** The pages of projects. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The list of projects. */
export const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/projects',
  validateSearch: (search: RawSearch): { name?: string | undefined } => ({ name: textIn(search, 'name') }),
  component: lazyRouteComponent(() => import('./projects-page.tsx'), 'ProjectsPage'),
});

/** One project. */
export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/projects/$projectId',
  component: lazyRouteComponent(() => import('./project-page.tsx'), 'ProjectPage'),
});
