/** The interface of a grant type of the token endpoint. */
import type { Schema } from '@millrace/contract';
import { invalid, Problem, withReason } from '../../../../core/base/problem.ts';
import type { OauthCall } from '../clients/client-proof.ts';

/** A request to the token endpoint. */
export type TokenCall = OauthCall & { body: Schema<'OauthTokenRequest'> };

/** Checks a request of one grant type and issues its tokens. */
export type GrantType = (call: TokenCall) => Promise<Schema<'OauthTokens'>>;

/** Returns a field that the grant type requires. */
export function requiredField<Name extends keyof Schema<'OauthTokenRequest'>>(
  { body }: TokenCall,
  name: Name,
): NonNullable<Schema<'OauthTokenRequest'>[Name]> {
  const value = body[name];
  if (value === undefined || value === '') throw invalid('invalid_request', `The field ${String(name)} is missing.`);
  return value as NonNullable<Schema<'OauthTokenRequest'>[Name]>;
}

/**
 * 401: a code or token that cannot be used, for any reason: the client must forget it. Only the owner of the client gets the reason.
 * @rule oauth.token.unusable
 */
export const unusableGrant = (noun: string, reason: string, advice = 'The program must ask the user to sign in again.'): Problem =>
  withReason(
    new Problem(
      401,
      'invalid_grant',
      `The ${noun} is unknown, used, expired or of another client: drop it and ask the user to sign in again.`,
    ),
    { reason, advice },
  );

/**
 * 403: the user of a code or token is disabled.
 * @rule oauth.token.disabled
 */
export const disabledUser = (): Problem => new Problem(403, 'access_denied', 'The user is disabled: ask an administrator to enable it.');
