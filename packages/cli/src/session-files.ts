import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from './failure.ts';
import type { Shell } from './shell.ts';
import { oneLine } from './text.ts';

type Env = Shell['env'];

/** An install on this machine: its address, and how to read the token that it stores. */
export type Install = { url: string; readToken(): Promise<string | undefined> };

/** The data that `login` stored. A sign-in by OAuth also has a refresh token, and the time from which it is used as Unix time in milliseconds. */
export type StoredSession = { url: string; token: string; refresh?: { token: string; at: number } };

/** The profile that is used if no other is chosen. */
const DEFAULT_PROFILE = 'default';

const configFolder = (env: Env): string => join(env['XDG_CONFIG_HOME'] || join(homeFolder(env), '.config'), 'millrace');
const usedProfilePath = (env: Env): string => join(configFolder(env), 'profile');

/** The path of the file in which `login` stores address and token of a profile. */
export function storedSessionPath(env: Env, profile: string): string {
  return profile === DEFAULT_PROFILE ? join(configFolder(env), 'cli.json') : join(configFolder(env), 'profiles', `${profile}.json`);
}

/** Lists the profiles for which `login` stored a session. */
export async function listProfiles(env: Env): Promise<string[]> {
  const names = await readdir(join(configFolder(env), 'profiles')).catch(() => []);
  const isStored = (await readIfThere(storedSessionPath(env, DEFAULT_PROFILE))) !== undefined;
  const others = names.flatMap((name) => /^([^.].*)\.json$/.exec(name)?.[1] ?? []);
  return [...(isStored ? [DEFAULT_PROFILE] : []), ...others.toSorted()];
}

/** Reads which profile `profile use` chose. */
const readUsedProfile = async (env: Env): Promise<string> => (await readIfThere(usedProfilePath(env)))?.trim() || DEFAULT_PROFILE;

/** Stores which profile the later commands use. */
export async function storeUsedProfile(env: Env, profile: string): Promise<void> {
  if (profile === DEFAULT_PROFILE) return rm(usedProfilePath(env), { force: true });
  await writePrivate(usedProfilePath(env), `${profile}\n`);
}

/** Reads the session that `login` stored for a profile; undefined if there is none. Throws a `Failure` if the file is damaged. */
export async function readStoredSession(env: Env, profile: string): Promise<StoredSession | undefined> {
  const path = storedSessionPath(env, profile);
  const content = await readIfThere(path);
  if (content === undefined) return undefined;
  const { url, token, refreshToken, refreshAt } = parse(content);
  if (typeof url !== 'string' || typeof token !== 'string') {
    throw new Failure('refused', `${path} is damaged. Remove it with \`millrace logout${profileOption(profile)}\` and sign in again.`);
  }
  return {
    url,
    token,
    ...(typeof refreshToken === 'string' && typeof refreshAt === 'number' && { refresh: { token: refreshToken, at: refreshAt } }),
  };
}

/** The option that chooses a profile, for messages. */
export const profileOption = (profile: string): string => (profile === DEFAULT_PROFILE ? '' : ` --profile ${profile}`);

/** Stores the session of a profile for later commands in a file that only its owner can read. */
export async function storeSession(env: Env, profile: string, { url, token, refresh }: StoredSession): Promise<string> {
  const path = storedSessionPath(env, profile);
  const content = { url, token, ...(refresh && { refreshToken: refresh.token, refreshAt: refresh.at }) };
  await writePrivate(path, `${JSON.stringify(content, null, 2)}\n`);
  return path;
}

async function writePrivate(path: string, content: string): Promise<void> {
  const unfinished = `${path}.${crypto.randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(unfinished, content, { mode: 0o600, flag: 'wx' });
  await rename(unfinished, path);
}

/** Removes the stored address and token of a profile, which is then used no longer; returns whether there were any. */
export async function removeStoredSession(env: Env, profile: string): Promise<boolean> {
  if (profile !== DEFAULT_PROFILE && (await readUsedProfile(env)) === profile) await storeUsedProfile(env, DEFAULT_PROFILE);
  try {
    await rm(storedSessionPath(env, profile));
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
  if (env['HOME']) return env['HOME'];
  throw new Failure('usage', 'The variable HOME is not set: it names the folder in which the profiles are stored.');
}

/** The option that chooses a profile. */
export type ProfileOptions = { profile?: string };

/** The variable that chooses a profile. */
const PROFILE_VARIABLE = 'MILLRACE_PROFILE';

/** Returns the profile of a command: of the option, then the variable, then `profile use`. Throws a `Failure` for an invalid name. */
export async function profileOf({ profile }: ProfileOptions, env: Shell['env']): Promise<string> {
  return requireProfileName(profile ?? (env[PROFILE_VARIABLE] || (await readUsedProfile(env))));
}

/** Throws a `Failure` unless a text can be the name of a profile, which is also the name of a file. Returns the text. */
export function requireProfileName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,62}$/.test(name)) return name;
  throw new Failure('usage', `${shown(name)} cannot be a profile. Use lowercase letters, digits, dots, hyphens and underscores.`);
}

/** Throws a `Failure` that lists the profiles if none with the name is stored. */
export async function requireStoredProfile(name: string, env: Shell['env']): Promise<void> {
  const known = await listProfiles(env);
  if (known.includes(name) || name === DEFAULT_PROFILE) return;
  const others = known.length > 0 ? `Known: ${known.join(', ')}. ` : '';
  throw new Failure(
    'notFound',
    `There is no profile ${shown(name)}. ${others}Create it: \`millrace login --profile ${name} --url <address>\`.`,
  );
}

const shown = (name: string): string => JSON.stringify(oneLine(name));
