import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

import { Failure } from '../../failure.ts';
import { orInterruption } from '../../shell.ts';
import { checkBundleFolder, listBundleFolder } from './bundle-folder.ts';

/** A file to upload, with the name that the server gets. */
export type Zip = { path: string; name: string };
/** The signal that interrupts packing, and a function that shows its progress. */
export type PackOptions = { signal: AbortSignal; progress: (text: string) => void };

/** Calls `use` with a zip: the given one, or a temporary zip of the given folder, which is removed afterwards. */
export async function withBundleZip<T>(path: string, packOptions: PackOptions, use: (zip: Zip) => Promise<T>): Promise<T> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Failure('usage', `${path} does not exist or cannot be read.`);
  if (!found.isDirectory()) {
    if (!found.isFile()) throw new Failure('usage', `${path} is neither a zip nor a folder.`);
    await checkZip(path);
    return use({ path, name: basename(path) });
  }
  await checkBundleFolder(path);
  return withPackedFolder(path, packOptions, use);
}

/** Calls `use` with a temporary zip of a folder, which is removed afterwards. */
export async function withPackedFolder<T>(path: string, packOptions: PackOptions, use: (zip: Zip) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-'));
  try {
    const zip = { path: join(folder, 'bundle.zip'), name: `${basename(resolve(path))}.zip` };
    await packFolder(path, zip.path, packOptions);
    return await use(zip);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Packs a folder without `.git` into a zip. Executable files stay executable. */
export async function packFolder(folder: string, target: string, { signal, progress }: PackOptions): Promise<void> {
  const { files, emptyFolders } = await listBundleFolder(folder);
  progress(`Packing ${files.length} files`);
  const zip = new ZipFile();
  // ZipFile emits the error of an unreadable file only here. Without this its output stream would never end.
  zip.on('error', (error: Error) => void (zip.outputStream as NodeJS.ReadableStream & { destroy(error: Error): void }).destroy(error));
  for (const { name, path } of files) zip.addFile(path, name);
  for (const name of emptyFolders) zip.addEmptyDirectory(name);
  zip.end();
  await orInterruption(pipeline(zip.outputStream, createWriteStream(target, { mode: 0o600 }), { signal }), signal);
  progress('');
}

async function checkZip(path: string): Promise<void> {
  const file = await open(path).catch((error: { code?: string }) => {
    throw new Failure('usage', `${path} cannot be read: ${error.code}.`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead < 4 || buffer.toString('latin1', 0, 2) !== 'PK') throw new Failure('usage', `${path} is neither a zip nor a folder.`);
  } finally {
    await file.close();
  }
}
