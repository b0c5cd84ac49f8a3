/** Finds the operation that a text names. */
import { resolveAlias, type Allow, type Route } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { matchPath } from '../../../core/http/route-match.ts';

/** An operation with its callers, and the values that the text has in place of the variables of its path. */
export type NamedOperation = { route: Route; allow: Allow; variables: ReadonlyMap<string, string> };

/**
 * Finds an operation, among those that are served, by its method and path.
 * @rule explanations.get.operation
 */
export function operationOf(text: string, served: ReadonlyMap<Route, Allow>): NamedOperation {
  const [, method = '', address = ''] = /^\s*([a-z]+)\s+(\/\S*)\s*$/i.exec(text) ?? [];
  const [path = ''] = resolveAlias(method.toUpperCase(), address).split('?');
  // A fixed segment of a path takes precedence over a variable, as in the router.
  const named = [...served].flatMap(([route, allow]) => {
    const [ofRoute, routePath = ''] = route.split(' ');
    const variables = ofRoute === method.toUpperCase() ? matchPath(routePath, path) : undefined;
    return variables ? [{ route, allow, variables }] : [];
  });
  const [found] = named.toSorted((one, other) => variablesIn(one.route) - variablesIn(other.route));
  if (found) return found;
  throw invalid(
    'malformed_request',
    `query.operation '${text.slice(0, 100)}' is no operation: send its method and path as /openapi.json spells them, or those of a request.`,
  );
}

const variablesIn = (route: Route): number => route.split('{').length;
