/** The paths that are served, and their methods and error formats, for calls that no operation fits. */
import { UNSERVED_PATHS } from '@millrace/contract';
import type { Feature, Surface } from './feature.ts';

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
      // Most paths differ before the first variable, which a look at their start finds much faster.
      const [start = ''] = routePath.split('{', 1);
      const paths = pathsByLength.get(lengthOf(routePath))?.filter((one) => one.startsWith(start) && isMoreLiteral(one, routePath)) ?? [];
      return paths.length === 0 ? undefined : (path) => paths.some((one) => matchPath(one, path));
    },
  };
}

/** The number of segments of a path. */
const lengthOf = (path: string): number => path.split('/').length;

const VARIABLE = /^\{(\w+)\}$/;

/**
 * Returns the values in a path of the variables of a route; undefined if the path does not fit. A slash at the end is ignored. A path that contains the
 * name of a variable itself, as `/tasks/{taskId}`, gives no value for it.
 */
export function matchPath(routePath: string, path: string): ReadonlyMap<string, string> | undefined {
  const [segments, parts] = [routePath.split('/'), path.replace(/\/$/, '').split('/')];
  if (segments.length !== parts.length) return undefined;
  const variables = new Map<string, string>();
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    const name = VARIABLE.exec(segment)?.[1];
    if (name === undefined ? segment !== part : part === '') return undefined;
    if (name !== undefined && !VARIABLE.test(part)) variables.set(name, part);
  }
  return variables;
}

/** Returns whether each path of one route fits the other route, too, which has a variable where the first one has a literal. */
function isMoreLiteral(routePath: string, other: string): boolean {
  const [segments, others] = [routePath.split('/'), other.split('/')];
  if (segments.length !== others.length) return false;
  let isMore = false;
  for (const [index, segment] of segments.entries()) {
    const variable = isVariable(others[index] ?? '');
    if (isVariable(segment) ? !variable : !variable && segment !== others[index]) return false;
    isMore ||= variable && !isVariable(segment);
  }
  return isMore;
}

const isVariable = (segment: string): boolean => VARIABLE.test(segment);

/**
 * Returns the error format of a request that fits no operation: that of the operations with its path, for any method.
 * A path without operations gets the one of more than half of the operations with its first segment, or `fallback`.
 * Variables need not be valid: the format is needed for refusals of invalid ones, too.
 */
export function pathSurfaces(features: readonly Feature[], fallback: Surface): (url: string) => Surface {
  const served = features.flatMap(({ surface, endpoints }) => endpoints.map(({ route }) => ({ surface, route })));
  const bySegment = Map.groupBy(served, ({ route }) => route.split('/')[1] ?? '');
  const sections = new Map([...bySegment].map(([segment, all]) => [segment, majorityOf(all.map(({ surface }) => surface))]));
  return (url) => {
    const path = url.replace(/\?.*$/s, '');
    return (
      served.find(({ route }) => matchPath(route.slice(route.indexOf(' ') + 1), path))?.surface ??
      sections.get(path.split('/')[1] ?? '') ??
      fallback
    );
  };
}

function majorityOf(surfaces: readonly Surface[]): Surface | undefined {
  const forms = [...Map.groupBy(surfaces, formOf).values()];
  return forms.find((same) => same.length * 2 > surfaces.length)?.[0];
}

/** The body with which a surface refuses an unknown path. Surfaces with equal bodies count as the same. */
const formOf = (surface: Surface): string => JSON.stringify(surface({ status: 404, code: 'route_unknown', message: '' }, ''));
