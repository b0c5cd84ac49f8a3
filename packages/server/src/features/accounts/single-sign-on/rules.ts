/** The rules of sign-ins through an identity provider. */
import type { PageText } from '../sign-in/index.ts';

/** A user that may be the person; `is_bound`: the user is bound to a subject of the issuer. */
export type CandidateUser = { id: string; tenant: string; login: string; active: boolean; is_bound: boolean };

/** The reason why a person that the provider knows may not sign in, as it is written in the audit log. */
export type RefusedReason = 'inactive' | 'bound_elsewhere' | 'ambiguous' | 'email_not_verified' | 'unknown' | 'taken' | 'no_address';

/** The existing user as which a person signs in, or a new one, or the reason for a refusal. */
export type Decision = { user: CandidateUser } | { isNew: true } | { refused: RefusedReason; user?: CandidateUser };

type Known = {
  /** The user that is bound to the subject. */
  bound: CandidateUser | undefined;
  /** The users that have the verified email address; undefined if there is no verified one. */
  named: readonly CandidateUser[] | undefined;
  createsUsers: boolean;
};

/**
 * Decides as which user a person signs in.
 * @rule sign-in.openid.bound
 * @rule sign-in.openid.verified
 * @rule sign-in.openid.inactive
 * @rule sign-in.openid.create
 */
export function decideUser({ bound, named, createsUsers }: Known): Decision {
  const [user, another] = bound ? [bound] : (named ?? []);
  if (!user) return createsUsers ? { isNew: true } : { refused: named ? 'unknown' : 'email_not_verified' };
  if (another) return { refused: 'ambiguous' };
  if (!bound && user.is_bound) return { refused: 'bound_elsewhere', user };
  return user.active ? { user } : { refused: 'inactive', user };
}

/** The text for a person that may not sign in. It does not say which accounts exist. */
export const textOfRefusal = (reason: RefusedReason): PageText =>
  reason === 'email_not_verified' ? 'emailNotVerified' : 'noActiveAccount';
