import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { LaunchError, explain } from './errors.mjs';

/** The folder that keeps everything Millrace writes: MILLRACE_HOME, or .millrace in the user's own folder. It need not exist yet. */
export function findHome() {
  if (process.env.MILLRACE_HOME) return resolve(process.env.MILLRACE_HOME);
  if (!existsSync(homedir())) {
    throw new LaunchError(`Your home folder ${homedir()} does not exist: set MILLRACE_HOME to a folder where Millrace may keep its files.`);
  }
  return join(homedir(), '.millrace');
}

/** Makes the home folder and folders in it, as far as they are missing, and returns the path of the last. */
export function makeFolder(home, ...names) {
  // Root's database runs as another user, which has to pass through the home folder; listing it stays forbidden.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  const folder = join(home, ...names);
  try {
    makeAll(home, mode);
    makeAll(folder, 0o700);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const told =
      (error.code === 'ENOENT' && `${folder} cannot be made: the file system there takes no folders.`) ||
      explain(error.code ?? '', folder) ||
      `The folder ${folder} cannot be used: ${error.message}.`;
    throw new LaunchError(`${told} Or set MILLRACE_HOME to another folder.`);
  }
  return folder;
}

/** Makes a folder and those above it. Node's own way to do that never ends where a file system such as /proc says of a new folder that it is not there. */
function makeAll(folder, mode) {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
  makeAll(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another launcher may have been faster.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
