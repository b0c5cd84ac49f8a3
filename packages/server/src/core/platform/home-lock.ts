import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Home } from './home.ts';
import { StartError, diskFull, explainFileError } from '../base/start-error.ts';

/** The right of one process to use a home folder. */
export type HomeLock = {
  release(): void;
};

const sqliteBusy = 5;
const sqliteFull = 13;

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
    if (code === sqliteFull) throw new StartError(diskFull(home.path), { cause: error });
    if (code !== sqliteBusy) {
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
