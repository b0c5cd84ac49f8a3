import { Failure } from './failure.ts';
import { DEFAULT_PROFILE, listProfiles, readUsedProfile } from './session-files.ts';
import type { Shell } from './shell.ts';
import { oneLine } from './text.ts';

/** The option that chooses a profile. */
export type ProfileOptions = { profile?: string };

/** The variable that chooses a profile. */
const VARIABLE = 'MILLRACE_PROFILE';

/** Returns the profile of a command: of the option, then the variable, then `profile use`. */
export async function profileOf({ profile }: ProfileOptions, env: Shell['env']): Promise<string> {
  return checkProfile(profile ?? (env[VARIABLE] || (await readUsedProfile(env))));
}

/** Checks that a text can be the name of a profile, which is also the name of a file. */
export function checkProfile(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,62}$/.test(name)) return name;
  throw new Failure('usage', `${shown(name)} cannot be a profile. Use lowercase letters, digits, dots, hyphens and underscores.`);
}

/** Throws a `Failure` that lists the profiles if none with the name is stored. */
export async function requireProfile(name: string, env: Shell['env']): Promise<void> {
  const known = await listProfiles(env);
  if (known.includes(name) || name === DEFAULT_PROFILE) return;
  const others = known.length > 0 ? `Known: ${known.join(', ')}. ` : '';
  throw new Failure(
    'notFound',
    `There is no profile ${shown(name)}. ${others}Create it: \`millrace login --profile ${name} --url <address>\`.`,
  );
}

const shown = (name: string): string => JSON.stringify(oneLine(name));
