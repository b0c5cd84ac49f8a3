/** The pages of artifacts. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The filters of the list of artifacts. */
export type ArtifactFilters = { name?: string | undefined; workspace?: string | undefined };

/** The list of artifacts. */
export const artifactsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/artifacts',
  validateSearch: (search: RawSearch): ArtifactFilters => ({ name: textIn(search, 'name'), workspace: textIn(search, 'workspace') }),
  component: lazyRouteComponent(() => import('./artifacts-page.tsx'), 'ArtifactsPage'),
});

/** Publishes a bundle, and links to the creation of a task that runs it. */
export const publishRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/artifacts/publish',
  validateSearch: (search: RawSearch): { workspace?: string | undefined } => ({ workspace: textIn(search, 'workspace') }),
  component: lazyRouteComponent(() => import('./publish-page.tsx'), 'PublishPage'),
});

/** The version of an artifact that is shown; without one, the newest. */
export type VersionSearch = { version?: string | undefined };

/** One artifact with its versions. */
export const artifactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/artifacts/$artifactId',
  validateSearch: (search: RawSearch): VersionSearch => ({ version: textIn(search, 'version') }),
  component: lazyRouteComponent(() => import('./artifact-page.tsx'), 'ArtifactPage'),
});
