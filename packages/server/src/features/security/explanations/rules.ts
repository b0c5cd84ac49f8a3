/** The rules of explanations, and what an operation needs by the contract. */
import { type Allow, type Permission, resolveAlias, type Right, type Route } from '@millrace/contract';
import { hasIdForm } from '../../../core/base/id.ts';
import { forbidden, invalid } from '../../../core/base/problem.ts';
import { matchPath } from '../../../core/http/paths.ts';
import { findOperation } from '../../../core/http/validation.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { ExplainedAccount, ObjectKind } from './rows.ts';

/** An operation with its callers, and the values that the text has in place of the variables of its path. */
type NamedOperation = { route: Route; allow: Allow; variables: ReadonlyMap<string, string> };

/**
 * Finds an operation, among those that are served, by its method and path, or refuses.
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

/**
 * Refuses an actor that may not ask about the account.
 * @rule explanations.get.callers
 */
export function requireMayAskAbout(actor: Actor, account: Pick<ExplainedAccount, 'id' | 'user_type'>): void {
  if (account.id === actor.id) return;
  const needed = account.user_type === 'HUMAN' ? 'SVC_USER_MANAGEMENT' : 'SVC_SERVICE_ACCOUNT_MANAGEMENT';
  if (!actor.permissions.has(needed))
    throw forbidden(
      'forbidden',
      `Asking about another account of this kind needs the permission ${needed}: leave out the account to ask about yourself.`,
    );
}

/** A right that an operation needs on an object, as the contract states it in `x-rights`. A test calls each operation with each right and compares. */
export type NeededRight = {
  object: ObjectKind;
  /** A right on the workspace of the object; ASSIGNMENT is that to a promotion. */
  right: Right | 'ASSIGNMENT';
  /** The variable of the path with the id of the object; by default the first one. With `body` the id is in the body. */
  id?: string;
  /** Permissions that replace the right; one of them is enough. */
  unless?: readonly Permission[];
};

/**
 * Returns the rights on objects that an operation needs, in the order of its checks. Empty if permissions alone decide, or if it only lists objects that
 * its caller may see.
 */
export const rightsFor = (route: Route): readonly NeededRight[] =>
  (findOperation(route) as { 'x-rights'?: readonly NeededRight[] })['x-rights'] ?? [];

/**
 * Returns the id of the object on which a right is needed: `asked`, else the one in the path of the question; undefined without both. Refuses a text that
 * is no id.
 * @rule explanations.get.open
 */
export function objectIn(
  { route, variables }: NamedOperation,
  { id: variable }: NeededRight,
  asked: string | undefined,
): string | undefined {
  const name = variable ?? /\{(\w+)\}/.exec(route)?.[1] ?? '';
  const found = asked ?? variables.get(name);
  if (found !== undefined && !hasIdForm(found.toLowerCase()))
    throw invalid(
      'malformed_request',
      `'${found.slice(0, 100)}' in query.operation is not a valid id: send an id, or {${name}} and query.id.`,
    );
  return found;
}
