/**
 * The server and the token of a command: from its options, the environment variables, the stored sign-in of a profile, or the install on this machine.
 * Tokens of a sign-in by OAuth are replaced before they expire.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { COMMAND_LINE_CLIENT, type Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import { takeFileLock } from '@millrace/wire/file-lock';
import { connect } from './connect.ts';
import { Failure } from './failure.ts';
import { readWord, requireWord } from './input.ts';
import {
  type Install,
  profileOption,
  profileOf,
  type ProfileOptions,
  readInstall,
  readStoredSession,
  removeStoredSession,
  requireStoredProfile,
  type StoredSession,
  storedSessionPath,
  storeSession,
} from './session-files.ts';
import { type Shell, sleep } from './shell.ts';

type ShellParts = Pick<Shell, 'env' | 'signal'>;

/** A token is replaced a minute before it expires, so that it does not expire during a command. */
const EARLY_SECONDS = 60;
/** Time limit of the calls that replace or revoke tokens. */
const TOKEN_CALL_MS = 30_000;

/** Ctrl-C does not end its calls: a refresh token is used once, so its answer must be stored. */
const connectWithoutInterruption = (url: string) => connect(url, '', { timeoutMs: TOKEN_CALL_MS });
const lockPath = (env: Shell['env'], profile: string): string => `${storedSessionPath(env, profile)}.lock`;
const isEnding = ({ refresh }: StoredSession): boolean => refresh !== undefined && refresh.at <= Date.now();

const LOCK_PAUSE_MS = 50;

/** Runs a step while no other command of this machine holds the lock. */
async function runAlone<T>(lock: string, signal: AbortSignal, step: () => Promise<T>): Promise<T> {
  for (;;) {
    const release = await takeFileLock(lock);
    if (release) return step().finally(release);
    await sleep(LOCK_PAUSE_MS, signal);
  }
}

/** Returns the session of tokens that the server has just issued. Throws a `Failure` if it issued no refresh token. */
export function sessionOfTokens(url: string, tokens: Schema<'OauthTokens'>): StoredSession {
  const { access_token: token, refresh_token: refreshToken, expires_in: seconds } = tokens;
  if (refreshToken === undefined) throw new Failure('refused', `${url} issued no refresh token. Sign in with a personal access token.`);
  // Use the clock of this machine, because the clock of the server may differ.
  return { url, token, refresh: { token: refreshToken, at: Date.now() + (seconds - EARLY_SECONDS) * 1000 } };
}

/** Returns the access token of a stored session. If it is about to expire, it is replaced first, by one process at a time. */
async function currentToken(stored: StoredSession, profile: string, { env, signal }: ShellParts): Promise<string> {
  if (!isEnding(stored)) return stored.token;
  return runAlone(lockPath(env, profile), signal, async () => {
    // Another process may have replaced it, or signed out.
    const current = await readStoredSession(env, profile);
    if (!current || current.url !== stored.url) throw signInEnded(stored.url, profile);
    if (!current.refresh || !isEnding(current)) return current.token;
    const replaced = sessionOfTokens(current.url, await refreshTokens(current.url, current.refresh.token, profile));
    await storeSession(env, profile, replaced);
    return replaced.token;
  });
}

async function refreshTokens(url: string, refreshToken: string, profile: string): Promise<Schema<'OauthTokens'>> {
  try {
    const body = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: COMMAND_LINE_CLIENT };
    return (await connectWithoutInterruption(url).call('POST /oauth/token', { body })).body;
  } catch (error) {
    if (error instanceof MillraceError && [400, 401, 402, 403].includes(error.status ?? 0)) throw signInEnded(url, profile);
    throw error;
  }
}

const signInEnded = (url: string, profile: string): Failure =>
  new Failure(
    'notSignedIn',
    `The sign-in to ${url} has ended. Sign in again with \`millrace login${profileOption(profile)} --url ${url}\`.`,
  );

/**
 * Removes the stored session of a profile, and revokes its tokens if they are of a sign-in by OAuth. Returns what was removed; `damaged` if it could not
 * be read.
 */
export async function endStoredSession(profile: string, { env, signal }: ShellParts): Promise<StoredSession | 'damaged' | undefined> {
  await mkdir(dirname(lockPath(env, profile)), { recursive: true, mode: 0o700 });
  return runAlone(lockPath(env, profile), signal, async () => {
    const stored = await readStoredSession(env, profile).catch(() => 'damaged' as const);
    await removeStoredSession(env, profile);
    if (typeof stored === 'object' && stored.refresh) await revoke(stored.url, stored.refresh.token);
    return stored;
  });
}

const revoke = (url: string, token: string): Promise<unknown> =>
  connectWithoutInterruption(url).call('POST /oauth/revoke', {
    body: { token, token_type_hint: 'refresh_token', client_id: COMMAND_LINE_CLIENT },
  });

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
 * the variables. A stored token goes only to the address it was stored for, and is replaced if it is about to expire. Throws `MissingToken`, or another
 * `Failure`.
 */
export async function findSession(
  options: SessionOptions,
  shell: Pick<Shell, 'env' | 'stdin' | 'signal' | 'workingFolder'>,
): Promise<Session> {
  const env = options.profile === undefined ? shell.env : {};
  const givenUrl = options.url ?? nonEmpty(env['MILLRACE_URL']);
  const givenToken = options.tokenFile === undefined ? nonEmpty(env['MILLRACE_TOKEN']) : await readTokenFile(options.tokenFile, shell);
  if (givenUrl !== undefined && givenToken !== undefined) return { url: toBaseUrl(givenUrl), token: requireToken(givenToken) };

  const profile = await profileOf(options, shell.env);
  await requireStoredProfile(profile, shell.env);
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
  return { url, token: requireToken(token) };
}

/** Reads a token from a file, or from stdin for `-`. Throws a `Failure` if the file cannot be read, or holds no token. */
export const readTokenFile = (path: string, shell: Pick<Shell, 'stdin' | 'signal' | 'workingFolder'>): Promise<string> =>
  readWord(path, 'The token', shell);

/** Returns a text that can be sent as a token; throws a `Failure` for any other. */
export const requireToken = (token: string): string => requireWord(token, 'The token');

/** The base address of the API without a slash at its end. Throws a `Failure` for an address that cannot be used. */
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
function isSameServer(first: string, second: string): boolean {
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
