/** The rules of passwords and of addresses to return to. */

const LEAST_CHARACTERS = 12;
const MOST_CHARACTERS = 256;

/** The rule of passwords in words, for people that choose one. */
export const PASSWORD_HINT = `At least ${LEAST_CHARACTERS} characters. A few words are easier to remember than signs.`;

/**
 * Why a new password is refused; undefined if it is accepted.
 * @rule sign-in.password.rules
 */
export function faultOfPassword(password: string, account: { login: string; email: string }): string | undefined {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < LEAST_CHARACTERS) return `The password has ${length} characters: choose one with at least ${LEAST_CHARACTERS}.`;
  if (length > MOST_CHARACTERS) return `The password has ${length} characters: choose one with at most ${MOST_CHARACTERS}.`;
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
