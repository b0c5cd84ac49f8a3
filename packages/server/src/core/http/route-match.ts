/** Comparing the path of a request with the path of a route. */

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
