/** Chooses the error format of a request that fits no operation: that of the operations with this path, for any method. */
import type { Feature, Surface } from './feature.ts';

/**
 * Returns the surface of a path. A path without operations gets the one of more than half of the operations with its first segment, or `fallback`.
 */
export function pathSurfaces(features: readonly Feature[], fallback: Surface): (url: string) => Surface {
  const served = features.flatMap(({ surface, endpoints }) => endpoints.map(({ route }) => ({ surface, route })));
  const bySegment = Map.groupBy(served, ({ route }) => route.split('/')[1] ?? '');
  const sections = new Map([...bySegment].map(([segment, all]) => [segment, majorityOf(all.map(({ surface }) => surface))]));
  const known = features.flatMap(({ surface, endpoints }) => endpoints.map(({ route }) => ({ surface, fits: patternOf(route) })));
  return (url) => {
    const path = url.replace(/\?.*$/s, '');
    return known.find(({ fits }) => fits.test(path))?.surface ?? sections.get(path.split('/')[1] ?? '') ?? fallback;
  };
}

function majorityOf(surfaces: readonly Surface[]): Surface | undefined {
  const forms = [...Map.groupBy(surfaces, formOf).values()];
  return forms.find((same) => same.length * 2 > surfaces.length)?.[0];
}

/** The body with which a surface refuses an unknown path. Surfaces with equal bodies count as the same. */
const formOf = (surface: Surface): string => JSON.stringify(surface({ status: 404, code: 'route_unknown', message: '' }, ''));

/** Matches any text in place of a variable, because the surface is also needed for paths with invalid variables. */
function patternOf(route: string): RegExp {
  const path = route.slice(route.indexOf(' ') + 1);
  return new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}
