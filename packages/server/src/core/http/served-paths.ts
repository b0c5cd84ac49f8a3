/** The paths that are served, and their methods, for calls that no operation fits. */
import { UNSERVED_PATHS } from '@millrace/contract';
import type { Feature } from './feature.ts';
import { isMoreLiteral, matchPath } from './route-match.ts';

/** What is served at paths. */
export type ServedPaths = {
  /** The methods of a path: none if nothing is served there. */
  methodsOf(path: string): string[];
  /** Returns the check that a path, although it fits a route, is the literal path of other operations, or one that is not served. */
  literalsBeside(routePath: string): ((path: string) => boolean) | undefined;
};

/**
 * Collects the paths of features. A literal path takes precedence over a variable one for all methods: `/users/me` is never a user with the id `me`.
 * @rule requests.method.other
 * @rule requests.path.literal
 */
export function servedPaths(features: readonly Feature[]): ServedPaths {
  const served = features
    .flatMap(({ endpoints, pages }) => [
      ...endpoints.map(({ route, allow }) => ({ route, hasHead: allow === 'public' })),
      ...(pages?.routes ?? []).map(({ route }) => ({ route, hasHead: false })),
    ])
    .map(({ route, hasHead }) => {
      const [method = '', routePath = ''] = route.split(' ');
      return { routePath, methods: method === 'GET' && hasHead ? ['GET', 'HEAD'] : [method] };
    });
  const routes = [...served, ...UNSERVED_PATHS.map((routePath) => ({ routePath, methods: [] }))];
  const pathsByLength = Map.groupBy(new Set(routes.map(({ routePath }) => routePath)), lengthOf);
  return {
    methodsOf: (path) => {
      const fitting = routes.filter(({ routePath }) => matchPath(routePath, path));
      const literal = fitting.filter((one) => !fitting.some((other) => isMoreLiteral(other.routePath, one.routePath)));
      return [...new Set(literal.flatMap(({ methods }) => methods))].toSorted();
    },
    literalsBeside: (routePath) => {
      const paths = pathsByLength.get(lengthOf(routePath))?.filter((one) => isMoreLiteral(one, routePath)) ?? [];
      return paths.length === 0 ? undefined : (path) => paths.some((one) => matchPath(one, path));
    },
  };
}

/** The number of segments of a path. */
const lengthOf = (path: string): number => path.split('/').length;
