/** The form of a refusal where no operation was found: that of the operations below the path, for any method. */
import type { Feature, Surface } from './feature.ts';

/**
 * Returns the surface of a path. A path without operations has that of all operations with the same first segment, and `fallback` if these would refuse it
 * in several forms.
 */
export function pathSurfaces(features: readonly Feature[], fallback: Surface): (url: string) => Surface {
  const sections = new Map<string, Surface | undefined>();
  for (const { surface, endpoints } of features)
    for (const { route } of endpoints) {
      const segment = route.split('/')[1] ?? '';
      sections.set(segment, sections.has(segment) && formOf(sections.get(segment)) !== formOf(surface) ? undefined : surface);
    }
  const known = features.flatMap(({ surface, endpoints }) => endpoints.map(({ route }) => ({ surface, fits: patternOf(route) })));
  return (url) => {
    const path = url.replace(/\?.*$/s, '');
    return known.find(({ fits }) => fits.test(path))?.surface ?? sections.get(path.split('/')[1] ?? '') ?? fallback;
  };
}

/** How a surface refuses an unknown path. */
const formOf = (surface: Surface | undefined): string => JSON.stringify(surface?.({ status: 404, code: 'route_unknown', message: '' }, ''));

/** A variable of the path may hold anything here: a path is asked for when one of them cannot be read. */
function patternOf(route: string): RegExp {
  const path = route.slice(route.indexOf(' ') + 1);
  return new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}
