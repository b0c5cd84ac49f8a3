/** Finds operations by any spelling of their path: with variables or real ids, with or without an address, a query and the method. */

const METHOD = /^(GET|POST|PUT|PATCH|DELETE)$/i;

/** Returns the route literals that match a spelling best: those in which the most words are equal. Several match equally if the method is missing. */
export function findRoutes(spelling: string, routes: readonly string[]): string[] {
  const words = spelling.trim().split(/\s+/);
  const method = METHOD.test(words[0] ?? '') ? words.shift()?.toUpperCase() : undefined;
  const path = pathOf(words.join(''));
  const ranked = routes.flatMap((route) => {
    const [methodOfRoute = '', template = ''] = route.split(' ');
    const score = method === undefined || method === methodOfRoute ? scoreOf(template, path) : undefined;
    return score === undefined ? [] : [{ route, score }];
  });
  const best = Math.max(...ranked.map(({ score }) => score));
  return ranked.filter(({ score }) => score === best).map(({ route }) => route);
}

/** Returns up to `limit` routes that share words with a spelling, those with the most shared words first. */
export function similarRoutes(spelling: string, routes: readonly string[], limit = 5): string[] {
  const words = new Set(spelling.toLowerCase().match(/[a-z]+/g));
  const sharedWords = (route: string): number => (route.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => words.has(word)).length;
  return routes
    .filter((route) => sharedWords(route) > 0)
    .toSorted((a, b) => sharedWords(b) - sharedWords(a) || a.length - b.length)
    .slice(0, limit);
}

/** Returns how many parts two paths have in common from their beginning on. */
export function commonParts(path: string, other: string): number {
  const [parts, others] = [pathOf(path), pathOf(other)];
  const differing = others.findIndex((part, index) => part !== parts[index]);
  return differing < 0 ? others.length : differing;
}

function pathOf(text: string): string[] {
  const path = text.replace(/^[a-z]+:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
  return path.split('/').filter((part) => part !== '');
}

/** Returns how many words of the template are equal in the path; undefined if they do not match. A variable matches anything. */
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
