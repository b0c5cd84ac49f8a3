import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { Failure } from './failure.ts';
import type { Shell } from './shell.ts';

type Env = Shell['env'];

/** An install on this machine: its address, and how to read the token that it keeps. */
export type Install = { url: string; readToken(): Promise<string | undefined> };

/** What `login` stored. A sign-in by OAuth also has a refresh token, and the time from which it is used as Unix time in milliseconds. */
export type StoredSession = { url: string; token: string; refresh?: { token: string; at: number } };

/** The path of the file in which `login` stores address and token. */
export function storedSessionPath(env: Env): string {
  return join(env['XDG_CONFIG_HOME'] || join(homeFolder(env), '.config'), 'millrace', 'cli.json');
}

/** Reads the session that `login` stored; undefined if there is none. */
export async function readStoredSession(env: Env): Promise<StoredSession | undefined> {
  const path = storedSessionPath(env);
  const content = await readIfThere(path);
  if (content === undefined) return undefined;
  const { url, token, refreshToken, refreshAt } = parse(content);
  if (typeof url !== 'string' || typeof token !== 'string') {
    throw new Failure('refused', `${path} is damaged. Remove it with \`millrace logout\` and sign in again.`);
  }
  return {
    url,
    token,
    ...(typeof refreshToken === 'string' && typeof refreshAt === 'number' && { refresh: { token: refreshToken, at: refreshAt } }),
  };
}

/** Stores a session for later commands in a file that only its owner can read. */
export async function storeSession(env: Env, { url, token, refresh }: StoredSession): Promise<string> {
  const path = storedSessionPath(env);
  const unfinished = `${path}.${process.pid}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(unfinished, { force: true });
  const content = { url, token, ...(refresh && { refreshToken: refresh.token, refreshAt: refresh.at }) };
  await writeFile(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(unfinished, path);
  return path;
}

/** Removes the stored address and token; returns whether there were any. */
export async function forgetSession(env: Env): Promise<boolean> {
  try {
    await rm(storedSessionPath(env));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw error;
  }
}

/** The install of `npm start` on this machine; undefined if there is none. */
export async function readInstall(env: Env): Promise<Install | undefined> {
  const home = env['MILLRACE_HOME'] || join(homeFolder(env), '.millrace');
  const path = join(home, 'server.json');
  const content = await readIfThere(path);
  if (content === undefined) return undefined;
  const { url } = parse(content);
  if (typeof url !== 'string')
    throw new Failure('refused', `${path} does not name the address of the server. Start the server again to repair it.`);
  return { url, readToken: async () => (await readIfThere(join(home, 'admin.token')))?.trim() };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Failure('refused', `${path} cannot be read: ${code ?? String(error)}.`);
  }
}

function parse(content: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function homeFolder(env: Env): string {
  return env['HOME'] || homedir();
}
