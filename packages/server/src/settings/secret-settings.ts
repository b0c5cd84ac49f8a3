/** Secrets that the environment gives as files, as secrets of containers are: <name>_FILE names a file with the value of <name>. */
import { readSecretSetting } from '../core/base/secret-setting.ts';
import { StartError } from '../core/base/start-error.ts';
import type { Environment } from './settings.ts';

/** The settings whose value may be in a file. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'MILLRACE_KEY',
  'MILLRACE_OLD_KEYS',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'MILLRACE_SMTP_URL',
] as const;

/** Returns the environment with the values of those files. Throws a `StartError` if a file cannot be read or is empty, or if a setting is given twice. */
export function withSecretFiles(environment: Environment): Environment {
  const found = SECRET_SETTINGS.flatMap((name) => {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (!file) return [];
    if (environment[name]) throw new StartError(`${name} and ${variable} are both set: remove one of them.`);
    return [[name, readSecretSetting(variable, file)]];
  });
  return found.length === 0 ? environment : { ...environment, ...Object.fromEntries(found) };
}
