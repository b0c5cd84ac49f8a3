/** The methods with which paths are served, for calls with another method. */
import type { Feature } from './feature.ts';
import { matchPath } from './route-match.ts';

/**
 * Returns a function that lists the methods of a path: none if nothing is served there.
 * @rule requests.method.other
 */
export function servedMethods(features: readonly Feature[]): (path: string) => string[] {
  const routes = features
    .flatMap(({ endpoints, pages }) => [
      ...endpoints.map(({ route, allow }) => ({ route, hasHead: allow === 'public' })),
      ...(pages?.routes ?? []).map(({ route }) => ({ route, hasHead: false })),
    ])
    .map(({ route, hasHead }) => {
      const [method = '', routePath = ''] = route.split(' ');
      return { routePath, methods: method === 'GET' && hasHead ? ['GET', 'HEAD'] : [method] };
    });
  return (path) => [...new Set(routes.filter(({ routePath }) => matchPath(routePath, path)).flatMap(({ methods }) => methods))].toSorted();
}
