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

/** Returns whether each path of one route fits the other route, too, which has a variable where the first one has a literal. */
export function isMoreLiteral(routePath: string, other: string): boolean {
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
