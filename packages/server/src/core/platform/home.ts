/** The home folder of an install: its path, the format of its files, and its lock. */
import { constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../base/folders.ts';
import { programVersion } from '../base/program-version.ts';
import { diskFull, explainFileError, StartError } from '../base/start-error.ts';
import { operatorCommandText } from '../base/operator-command-text.ts';

/** The format of a home folder that this version writes and reads. */
const HOME_FORMAT = { format: 1, postgres: '18' } as const;

/** The file that marks an unfinished restore: while it exists, no server starts on the home folder. */
export const RESTORE_MARK = 'restore.json';

/** The folder with all files of an install. */
export type Home = {
  readonly path: string;
};

/**
 * Finds the path of the home folder: the setting if there is one, else `.millrace` in the home directory of the user. Throws a `StartError` if the user
 * has none.
 */
export function findHome(setting: string | undefined): string {
  if (setting) return resolve(setting);
  if (existsSync(homedir())) return join(homedir(), '.millrace');
  throw new StartError(
    `The folder ${homedir()} of this user does not exist: set MILLRACE_HOME to a folder where Millrace may keep its files.`,
  );
}

/** Creates the home folder if it is missing. Refuses a folder that a newer version wrote, or that an unfinished restore has partly filled. */
export async function openHome(path: string, isRestoring = false): Promise<Home> {
  // The database of root runs as another user, which must be able to pass through this folder, but not to list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    await makeFolder(path, mode);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!isRestoring && existsSync(join(path, RESTORE_MARK)))
      throw new StartError(
        `A restore into the home folder ${path} has not ended: run the same ${operatorCommandText('restore')} again, or set MILLRACE_HOME to another folder.`,
      );
    await requireKnownFormat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new StartError(`${path} cannot be created: its file system allows no new folders. Set MILLRACE_HOME to another folder.`, {
        cause: error,
      });
    throw explainFileError(error, path);
  }
  return { path };
}

/** Writes the file by which programs of this machine find the server of a home folder. */
export const writeAddress = (path: string, { url, watchUrl }: { url: string; watchUrl: string }): Promise<void> =>
  writeFile(join(path, 'server.json'), `${JSON.stringify({ url, watchUrl, version: programVersion() })}\n`, { mode: 0o600 });

/** Refuses the format of another version. Writes the file with the format where it is missing. */
async function requireKnownFormat(path: string): Promise<void> {
  const file = join(path, 'home.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw explainFileError(error, file);
  });
  if (text === undefined) return writeFormat(file);

  const found = parse(text, file);
  const another = 'or set MILLRACE_HOME to another folder';
  if (found.format > HOME_FORMAT.format) {
    throw new StartError(
      `The home folder ${path} was written by a newer Millrace (format ${found.format}, this one knows ${HOME_FORMAT.format}): install that version ${another}.`,
    );
  }
  const [theirs, ours] = [Number(found.postgres), Number(HOME_FORMAT.postgres)];
  if (theirs > ours) {
    throw new StartError(
      `The home folder ${path} was written by a newer Millrace (PostgreSQL ${theirs}, this one includes ${ours}): install that version ${another}.`,
    );
  }
  if (theirs < ours) {
    throw new StartError(
      `The home folder ${path} holds a database of PostgreSQL ${theirs}, and this Millrace includes ${ours}: install the version that wrote it ${another}.`,
    );
  }
}

function parse(text: string, file: string): { format: number; postgres: string } {
  const broken = (): StartError =>
    new StartError(`${file} cannot be understood: restore it from a backup, or set MILLRACE_HOME to another folder.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken();
  }
  if (typeof value !== 'object' || value === null || !('format' in value) || !('postgres' in value)) throw broken();
  const { format, postgres } = value;
  if (!Number.isInteger(format) || typeof postgres !== 'string' || !/^\d+$/.test(postgres)) throw broken();
  return { format: Number(format), postgres };
}

/** Writes the format to another file that is then renamed: a full disk must not leave an empty file, which the next start could not read. */
async function writeFormat(file: string): Promise<void> {
  const newFile = `${file}.${process.pid}`;
  try {
    await writeFile(newFile, `${JSON.stringify(HOME_FORMAT)}\n`, { mode: 0o600, flush: true });
    await rename(newFile, file);
  } finally {
    await rm(newFile, { force: true });
  }
}

/** The right of one process to use a home folder. */
export type HomeLock = {
  release(): void;
};

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** Keeps the connections, and with them the locks, from being collected as garbage. */
const held = new Set<DatabaseSync>();

/**
 * Locks a home folder for this process, or throws an error that names the process that has locked it.
 * Node has no file locks of its own. SQLite uses the locks of the kernel: they end with the process, however it ends, so no lock is left behind.
 */
export function takeHomeLock(home: Home): HomeLock {
  const owner = join(home.path, 'process.json');
  const connection = lock(join(home.path, 'lock'), owner, home);
  try {
    writeFileSync(owner, `${JSON.stringify({ pid: process.pid })}\n`, { mode: 0o600 });
  } catch (error) {
    connection.close();
    throw explainFileError(error, home.path);
  }
  held.add(connection);
  return {
    release() {
      if (!held.delete(connection)) return;
      rmSync(owner, { force: true });
      connection.close();
    },
  };
}

function lock(file: string, owner: string, home: Home): DatabaseSync {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: 0 });
    connection.exec('begin immediate');
    return connection;
  } catch (error) {
    connection?.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === SQLITE_FULL) throw new StartError(diskFull(home.path), { cause: error });
    if (code !== SQLITE_BUSY) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(`The lock file ${file} cannot be used (${reason}): check its owner, or set MILLRACE_HOME to another folder.`, {
        cause: error,
      });
    }
    const holder = readOwner(owner);
    throw new StartError(
      `Millrace already runs on this home, ${home.path}${holder ? ` (process ${holder})` : ''}: stop it first, or set MILLRACE_HOME to another folder.`,
    );
  }
}

function readOwner(owner: string): number | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(owner, 'utf8'));
    return typeof value === 'object' && value !== null && 'pid' in value ? Number(value.pid) : undefined;
  } catch {
    return undefined; // the other process has not written its id yet
  }
}
