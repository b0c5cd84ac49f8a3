import { Failure } from './failure.ts';
import { readUsedFile } from './parameters.ts';
import { currentToken } from './oauth-session.ts';
import { profileOf, requireProfile, type ProfileOptions } from './profiles.ts';
import { readInstall, readStoredSession, type Install } from './session-files.ts';
import { readStdin, type Shell } from './shell.ts';

/** The address of the server, and the token of the caller. */
export type Session = { url: string; token: string };

/** The command-line options of the session. */
export type SessionOptions = ProfileOptions & { url?: string; tokenFile?: string };

/** No token is known for a server. The server has not been called yet. */
export class MissingToken extends Failure {
  readonly url: string;

  constructor(url: string) {
    super('notSignedIn', `Not signed in to ${url}. Sign in with \`millrace login --url ${url}\`.`);
    this.url = url;
  }
}

/**
 * Finds the session: options, then environment variables, then what `login` stored, then the install on this machine. The option of a profile overrules
 * the variables. A stored token goes only to the address it was stored for.
 */
export async function findSession(
  options: SessionOptions,
  shell: Pick<Shell, 'env' | 'stdin' | 'signal' | 'workingFolder'>,
): Promise<Session> {
  const env = options.profile === undefined ? shell.env : {};
  const givenUrl = options.url ?? nonEmpty(env['MILLRACE_URL']);
  const givenToken = options.tokenFile === undefined ? nonEmpty(env['MILLRACE_TOKEN']) : await readTokenFile(options.tokenFile, shell);
  if (givenUrl !== undefined && givenToken !== undefined) return { url: toBaseUrl(givenUrl), token: checkToken(givenToken) };

  const profile = await profileOf(options, shell.env);
  await requireProfile(profile, shell.env);
  const stored = await readStoredSession(shell.env, profile);
  const address = givenUrl ?? stored?.url;
  const isStored = address !== undefined && stored !== undefined && isSameServer(address, stored.url);
  const install = address === undefined || (givenToken === undefined && !isStored) ? await readInstall(shell.env) : undefined;
  const url = toBaseUrl(address ?? install?.url ?? noServer());
  const token =
    givenToken ??
    (stored && isSameServer(stored.url, url) ? await currentToken(stored, profile, shell) : undefined) ??
    (await tokenOfInstall(install, url));
  if (token === undefined) throw new MissingToken(url);
  return { url, token: checkToken(token) };
}

/** Reads a token from a file, or from stdin for `-`. */
export async function readTokenFile(path: string, shell: Pick<Shell, 'stdin' | 'signal' | 'workingFolder'>): Promise<string> {
  const content = path === '-' ? await readStdin(shell) : await readUsedFile(path, shell);
  return checkToken(content.trim());
}

/** Checks that a text can be sent as a token. The error message does not contain the text. */
export function checkToken(token: string): string {
  if (!/^[\u0021-\u007e]+$/.test(token))
    throw new Failure('usage', 'The token is empty, or holds blanks or other characters that tokens cannot have.');
  return token;
}

/** The base address of the API without a slash at its end. */
export function toBaseUrl(address: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Failure('usage', 'The address of the server has to begin with http:// or https://, as in http://127.0.0.1:8600.');
  }
  if (url.username || url.password) throw new Failure('usage', 'The address of the server must not hold a user name or a password.');
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Host names of the local machine. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether two addresses are of the same server; all names of the local machine are equal. */
export function isSameServer(first: string, second: string): boolean {
  const comparable = (address: string): string => {
    const url = new URL(toBaseUrl(address));
    if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
    return url.href;
  };
  return comparable(first) === comparable(second);
}

/** Whether a token would be sent over a network without encryption. */
export function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}

function noServer(): never {
  throw new Failure(
    'unreachable',
    'No server is known. Start one on this machine with `npm start`, or sign in with `millrace login --url <address>`.',
  );
}

async function tokenOfInstall(install: Install | undefined, url: string): Promise<string | undefined> {
  return install && isSameServer(install.url, url) ? install.readToken() : undefined;
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
