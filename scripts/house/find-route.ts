/** Finds operations by any spelling of their path: with variables, real ids, an address in front or a query behind, with or without the method. */

const METHOD = /^(GET|POST|PUT|PATCH|DELETE)$/i;

/** The route literals that a spelling can mean, the closest first; those that only a closer one hides are left out. */
export function findRoutes(spelling: string, routes: readonly string[]): string[] {
  const words = spelling.trim().split(/\s+/);
  const method = METHOD.test(words[0] ?? '') ? words.shift()?.toUpperCase() : undefined;
  const path = pathOf(words.join(''));
  const ranked = routes.flatMap((route) => {
    const [its = '', template = ''] = route.split(' ');
    const score = method === undefined || method === its ? scoreOf(template, path) : undefined;
    return score === undefined ? [] : [{ route, score }];
  });
  const best = Math.max(...ranked.map((one) => one.score));
  return ranked.filter((one) => one.score === best).map((one) => one.route);
}

/** Routes that share the most words with a spelling that means none. */
export function resembling(spelling: string, routes: readonly string[], most = 5): string[] {
  const words = new Set(spelling.toLowerCase().match(/[a-z]+/g));
  const shared = (route: string): number => (route.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => words.has(word)).length;
  return routes
    .filter((route) => shared(route) > 0)
    .toSorted((one, other) => shared(other) - shared(one) || one.length - other.length)
    .slice(0, most);
}

function pathOf(text: string): string[] {
  const bare = text.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
  return bare.split('/').filter((part) => part !== '');
}

/** How many words of the template stand in the path; undefined when it cannot be meant. A variable stands for anything. */
function scoreOf(template: string, path: readonly string[]): number | undefined {
  const parts = pathOf(template);
  if (parts.length !== path.length) return undefined;
  let score = 0;
  for (const [index, part] of parts.entries()) {
    if (part.startsWith('{')) continue;
    if (part.toLowerCase() !== path[index]?.toLowerCase()) return undefined;
    score += 1;
  }
  return score;
}
