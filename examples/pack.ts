import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Receives one line of progress. */
export type Log = (line: string) => void;

/** Builds one example and returns the path of its zip. */
export type Builder = (log: Log) => Promise<string>;

/** One file of a zip: its name in the zip, and a file on disk or the content. */
export type ZipMember = { name: string; executable?: boolean } & ({ path: string } | { content: string | Buffer });

/** A tool outside of this project, for example a JDK, is missing. The example is skipped with this message as the reason. */
export class Unavailable extends Error {}

/**
 * Writes `<folder>/build/<name>.zip` from the files that `collect` returns, unless the zip exists and the inputs are unchanged.
 * `inputs` are the files that determine the content of the zip. Returns the path of the zip.
 */
export async function packIfChanged(folder: string, inputs: readonly string[], collect: () => Promise<ZipMember[]>): Promise<string> {
  const zip = join(folder, 'build', `${basename(folder)}.zip`);
  const stampFile = `${zip}.stamp`;
  const stamp = await digest([import.meta.filename, ...inputs]);
  if ((await exists(zip)) && (await exists(stampFile)) && (await readFile(stampFile, 'utf8')) === stamp) return zip;

  await mkdir(join(folder, 'build'), { recursive: true });
  await writeZip(zip, await collect());
  await writeFile(stampFile, stamp);
  return zip;
}

/** Writes a zip whose bytes depend only on its files. The zip gets its name when it is complete. */
export async function writeZip(target: string, files: readonly ZipMember[]): Promise<void> {
  const zip = new ZipFile();
  for (const file of files) {
    const content = 'path' in file ? await readFile(file.path) : file.content;
    zip.addBuffer(Buffer.from(content), file.name, {
      // A zip stores local time. A fixed local time gives the same bytes in every time zone.
      mtime: new Date(2000, 0, 1),
      forceDosTimestamp: true,
      mode: file.executable ? 0o100755 : 0o100644,
    });
  }
  zip.end();

  const unfinished = `${target}.${process.pid}.part`;
  await pipeline(zip.outputStream, createWriteStream(unfinished));
  await rename(unfinished, target);
}

/** Lists all files below a folder in a fixed order. Names are relative to the folder, with forward slashes. */
export async function filesUnder(folder: string): Promise<{ name: string; path: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(folder, path).split(sep).join('/'), path }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the hash of the names and contents of files. */
export async function digest(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = await readFile(path);
    hash.update(`${basename(path)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Returns whether a file or folder exists. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Removes a folder with its content, if it exists. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}
