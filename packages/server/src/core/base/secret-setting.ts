import { readFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** Reads the secret in the file that a setting names. Throws a `StartError` if the file cannot be read or is empty. */
export function readSecretSetting(setting: string, file: string): string {
  let secret = '';
  let fault = 'is empty';
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    fault = `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  if (secret !== '') return secret;
  throw new StartError(`${setting} is '${file}', which ${fault}: set it to a file with the value that this user may read.`);
}
