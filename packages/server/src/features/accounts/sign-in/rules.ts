/** The rules of passwords, of addresses to return to, and of people that administrators manage. */
import { grantsScope } from '@millrace/contract';
import { conflict, scopeFault, Problem } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type PageTexts, textsIn } from './page-texts.ts';

const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 256;

/** The rule of passwords in words, for people that choose one. */
export const passwordHint = (text: PageTexts): string => text('passwordHint', { least: MIN_CHARACTERS });

/**
 * Returns the reason why a new password is refused; undefined if it is accepted.
 * @rule sign-in.password.rules
 */
export function faultOfPassword(
  password: string,
  account: { login: string; email: string },
  text: PageTexts = textsIn('en'),
): string | undefined {
  const compared = password.normalize('NFKC');
  const length = [...compared].length;
  if (length < MIN_CHARACTERS) return text('passwordShort', { least: MIN_CHARACTERS });
  if (length > MAX_CHARACTERS) return text('passwordLong', { most: MAX_CHARACTERS });
  const same = [account.login, account.email].some((one) => one.normalize('NFKC').toLowerCase() === compared.toLowerCase());
  return same ? text('passwordOwn') : undefined;
}

/** Returns the reason why a repeated password is refused; undefined if both are the same. */
export const faultOfRepeat = (password: string, repeated: string | null, text: PageTexts): string | undefined =>
  password === repeated ? undefined : text('passwordsDiffer');

/**
 * The path to which a sign-in returns: that of the caller if it is a path of this server, or else `/`.
 * @rule sign-in.return.own
 */
export function returnPath(wanted: string | null | undefined): string {
  const base = 'http://millrace.invalid';
  if (!wanted || !wanted.startsWith('/')) return '/';
  const url = URL.parse(wanted, base);
  const path = url?.origin === base ? `${url.pathname}${url.search}` : '/';
  // Browsers read a path that begins with two slashes as an address of another server. Such a path may also result when the parser removes dots.
  return /^\/(?![/\\])/.test(path) && !/^\/(?:login|logout)\b/.test(path) ? path : '/';
}

/**
 * Requires a token that may give access to people: one without scopes, or with the scope for everything. A client with fewer scopes could otherwise sign
 * in as a person to whom it has given access, and its scopes would not limit it any more.
 * @rule oauth.use.access
 */
export function requireMayGiveAccess({ scopes }: Pick<Actor, 'scopes'>): void {
  if (scopes && !grantsScope(scopes, 'admin_classic')) throw scopeFault(['admin_classic']);
}

/**
 * Requires that the person may sign in.
 * @rule sign-in.link.active
 */
export function requireMaySignIn({ login, active }: { login: string; active: boolean }): void {
  if (!active) throw conflict('user_inactive', `The user '${login}' is inactive: activate it first.`);
}

/**
 * Requires that the person has not set a password.
 * @rule sign-in.invitation.once
 */
export function requireNoPassword({ login, has_password: hasPassword }: { login: string; has_password: boolean }): void {
  if (hasPassword)
    throw conflict(
      'user_has_password',
      `The user '${login}' has set a password: use POST /account/users/{id}/password-reset for another one.`,
    );
}

/**
 * Refuses to remove a second factor that does not exist.
 * @rule sign-in.factor.none
 */
export function requireRemovedFactor(login: string, removed: boolean): void {
  if (!removed) throw new Problem(404, 'not_found', `The user '${login}' has no second factor.`);
}
