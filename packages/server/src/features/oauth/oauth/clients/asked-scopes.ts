/** The scopes that a request to the OAuth endpoints asks for. */
import { grantsScope, neutralWord, SCOPES } from '@millrace/contract';
import { invalid } from '../../../../core/base/problem.ts';

/**
 * Returns the scopes that a request asks for, each once. Refuses those that `allowed` does not include. If the request asks for none, returns all that
 * are allowed except offline_access, which must be asked for. Refuses if there are none.
 * @rule oauth.scopes.allowed
 * @rule oauth.scopes.absent
 */
export function askedScopes(asked: string | undefined, allowed: readonly string[]): string[] {
  const names = [
    ...new Set(
      (asked ?? '')
        .split(' ')
        .filter((one) => one !== '')
        .map(neutralWord),
    ),
  ];
  const wanted = names.length > 0 ? names : allowed.filter((one) => one !== 'offline_access');
  const allowedScopes = new Set(allowed);
  const refused = wanted.find((name) => !grantsScope(allowedScopes, name));
  if (refused !== undefined)
    throw invalid(
      'invalid_scope',
      Object.hasOwn(SCOPES, refused)
        ? `The client may not have the scope '${refused}': add it to its allowedScopes.`
        : `There is no scope '${refused.slice(0, 100)}'.`,
    );
  if (wanted.length === 0) throw invalid('invalid_scope', 'The client has no scopes: add some to its allowedScopes.');
  return wanted;
}
