/** The rules of explanations. */
import { forbidden, invalid } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { NeededRight } from './operation-rights.ts';
import type { NamedOperation } from './operation-of.ts';
import type { ExplainedAccount } from './queries.ts';

/**
 * The actor may ask about the account.
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

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the id of the object on which a right is needed; undefined if the question has none.
 * @rule explanations.get.open
 */
export function objectIn(
  { route, variables }: NamedOperation,
  { id: variable }: NeededRight,
  isFirst: boolean,
  id: string | undefined,
): string | undefined {
  const name = variable ?? /\{(\w+)\}/.exec(route)?.[1] ?? '';
  const found = (isFirst ? id : undefined) ?? variables.get(name);
  if (found !== undefined && !ID.test(found))
    throw invalid(
      'malformed_request',
      `'${found.slice(0, 100)}' in query.operation is not a valid id: send an id, or {${name}} and query.id.`,
    );
  return found;
}
