import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { LaunchError, explain } from './errors.mjs';

/**
 * Returns the home folder: MILLRACE_HOME, or .millrace in the home folder of the user. It need not exist yet. Throws a LaunchError if the user has no home
 * folder.
 */
export function findHome() {
  if (process.env.MILLRACE_HOME) return resolve(process.env.MILLRACE_HOME);
  if (!existsSync(homedir())) {
    throw new LaunchError(
      `Your home folder ${homedir()} does not exist: set MILLRACE_HOME to a folder in which Millrace can store its files.`,
    );
  }
  return join(homedir(), '.millrace');
}

/**
 * Creates the home folder and the named folders in it, if they are missing. Returns the path of the last one. Throws a LaunchError if they cannot be
 * written.
 */
export function makeFolder(home, ...names) {
  // When root runs the server, its database runs as another user, which must be able to enter the home folder, but not to list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const folder = join(home, ...names);
  try {
    makeAll(home, mode);
    makeAll(folder, 0o700);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const message =
      (error.code === 'ENOENT' && `${folder} cannot be created: its file system allows no new folders.`) ||
      explain(error.code ?? '', folder) ||
      `The folder ${folder} cannot be used: ${error.message}.`;
    throw new LaunchError(`${message} MILLRACE_HOME can name another folder.`);
  }
  return folder;
}

/** Creates a folder and its parents. `mkdirSync` with `recursive` does not return for a file system such as /proc, which reports ENOENT for a new folder. */
function makeAll(folder, mode) {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
  makeAll(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another launcher may have created the folder.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
