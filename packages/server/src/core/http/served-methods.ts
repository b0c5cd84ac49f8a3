/** The methods with which paths are served, for calls with another method. */
import type { Feature } from './feature.ts';

/**
 * Returns a function that lists the methods of a path: none if nothing is served there.
 * @rule requests.method.other
 */
export function servedMethods(features: readonly Feature[]): (path: string) => string[] {
  const routes = features
    .flatMap(({ endpoints, pages }) => [...endpoints, ...(pages?.routes ?? [])])
    .map(({ route }) => {
      const [method = '', path = ''] = route.split(' ');
      return { method, pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) };
    });
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].toSorted();
}
