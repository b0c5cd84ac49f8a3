/** The rules of passwords, of addresses to return to, and of people that administrators manage. */
import { grantsScope } from '@millrace/contract';
import { conflict, forbidden, lacksScope, Problem } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';

const LEAST_CHARACTERS = 12;
const MOST_CHARACTERS = 256;

/** The rule of passwords in words, for people that choose one. */
export const PASSWORD_HINT = `At least ${LEAST_CHARACTERS} characters. A few words are easier to remember than symbols.`;

/**
 * Why a new password is refused; undefined if it is accepted.
 * @rule sign-in.password.rules
 */
export function faultOfPassword(password: string, account: { login: string; email: string }): string | undefined {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < LEAST_CHARACTERS) return `The password is too short: choose one with at least ${LEAST_CHARACTERS} characters.`;
  if (length > MOST_CHARACTERS) return `The password is too long: choose one with at most ${MOST_CHARACTERS} characters.`;
  const same = [account.login, account.email].some((one) => one.normalize('NFKC').toLowerCase() === text.toLowerCase());
  return same ? 'The password is your login or your email address: choose another one.' : undefined;
}

/**
 * The path to which a sign-in returns: that of the caller if it is a path of this server, or else `/`.
 * @rule sign-in.return.own
 */
export function returnPath(wanted: string | null | undefined): string {
  const base = 'http://millrace.invalid';
  if (!wanted || !wanted.startsWith('/')) return '/';
  const url = URL.parse(wanted, base);
  const path = url?.origin === base ? `${url.pathname}${url.search}` : '/';
  // A browser takes two slashes at the beginning for another server. They may appear only after the parser has removed dots.
  return /^\/(?![/\\])/.test(path) && !/^\/(?:login|logout)\b/.test(path) ? path : '/';
}

/**
 * The caller has every permission of the person. A link or a removed factor could otherwise give the caller the permissions of the person.
 * @rule sign-in.link.no-escalation
 */
export function lacksNoPermission(
  held: ReadonlySet<string>,
  { login, permissions }: { login: string; permissions: readonly string[] },
): void {
  const missing = permissions.filter((one) => !held.has(one));
  if (missing.length > 0)
    throw forbidden(
      'user_has_more_permissions',
      `The user '${login}' has permissions that you do not have (${missing.toSorted().join(', ')}): ask an administrator that has them.`,
    );
}

/**
 * The token of the caller may give access to people: it has no scopes, or the one for everything. A client with fewer scopes could sign in as a
 * person to whom it gave access, and would then not be bounded by its scopes.
 * @rule oauth.use.access
 */
export function mayGiveAccess({ scopes }: Pick<Actor, 'scopes'>): void {
  if (scopes && !grantsScope(scopes, 'admin_classic')) throw lacksScope(['admin_classic']);
}

/**
 * The person may sign in.
 * @rule sign-in.link.active
 */
export function maySignIn({ login, active }: { login: string; active: boolean }): void {
  if (!active) throw conflict('user_inactive', `The user '${login}' is inactive: activate it first.`);
}

/**
 * The person has not set a password.
 * @rule sign-in.invitation.once
 */
export function lacksOwnPassword({ login, has_password: hasPassword }: { login: string; has_password: boolean }): void {
  if (hasPassword)
    throw conflict(
      'user_has_password',
      `The user '${login}' has set a password: use POST /account/users/{id}/password-reset for another one.`,
    );
}

/**
 * The user had a second factor.
 * @rule sign-in.factor.none
 */
export function hadFactor(login: string, removed: boolean): void {
  if (!removed) throw new Problem(404, 'not_found', `The user '${login}' has no second factor.`);
}
