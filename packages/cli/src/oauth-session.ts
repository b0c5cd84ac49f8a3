import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

import { COMMAND_LINE_CLIENT, type Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { takeFileLock } from '@millrace/wire/file-lock';

import { connect } from './connect.ts';
import { Failure } from './failure.ts';
import { removeStoredSession, optionOf, readStoredSession, storedSessionPath, storeSession, type StoredSession } from './session-files.ts';
import { sleep, type Shell } from './shell.ts';

type ShellParts = Pick<Shell, 'env' | 'signal'>;

/** A token is replaced a minute before it expires, so that it does not expire during a command. */
const EARLY_SECONDS = 60;
/** Ctrl-C does not end these calls: a refresh token is used once, so its answer must be stored. */
const MAX_MILLISECONDS = 30_000;

const connectWithoutInterruption = (url: string) => connect(url, '', AbortSignal.timeout(MAX_MILLISECONDS));
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

/** Returns the session of tokens that the server has just issued. */
export function sessionOfTokens(url: string, tokens: Schema<'OauthTokens'>): StoredSession {
  const { access_token: token, refresh_token: refreshToken, expires_in: seconds } = tokens;
  if (refreshToken === undefined) throw new Failure('refused', `${url} issued no refresh token. Sign in with a personal access token.`);
  // Use the clock of this machine, because the clock of the server may differ.
  return { url, token, refresh: { token: refreshToken, at: Date.now() + (seconds - EARLY_SECONDS) * 1000 } };
}

/** Returns the access token of a stored session. If it is about to expire, it is replaced first, by one process at a time. */
export async function currentToken(stored: StoredSession, profile: string, { env, signal }: ShellParts): Promise<string> {
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
    if (error instanceof ApiError && error.status >= 400 && error.status < 404) throw signInEnded(url, profile);
    throw error;
  }
}

const signInEnded = (url: string, profile: string): Failure =>
  new Failure('notSignedIn', `The sign-in to ${url} has ended. Sign in again with \`millrace login${optionOf(profile)} --url ${url}\`.`);

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
